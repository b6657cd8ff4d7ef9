import type { Readable } from 'node:stream'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readSequences, readTables, type CopiedTable, type Sequence } from './tables.ts'

/** One moment of a database, however long it is read and whatever others write. */
export type Snapshot = {
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: CopiedTable[]
  sequences: Sequence[]
  /** The rows of a table, a line for each, in the text format of COPY. */
  rows(table: CopiedTable): Readable
  /** The keys in storage that rows know: `named` are there for certain, the others on their way in or out. */
  files(): Promise<{ key: string; named: boolean }[]>
  close(): Promise<void>
}

/** How times, floats and bytes are written, whatever the server is set to. */
const AS_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Opens a snapshot on a connection of its own; it holds back nobody, but keeps the server from clearing old rows until it is closed. */
export async function openSnapshot(connection: ClientConfig): Promise<Snapshot> {
  const client = new Client({ ...connection, application_name: 'marketplace backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(AS_TEXT)
    const { rows: versions } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations order by name collate "C"',
    )
    const [tables, sequences] = [await readTables(client), await readSequences(client)]
    return {
      postgres: versions[0]!.version,
      migrations,
      tables,
      sequences,
      rows: ({ name, columns }) => client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`)),
      files: () => readFiles(client),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function readFiles(client: Client): Promise<{ key: string; named: boolean }[]> {
  const { rows } = await client.query<{ key: string; named: boolean }>(`
    select key, bool_or(named) as named from (
      select key, orphaned_at is null as named from stored_files
      union all select storage_key, true from exports where storage_key is not null
      union all select v ->> 'key', true from photos p, jsonb_array_elements(p.variants) v
      union all select v ->> 'key', true from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array') known
    group by key`)
  return rows
}
