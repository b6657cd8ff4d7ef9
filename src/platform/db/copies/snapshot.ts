import type { Readable } from 'node:stream'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { noTimeout } from '#platform/db/no-timeout.ts'
import { createFileList, type FileList } from './file-list.ts'
import { readSequences, readTables, type CopiedTable, type Sequence } from './tables.ts'

/** One moment of a database, however long it is read and whatever others write. */
export type Snapshot = {
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: CopiedTable[]
  sequences: Sequence[]
  /** The rows of a table, a line for each, in the text format of COPY. */
  rows(table: CopiedTable): Readable
}

/** A connection of its own for a copy: what it has of files, and from a moment on a snapshot, to which the list of files then goes as well. */
export type Copying = { files: FileList; snapshot(): Promise<Snapshot>; close(): Promise<void> }

/** How times, floats and bytes are written, whatever the server is set to. */
const AS_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** The connection must be to the server, not to a pooler that gives each transaction another one. */
export async function openCopying(connection: ClientConfig): Promise<Copying> {
  const client = new Client({ ...connection, application_name: 'marketplace backup' })
  client.on('error', () => {})
  const close = () => client.end().catch(() => {})
  try {
    await client.connect()
    // while files are copied it asks nothing, and what it asks takes as long as there are files
    await client.query(`set statement_timeout = 0; set idle_session_timeout = 0; ${noTimeout('session')}`)
    return { files: await createFileList(client), snapshot: () => takeSnapshot(client), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** It holds back nobody, but keeps the server from clearing old rows until its connection is closed. */
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
