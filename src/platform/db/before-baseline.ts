import type { Client } from 'pg'
import { MigrationError, type MigrationFile } from './migration-files.ts'

/**
 * Name of the file that replaced 58 migrations before the first release. Delete this module, its test and its call in `migrate.ts` once no
 * older database is in use, or at the latest with the next baseline.
 */
const BASELINE = '0001_baseline.sql'
const REPLACED = 58
const LAST_REPLACED = '20261124114130_listings_say_what_a_price_is_from.sql'
/** Last commit that contains the replaced migrations. */
const COMMIT = '86dba108'

/**
 * Records the baseline as applied if the database has every migration that it replaced, and therefore the same schema.
 * @throws {MigrationError} if the database has only some of these migrations.
 */
export async function adoptBaseline(client: Client, files: readonly MigrationFile[]): Promise<void> {
  const baseline = files.find(({ name }) => name === BASELINE)
  if (baseline === undefined) return
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where name <= $1 collate "C" and name <> all ($2)',
    [LAST_REPLACED, files.map(({ name }) => name)],
  )
  if (rows.length === 0) return
  if (rows.length !== REPLACED || !rows.some(({ name }) => name === LAST_REPLACED))
    throw new MigrationError(
      `The database has ${rows.length} of the ${REPLACED} migrations that ${BASELINE} replaced. ` +
        `Start the service once with commit ${COMMIT}, which applies the rest, or start with an empty DATA_DIR or database.`,
    )
  await client.query('begin')
  await client.query('delete from schema_migrations where name = any ($1)', [rows.map(({ name }) => name)])
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [baseline.name, baseline.sha256])
  await client.query('alter table schema_migrations drop column if exists stops_earlier')
  await client.query('commit')
}
