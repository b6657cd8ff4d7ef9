// npm run contract:pooler: runs the service behind PgBouncer in transaction mode, with and without prepared statements, and measures the
// cost of a read. Needs Debian 12's pgbouncer package, and tools to build a later version (test/contract/pooler/build.ts).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { kyselyOn, openPools, type Db } from '#platform/db/index.ts'
import { transact } from '#platform/db/transaction.ts'
import { send, type Call, type Reply } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { startPgBouncer } from '#test/chaos/pgbouncer.ts'
import { makeHome, type Child } from '#test/child.ts'
import { namingPgBouncer } from '#test/contract/pooler/build.ts'
import { testDatabase } from '#test/database.ts'
import { HOME } from '#test/sales.ts'
import { isReady } from '#test/program.ts'

const SERVER_CONNECTIONS = 4
/** Maximum number of prepared statements per connection, as in deploy/pgbouncer. */
const NAMES = 400
const ROUNDS = 7
const READS = 400

type Pooler = Awaited<ReturnType<typeof startPgBouncer>>

describe('a service behind a PgBouncer with prepared statements', () => {
  let program: string
  before(async () => {
    program = await namingPgBouncer()
  })

  for (const mode of ['prepared', 'transaction'] as const)
    test(`sales succeed with DATABASE_POOLER=${mode}, even when the pooler or its connections end`, async (t) => {
      const home = await makeHome(t)
      const pooler = await startPgBouncer(t, home.databaseUrl, SERVER_CONNECTIONS, null, { program, names: NAMES })
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: home.databaseUrl, DATABASE_POOLER: mode }
      const web = [await home.start('web', env), await home.start('web', env)]
      await home.start('worker', env, { ready: false })
      await Promise.all([lifeOf(web, 'ann'), lifeOf(web, 'bob')])
      const { parses, binds } = await counted(pooler)
      t.diagnostic(`${mode}: ${binds} statements by name, of which the server parsed ${parses}`)
      if (mode === 'prepared') assert.ok(parses > 0 && parses < binds * 0.75, 'prepared statements are not reused')
      else assert.equal(binds, 0, 'statements are prepared')
      // PgBouncer's RECONNECT closes every idle server connection, and opens new connections without prepared statements. PgBouncer treats
      // connections that are still opening as failed logins, and refuses clients until its next attempt (server_login_retry). The test
      // therefore repeats refused requests.
      const runs = Promise.all(['cid', 'dan', 'fay', 'gus', 'hal', 'ida'].map((name) => lifeOf(web, name, { again: true })))
      let open = true
      const over = runs.finally(() => (open = false))
      over.catch(() => {})
      for (; open; await sleep(200)) await pooler.console('RECONNECT')
      t.diagnostic(`${(await over).reduce((all, one) => all + one)} answers of 503 while it reconnects, each sent again`)
      await pooler.kill()
      await pooler.start()
      await untilReady(web)
      await lifeOf(web, 'eva')
      assert.deepEqual(await audit({ connectionString: home.databaseUrl }), [])
    })

  test('a connection still works after more statements than it can keep prepared, even in a transaction', async (t) => {
    const { db } = await through(t, { program, names: true })
    for (let i = 0; i < 250; i++) await sql`select ${i}::int as ${sql.id(`n${i}`)}`.execute(db)
    const found = await transact(db, async (tx) => {
      for (let i = 250; i < 260; i++) await sql`select ${i}::int as ${sql.id(`n${i}`)}`.execute(tx)
      return (await sql<{ n: number }>`select ${1}::int as n`.execute(tx)).rows
    })
    assert.deepEqual(found, [{ n: 1 }])
  })

  test('a read through PgBouncer is faster with prepared statements than without', async (t) => {
    const database = await testDatabase()
    t.after(() => database.drop())
    const connections: Record<string, Db> = {
      'without a pooler': (await through(t, null)).db,
      'PgBouncer of Debian, without names': (await through(t, { program: 'pgbouncer', names: false })).db,
      'PgBouncer 1.24, without names': (await through(t, { program, names: false })).db,
      'PgBouncer 1.24, with names': (await through(t, { program, names: true })).db,
    }
    const best = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, db] of Object.entries(connections)) {
        const began = performance.now()
        for (let i = 0; i < READS; i++) await aRead(db)
        best.set(name, Math.min(best.get(name) ?? Infinity, ((performance.now() - began) / READS) * 1_000))
      }
    for (const [name, us] of best) t.diagnostic(`${name}: ${Math.round(us)} µs`)
    assert.ok(best.get('PgBouncer 1.24, with names')! < best.get('PgBouncer 1.24, without names')!, 'prepared statements save no time')
  })
})

/**
 * Runs a sale as one seller and one buyer: a listing, an accepted offer, a paid order, and reads in between. With `again`, repeats requests
 * after a 503. Returns the number of repetitions.
 */
async function lifeOf(web: readonly Child[], name: string, { again = false } = {}): Promise<number> {
  let index = 0
  let away = 0
  const call = async (method: string, path: string, options: Call = {}): Promise<Reply['body']> => {
    const headers = options.key ? { 'Idempotency-Key': randomUUID() } : {}
    const one = () => send(web[index++ % web.length]!.port, method, path, { ...options, headers })
    let reply = await one()
    for (let tries = 0; again && reply.status === 503 && tries < 30; tries++) {
      away++
      await sleep(Number(reply.headers['retry-after']) * 1_000)
      reply = await one()
    }
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const person = async (who: string): Promise<string> => {
    const json = { name: who, email: `${who}@example.test`, password: 'a long enough password' }
    return (await call('POST', '/v1/accounts', { json })).api_key.secret
  }
  const [seller, buyer] = [await person(`${name}-seller`), await person(`${name}-buyer`)]
  await call('POST', '/v1/shops', { key: seller, json: { name: `Shop of ${name}`, slug: `shop-${name}`, haggle: false } })
  for (let round = 0; round < 4; round++) {
    const json = { title: `Brass lamp ${round}`, price: 40, shipping: 0, publish: true }
    const { id: listing } = await call('POST', '/v1/listings', { key: seller, json })
    const { id: offer } = await call('POST', '/v1/offers', { key: buyer, json: { listing, amount: 35 } })
    await call('GET', `/v1/market/search?q=lamp&limit=${round + 1}`)
    await call('GET', '/v1/inbox', { key: seller })
    await call('POST', `/v1/offers/${offer}/accept`, { key: seller })
    const { id: other } = await call('POST', '/v1/listings', { key: seller, json })
    const order = await call('POST', '/v1/orders', { key: buyer, json: { listing: other, address: HOME } })
    const paid = await call('POST', `/v1/orders/${order.id}/pay`, { key: buyer, json: { method: 'test_ok' } })
    assert.equal(paid.status, 'paid')
  }
  return away
}

async function counted(pooler: Pooler): Promise<{ parses: number; binds: number }> {
  const rows = (await pooler.console('SHOW STATS_TOTALS')) as { database: string; server_parse_count: string; bind_count: string }[]
  const of = rows.filter(({ database }) => database !== 'pgbouncer')
  const sum = (pick: (row: (typeof of)[number]) => string) => of.reduce((all, row) => all + Number(pick(row)), 0)
  return { parses: sum((row) => row.server_parse_count), binds: sum((row) => row.bind_count) }
}

async function untilReady(web: readonly Child[]): Promise<void> {
  for (const child of web) await child.until(() => isReady(child.port))
}

/** Opens connection pools with one connection each to a new database, through the pooler if there is one. */
async function through(t: TestContext, pooler: { program: string; names: boolean } | null): Promise<{ db: Db }> {
  const database = await testDatabase()
  t.after(() => database.drop())
  const sizes = { requests: 1, jobs: 1 }
  const opened =
    pooler &&
    (await startPgBouncer(t, database.url, 1, null, { program: pooler.program, names: pooler.program === 'pgbouncer' ? null : NAMES }))
  const pools = openPools(database.connection, {
    sizes,
    pooler: opened && pooler && { connection: { connectionString: opened.url }, names: pooler.names, jobs: false },
  })
  t.after(() => pools.end())
  return { db: kyselyOn(pools.requests) }
}

/** Runs a query that resembles the queries for a listing page in form and size. */
const aRead = (db: Db) =>
  sql`select l.id, l.title, l.price_cents, s.name, a.name as owner, (select count(*) from photos p where p.listing_id = l.id) as photos
      from listings l join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id
      where l.id = ${'lst_none'} and l.status <> ${'draft'} and s.visibility = ${'public'}`.execute(db)
