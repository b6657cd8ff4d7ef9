import type { Readable } from 'node:stream'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { noTimeout } from '#platform/db/no-timeout.ts'
import { createFileList, type FileList } from './file-list.ts'
import { readSequences, readTables, type CopiedTable, type Sequence } from './tables.ts'

/** Snapshot of a database that stays consistent even if reading takes long. */
export type Snapshot = {
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: CopiedTable[]
  sequences: Sequence[]
  /** Streams the rows of a table in COPY's text format, one line per row. */
  rows(table: CopiedTable): Readable
}

/**
 * Dedicated connection for a backup, with the list of files to back up. After `snapshot()`, the file list also reads from that snapshot.
 */
export type Copying = { files: FileList; snapshot(): Promise<Snapshot>; close(): Promise<void> }

/** Settings for the snapshot's transaction: a fixed text format for times, floats and bytes, and no timeouts. */
const AS_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * Opens the connection for a backup. `connection` must bypass any pooler, because a pooler may use a different connection for each
 * transaction.
 */
export async function openCopying(connection: ClientConfig): Promise<Copying> {
  const client = new Client({ ...connection, application_name: 'marketplace backup' })
  client.on('error', () => {})
  const close = () => client.end().catch(() => {})
  try {
    await client.connect()
    // disables the timeouts: the connection is idle while files are copied, and some statements take longer if there are many files
    await client.query(`set statement_timeout = 0; set idle_session_timeout = 0; ${noTimeout('session')}`)
    return { files: await createFileList(client), snapshot: () => takeSnapshot(client), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The snapshot blocks no other transactions, but vacuum cannot remove old rows until the connection closes. */
async function takeSnapshot(client: Client): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(AS_TEXT)
  const { rows: versions } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name collate "C"',
  )
  return {
    postgres: versions[0]!.version,
    migrations,
    tables: await readTables(client),
    sequences: await readSequences(client),
    rows: ({ name, columns }) => client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`)),
  }
}
