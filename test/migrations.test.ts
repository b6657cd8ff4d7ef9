import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { emptyDatabase } from '#test/database.ts'
import { plantRows } from '#test/plant-rows.ts'
import { ROWS } from '#test/sample-rows.ts'

test('migrations after the baseline succeed on tables with rows, and preserve every row', async (t) => {
  const database = await emptyDatabase()
  const client = new Client(database.connection)
  await client.connect()
  t.after(async () => {
    await client.end()
    await database.drop()
  })
  await migrate(database.connection, { only: new Set(['0001_baseline.sql']) })
  const { rows: known } = await client.query<{ table: string }>(`select table_name as table from information_schema.tables`)
  // excludes the tables that later migrations create
  const tables = ROWS.map(([table]) => table).filter((table) => known.some((one) => one.table === table))
  await plantRows(client, tables, {})
  const count = async () => {
    const all = tables.map((table) => `select '${table}' as table, count(*)::int as rows from ${table}`)
    return (await client.query(all.join(' union all '))).rows as { table: string; rows: number }[]
  }
  await client.query(`update keys set ask_first = '{offers.counter,orders.refund}' where id = (select min(id) from keys)`)
  const before = await count()
  assert.ok(before.length > 50 && before.every(({ rows }) => rows > 0))
  await migrate(database.connection)
  assert.deepEqual(await count(), before)
  const { rows: keys } = await client.query('select ask_first from keys where id = (select min(id) from keys)')
  assert.deepEqual(keys[0].ask_first, ['offers.counter', 'orders.refund', 'orders.label', 'offers.invite'], 'older agents ask too')
})
