import { readFileSync } from 'node:fs'
import type { Client, ClientConfig } from 'pg'
import { withClient } from './with-client.ts'

/** Rule in `bin/audit.sql` that the data violates, with the rows that violate it. */
export type Fault = { invariant: string; rows: Record<string, unknown>[] }

/** Runs every query of `bin/audit.sql` in one snapshot. Returns the violated rules. */
export const audit = (connection: ClientConfig): Promise<Fault[]> =>
  withClient(connection, 'audit', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return faultsIn(client)
  })

/**
 * Audits a database in use. Each query uses a separate snapshot, so that vacuum can remove dead rows during the audit. Fails if a query
 * takes longer than `statementMs`.
 */
export const auditInUse = (connection: ClientConfig, statementMs: number, stopped: AbortSignal): Promise<Fault[]> =>
  withClient(connection, 'audit', async (client) => {
    await client.query(`set statement_timeout = ${statementMs}; set default_transaction_read_only = on`)
    return faultsIn(client, stopped)
  })

/** Runs the audit queries in the current transaction of the given connection. Returns the violated rules. */
export async function faultsIn(client: Client, stopped?: AbortSignal): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { invariant, sql } of auditQueries()) {
    stopped?.throwIfAborted()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    if (rows.length > 0) faults.push({ invariant, rows })
  }
  return faults
}

function auditQueries(): { invariant: string; sql: string }[] {
  const text = readFileSync(new URL('../../../bin/audit.sql', import.meta.url), 'utf8')
  return text
    .split(/^-- (?=I\d+: )/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { invariant: part.slice(0, end), sql: part.slice(end) }
    })
}
