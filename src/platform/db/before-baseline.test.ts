import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { dumpSchema } from '#platform/db/dump/index.ts'
import { migrate, MigrationError } from '#platform/db/index.ts'
import { emptyDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'

const LAST = '20261124114130_listings_say_what_a_price_is_from.sql'

const only = new Set(['0001_baseline.sql'])

describe('databases with migrations from before the baseline', () => {
  let database: TestDatabase
  const query = async (sql: string, values: unknown[] = []) => (await database.pools.requests.query(sql, values)).rows
  const applied = async () => (await query('select name from schema_migrations order by name')).map(({ name }) => name as string)

  /** Replaces the recorded migrations with `count` old names, as in a database from before the baseline. `last` is the newest name. */
  const recordOld = async (count: number, last: string) => {
    await query(`alter table schema_migrations add column stops_earlier boolean not null default true`)
    await query('delete from schema_migrations')
    await query(
      `insert into schema_migrations (name, sha256)
       select '0' || lpad(n::text, 3, '0') || '_old.sql', 'x' from generate_series(1, $1) n union all select $2, 'x'`,
      [count - 1, last],
    )
  }

  beforeEach(async () => {
    database = await emptyDatabase()
    await migrate(database.connection, { only })
    await query(`insert into signing_keys values ('key_1', '{}', '{}', now())`)
  })
  afterEach(() => database.drop())

  it('a database with all replaced migrations is recorded as being at the baseline, and keeps its data', async () => {
    const before = await dumpSchema(database.connection)
    await recordOld(58, LAST)
    assert.deepEqual(await migrate(database.connection, { only }), [])
    assert.deepEqual(await applied(), [...only])
    assert.deepEqual(await dumpSchema(database.connection), before)
    assert.deepEqual(await query('select id from signing_keys'), [{ id: 'key_1' }])
    const columns = await query(
      `select attname from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'stops_earlier'`,
    )
    assert.deepEqual(columns, [])
  })

  for (const [title, count, last] of [
    ['misses some of them', 57, LAST],
    ['misses the last one', 58, '20261124083255_apps_ask_for_the_agent_default.sql'],
  ] as const)
    it(`a database that ${title} stays unchanged, and the error names the fix`, async () => {
      await recordOld(count, last)
      const before = await applied()
      await assert.rejects(
        migrate(database.connection, { only }),
        (error) =>
          error instanceof MigrationError &&
          error.message.startsWith(`The database has ${count} of the 58 migrations that 0001_baseline.sql replaced.`) &&
          /Start the service once with commit \w{8}, .* or start with an empty DATA_DIR/.test(error.message),
      )
      assert.deepEqual(await applied(), before)
      assert.deepEqual(await query('select id from signing_keys'), [{ id: 'key_1' }])
    })
})
