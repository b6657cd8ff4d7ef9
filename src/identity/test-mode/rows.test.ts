import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { NOT_TEST_DATA, TIMELESS, TEST_DATA_ROWS } from './rows.ts'

describe('the tables that contain test data', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })
  const rows = async <T>(text: string): Promise<T[]> => (await sql<T>`${sql.raw(text)}`.execute(app.service.ctx.db)).rows

  test('every table that is linked to an account either contains test data or is explicitly excluded', async () => {
    const links = await rows<{ child: string; parent: string }>(`
      select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`)
    const reached = new Set(['accounts'])
    for (let size = 0; size !== reached.size;) {
      size = reached.size
      for (const { child, parent } of links) if (reached.has(parent)) reached.add(child)
    }
    // these tables have no foreign key, because their rows are not deleted with the records that they belong to
    for (const table of ['stored_files', 'daily_counts']) reached.add(table)
    // these tables contain only moderation actions, which belong to the operator
    reached.delete('appeals')
    // rows in these tables are deleted together with records that do not belong to the test tenant
    for (const table of ['pushes']) reached.delete(table)
    assert.deepEqual([...Object.keys(TEST_DATA_ROWS), ...Object.keys(NOT_TEST_DATA)].toSorted(), [...reached].toSorted())
  })

  test('advancing the test clock shifts all timestamp columns of test data, and no other columns', async () => {
    const times = await rows<{ of: string }>(`
      select c.relname || '.' || a.attname as of from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.atttypid = 'timestamptz'::regtype and not a.attisdropped and a.attnum > 0
        and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    const expected = times.map(({ of }) => of).filter((of) => Object.hasOwn(TEST_DATA_ROWS, of.split('.', 1).join('')) && !(of in TIMELESS))
    const shifted = Object.entries(TEST_DATA_ROWS).flatMap(([table, { ages }]) => ages.map((column) => `${table}.${column}`))
    assert.deepEqual(shifted.toSorted(), expected.toSorted())
  })

  test('the SQL conditions that select test data are valid for every table', async () => {
    for (const [table, { of }] of Object.entries(TEST_DATA_ROWS))
      assert.deepEqual(await rows(`select 1 from ${table} where ${of.replaceAll('$accounts', `array['usr_none']`)}`), [], table)
  })
})
