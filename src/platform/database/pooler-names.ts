import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const PATIENCE_MS = 2_000

/**
 * True when the pooler supports named statements. One client prepares a statement, and a second client occupies its server connection. The
 * first client then runs the statement again. Also returns true when the pooler has only one connection, because the test then times out.
 */
export async function supportsNamedStatements(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: PATIENCE_MS }))
  const clients = [one!, other!]
  for (const client of clients) client.on('error', () => {})
  const named = { name: `known ${randomUUID()}`, text: 'select 1' }
  try {
    await Promise.all(clients.map((client) => client.connect()))
    await one!.query(named)
    // occupies the connection of the first client, because poolers assign the most recently used connection
    await other!.query('begin')
    await one!.query(named)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code !== '26000'
  } finally {
    // ends the query that still waits for a connection
    for (const client of clients) await client.end().catch(() => {})
  }
}
