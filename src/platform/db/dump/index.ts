import type { ClientConfig } from 'pg'
import { withClient } from '#platform/db/with-client.ts'
import { readCatalog } from './catalog.ts'
import { sqlText } from './sql-text.ts'
import { tablesText } from './tables-text.ts'

/** Describes a migrated database as the text of `db/schema.sql` (for readers) and of `tables.ts` (for Kysely). */
export const dumpSchema = (connection: ClientConfig): Promise<{ sql: string; tables: string }> =>
  withClient(connection, 'schema', async (client) => {
    const catalog = await readCatalog(client)
    return { sql: sqlText(catalog), tables: tablesText(catalog) }
  })
