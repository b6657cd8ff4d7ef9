import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, ClientConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { noTimeout } from '#platform/db/no-timeout.ts'
import { PRESENCE_LOCKS } from '#platform/db/presence.ts'
import { withClient } from '#platform/db/with-client.ts'
import { readObstacles, readTables, type CopiedTable, type Sequence } from './tables.ts'

/** Thrown if a backup cannot be loaded into a database. The message is for the operator. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

export type Load = {
  tables: readonly CopiedTable[]
  sequences: readonly Sequence[]
  /** Returns the lines of a table. Throws if they differ from the lines that the backup wrote. */
  rows(table: CopiedTable): AsyncIterable<Uint8Array>
  /** Runs after all rows are inserted and before the commit. An error rolls the inserts back. */
  beforeCommit(): Promise<void>
}

/**
 * Loads a backup into a migrated database without accounts. One transaction inserts all rows and validates every key and check.
 * @throws {LoadError} if a service uses the database, it contains accounts, or it lacks a table or column of the backup.
 */
export const loadTables = (connection: ClientConfig, load: Load): Promise<void> =>
  withClient(connection, 'restore', async (client) => {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 10000;
      set local maintenance_work_mem = '256MB'; ${noTimeout('transaction')}`)
    await refuseUsed(client)
    const there = await readTables(client)
    for (const table of load.tables) refuseUnknown(table, there)
    await fill(client, there, load)
    await load.beforeCommit()
    await client.query('commit')
    await client.query('analyze')
  })

/**
 * Checks that a database is unused.
 * @throws {LoadError} if a service uses the database or it contains accounts.
 */
export async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ runs: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and classid = $1
       and database = (select oid from pg_database where datname = current_database())) as runs`,
    [PRESENCE_LOCKS],
  )
  if (rows[0]!.runs) throw new LoadError('A service is running on this database. Stop all web and worker processes first.')
  const { rows: there } = await client.query<{ there: boolean }>(`select to_regclass('public.accounts') is not null as there`)
  if (!there[0]!.there) return
  const { rows: found } = await client.query<{ used: boolean }>('select exists (select from accounts) as used')
  if (found[0]!.used)
    throw new LoadError(
      'This database already holds a market, and a restore never overwrites one. Use an empty database or another DATA_DIR.',
    )
}

function refuseUnknown(table: CopiedTable, there: readonly CopiedTable[]): void {
  const found = there.find(({ name }) => name === table.name)
  const lost = table.columns.find((column) => !found?.columns.includes(column))
  if (found && lost === undefined) return
  const what = found ? `the column ${lost} of ${table.name}` : `the table ${table.name}`
  throw new LoadError(`The backup has ${what}, which this release does not have. Restore it with the release that made it, then upgrade.`)
}

async function fill(client: Client, there: readonly CopiedTable[], { tables, sequences, rows }: Load): Promise<void> {
  const obstacles = await readObstacles(client)
  // drops foreign keys before the unique indexes that they need; later restores them in the opposite order
  for (const { remove } of obstacles.toReversed()) await client.query(remove)
  // removes the rows that the migrations inserted, because the backup contains them, too
  await client.query(`truncate ${there.map(({ name }) => name).join(', ')}`)
  for (const table of tables)
    await pipeline(Readable.from(rows(table)), client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`)))
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
  for (const { restore } of obstacles) await client.query(restore)
}
