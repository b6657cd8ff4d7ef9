import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const PATIENCE_MS = 2_000

/**
 * True if the pooler supports named statements. To test this, one client prepares a statement. A second client then occupies the server
 * connection that the first client used, and the first client runs the statement again. If the pooler has only one connection, the test
 * times out, which also means true.
 */
export async function supportsNamedStatements(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: PATIENCE_MS }))
  const clients = [one!, other!]
  for (const client of clients) client.on('error', () => {})
  const named = { name: `known ${randomUUID()}`, text: 'select 1' }
  try {
    await Promise.all(clients.map((client) => client.connect()))
    await one!.query(named)
    // keeps the first client's connection busy; poolers assign the most recently used connection, so `one` then gets a different connection
    await other!.query('begin')
    await one!.query(named)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code !== '26000'
  } finally {
    // also ends the query that is still waiting for a connection
    for (const client of clients) await client.end().catch(() => {})
  }
}
