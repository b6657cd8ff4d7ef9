import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** A promise of bin/audit.sql, and what breaks it. */
export type Fault = { promise: string; rows: Record<string, unknown>[] }

/** Asks every question of bin/audit.sql of one moment of the database. No fault is what should come back. */
export async function audit(connection: ClientConfig): Promise<Fault[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await faultsIn(client)
  } finally {
    await client.end()
  }
}

/** The same of what one connection sees, inside its transaction. */
export async function faultsIn(client: Client): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { promise, sql } of questions()) {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    if (rows.length > 0) faults.push({ promise, rows })
  }
  return faults
}

function questions(): { promise: string; sql: string }[] {
  const text = readFileSync(new URL('../bin/audit.sql', import.meta.url), 'utf8')
  return text
    .split(/^-- (?=I\d+: )/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { promise: part.slice(0, end), sql: part.slice(end) }
    })
}
