import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { readCatalog } from './catalog.ts'
import { sqlText } from './sql-text.ts'
import { tablesText } from './tables-text.ts'

/** Describes a migrated database as the text of `db/schema.sql` (for readers) and of `tables.ts` (for Kysely). */
export async function dumpSchema(connection: ClientConfig): Promise<{ sql: string; tables: string }> {
  const client = new Client(connection)
  await client.connect()
  try {
    const catalog = await readCatalog(client)
    return { sql: sqlText(catalog), tables: tablesText(catalog) }
  } finally {
    await client.end()
  }
}
