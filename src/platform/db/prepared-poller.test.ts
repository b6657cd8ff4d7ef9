import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client, type DatabaseError } from 'pg'
import { testDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { DatabaseAway } from '#platform/errors/database-away.ts'
import { createPreparedPoller } from './prepared-poller.ts'

type Settings = { query_timeout?: number }

async function open(t: TestContext, text: string, settings: Settings = {}) {
  const { connection, drop } = await testDatabase()
  const poller = createPreparedPoller({ ...connection, ...settings }, 'test', text)
  t.after(async () => {
    await poller.end()
    await drop()
  })
  return { connection, asked: poller }
}

test('the poller returns rows as text, and an empty list if there are none', async (t) => {
  const { asked: poller } = await open(t, `select n, null, 'é' from generate_series(1, $1::int) n`)
  assert.deepEqual(await poller.poll('2'), [
    ['1', null, 'é'],
    ['2', null, 'é'],
  ])
  assert.deepEqual(await poller.poll('0'), [])
  assert.deepEqual(await poller.poll(null), [])
})

test('the database plans the poller’s statement only once, even after many calls', async (t) => {
  const { asked: poller } = await open(t, 'select generic_plans, custom_plans from pg_prepared_statements where name = $1')
  for (let n = 1; n <= 3; n++) assert.deepEqual(await poller.poll('test'), [[String(n), '0']])
})

test('the poller reports an error from the server, and works again afterwards', async (t) => {
  const { asked: poller } = await open(t, 'select 6 / $1::int')
  const refused = () => assert.rejects(poller.poll('0'), (error: DatabaseError) => error.code === '22012')
  await refused()
  assert.deepEqual(await poller.poll('2'), [['3']])
  await refused()
  assert.deepEqual(await poller.poll('3'), [['2']])
})

test('the poller reconnects after it has lost its connection', async (t) => {
  const { asked: poller, connection } = await open(t, 'select pg_backend_pid() where $1::text is null')
  const [[first]] = (await poller.poll(null)) as [[string]]
  const other = new Client(connection)
  await other.connect()
  await other.query('select pg_terminate_backend($1, 5000)', [first])
  await other.end()
  // the client may need a moment to notice that it has lost its connection
  const second = await until('a new connection', () => poller.poll(null).catch(() => null))
  assert.notEqual(second[0]![0], first)
})

test('if a slow response times out, the poller never returns it to a later call', async (t) => {
  const { asked: poller } = await open(t, 'select pg_sleep($1::float8), $1', { query_timeout: 200 })
  await poller.poll('0')
  await assert.rejects(poller.poll('0.5'), DatabaseAway)
  assert.deepEqual(await poller.poll('0.01'), [['', '0.01']])
})

test('a poller that has been closed opens no new connection', async (t) => {
  const { asked: poller } = await open(t, 'select $1')
  await poller.poll('1')
  await poller.end()
  await assert.rejects(poller.poll('1'), DatabaseAway)
})
