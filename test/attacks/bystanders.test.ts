import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { requestsOf } from '#test/write-bodies.ts'

type World = Awaited<ReturnType<typeof inEveryState>>

/** Endpoints for the account's own records. The marketplace shows the records of all sellers. */
const OWN = ENDPOINTS.filter(({ access, path }) => access.who !== 'operator' && access.who !== 'anyone' && !path.startsWith('/market/'))
/** The list of requests changes with each request of the test itself. */
const READS = OWN.filter(({ method, path }) => method === 'GET' && path !== '/requests')
const WRITES = OWN.filter(({ method }) => method !== 'GET')
/** Writes that add records without ending others. A webhook would also cause deliveries, which the worker retries later. */
const ADDING = WRITES.filter(({ id }) => /^(create|save|set(?!Webhook)|make|ask|start)/.test(id))
/** Tables that record the test's own requests and its clock, or that background jobs change after a while. */
const OMITTED = new Set(['request_log', 'usage_months', 'limit_counts', 'clock', 'mails', 'market_changes', 'shown_changes'])

// finds statements that lack the condition on their account, shop or record
test('a request changes no record of people who are not party to it, and no response to them', async (t) => {
  const app = await startApp(t)
  const first = await inEveryState(app)
  await send(app, first, ADDING)
  await app.advance(1)
  const [responses, rows] = [await responsesTo(first), await readRows(app)]
  assert.ok(responses.size > 400)
  assert.ok(rows.size > 1_000)

  const second = await inEveryState(app)
  await send(app, second, WRITES)
  await app.advance(1)
  // reads the rows first, because a request updates the time when its key was last used
  const rowsAfter = await readRows(app)
  const responsesAfter = await responsesTo(first)
  const changed = [...responses].filter(([path, response]) => responsesAfter.get(path) !== response)
  assert.deepEqual(
    changed.map(([path, response]) => [path, response, responsesAfter.get(path)]),
    [],
  )
  const changedRows = [...rows].filter(([key, row]) => rowsAfter.get(key) !== row)
  assert.deepEqual(
    changedRows.map(([key, row]) => [key, row, rowsAfter.get(key)]),
    [],
  )
})

/** Sends all requests of these endpoints in the name of the first person in a pair. Some of them are refused. */
async function send(app: TestApp, { me, other, records }: World, endpoints: typeof OWN): Promise<void> {
  const statuses = new Set<number>()
  for (const endpoint of endpoints)
    for (const [path, call] of requestsOf(endpoint, records, other))
      statuses.add((await app.call(endpoint.method, `/v1${path}`, { key: me.key, ...call })).status)
  assert.deepEqual([statuses.has(201), statuses.has(500)], [true, false])
}

async function responsesTo({ me, other, records }: World): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const who of [me, other])
    for (const endpoint of READS)
      for (const [path] of requestsOf(endpoint, records, other)) {
        const { status, body } = await who.call('GET', `/v1${path}`)
        // `usage` counts the account's requests
        found.set(`${path} for ${who.slug}`, JSON.stringify([status, { ...body, usage: null }]))
      }
  return found
}

/** Returns all rows as text, by table and primary key. */
async function readRows(app: TestApp): Promise<Map<string, string>> {
  const { db } = app.service.ctx
  const tables = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace and not c.relispartition group by c.relname`.execute(db)
  const found = new Map<string, string>()
  for (const { name, columns } of tables.rows.filter((table) => !OMITTED.has(table.name))) {
    const key = sql.join(columns.map((column) => sql`t.${sql.ref(column)}::text`))
    const all = sql<{ key: string[]; row: string }>`select array[${key}] as key, to_jsonb(t)::text as row from ${sql.table(name)} t`
    for (const one of (await all.execute(db)).rows) found.set(`${name} ${one.key.join(' ')}`, one.row)
  }
  return found
}
