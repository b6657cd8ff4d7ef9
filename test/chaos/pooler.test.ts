import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { send, type Reply } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { makeHome } from '#test/child.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { listenTo } from '#test/listen.ts'
import { hasPgBouncer, startPgBouncer } from '#test/chaos/pgbouncer.ts'
import { until } from '#test/until.ts'

/** Number of server connections, which is fewer than a single process would open. */
const SERVER_CONNECTIONS = 4
const PEOPLE = 60

describe(
  'a service behind PgBouncer in transaction mode',
  { skip: !hasPgBouncer && 'pgbouncer is not installed: apt-get install pgbouncer' },
  () => {
    test('startup fails with a clear message if the settings do not declare the pooler', async (t) => {
      const home = await makeHome(t)
      const { url } = await startPgBouncer(t, home.databaseUrl, SERVER_CONNECTIONS)
      const unnamed = await home.start('web', { DATABASE_URL: url }, { ready: false })
      assert.equal(await unnamed.exited, 1)
      assert.match(unnamed.output(), /DATABASE_URL points to a pooler. Set DATABASE_POOLER=transaction, and set DATABASE_DIRECT_URL/)
      const twice = await home.start(
        'web',
        { DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'transaction' },
        { ready: false },
      )
      assert.equal(await twice.exited, 1)
      assert.match(twice.output(), /DATABASE_DIRECT_URL also points to a pooler/)
    })

    test('startup with DATABASE_POOLER=prepared fails if the pooler does not support prepared statements', async (t) => {
      const home = await makeHome(t)
      const { url } = await startPgBouncer(t, home.databaseUrl, SERVER_CONNECTIONS)
      const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: home.databaseUrl, DATABASE_POOLER: 'prepared' }
      const refused = await home.start('web', env, { ready: false })
      assert.equal(await refused.exited, 1, 'this PgBouncer supports prepared statements: run the market with DATABASE_POOLER=prepared')
      assert.match(
        refused.output(),
        /DATABASE_POOLER=prepared needs a pooler that supports prepared statements, and the pooler of DATABASE_URL does not/,
      )
    })

    test('the connection to a pooler is encrypted if the URL requires encryption, and an impostor server is rejected', async (t) => {
      const home = await makeHome(t)
      const { url } = await startPgBouncer(t, home.databaseUrl, SERVER_CONNECTIONS, selfSigned('localhost'))
      const env = { DATABASE_DIRECT_URL: home.databaseUrl, DATABASE_POOLER: 'transaction' }
      const web = await home.start('web', { ...env, DATABASE_URL: url })
      assert.equal((await send(web.port, 'GET', '/v1/market/search?q=lamp')).status, 200)
      const other = join(tmpdir(), `resale-ca-${process.pid}.pem`)
      writeFileSync(other, selfSigned('localhost').cert)
      t.after(() => rmSync(other))
      for (const wrong of [
        url.replace(/sslrootcert=.*/, `sslrootcert=${other}`),
        url.replace('localhost', '127.0.0.1'),
        url.replace(/\?.*/, '?sslmode=disable'),
      ]) {
        const refused = await home.start('web', { ...env, DATABASE_URL: wrong }, { ready: false })
        assert.equal(await refused.exited, 1, wrong)
        assert.match(refused.output(), /The server of DATABASE_URL \(.*\) cannot be used: .*(certificate|altnames|SSL|TLS)/i)
      }
    })

    test('two web processes and a worker share four server connections for sales, webhooks and counts', async (t) => {
      const { web, direct, databaseUrl } = await openScene(t)
      const call = (i: number, method: string, path: string, options: Parameters<typeof send>[3] = {}) =>
        send(web[i % web.length]!.port, method, path, options)
      const key = (reply: Reply): string => (assert.equal(reply.status, 201, JSON.stringify(reply.body)), reply.body.api_key.secret)
      const person = (i: number) => ({ name: `P${i}`, email: `p${i}@example.test`, password: 'a long enough password' })
      const seller = key(await call(0, 'POST', '/v1/accounts', { json: person(0) }))
      assert.equal((await call(0, 'POST', '/v1/shops', { key: seller, json: { name: 'Lamps', slug: 'lamps' } })).status, 201)
      const session = await call(0, 'POST', '/v1/sessions', { json: person(0) })
      const stream = await listenTo(web[0]!, session.headers['set-cookie']!.split(';')[0]!)
      t.after(() => stream.close())

      const buyers: string[] = []
      for (let i = 1; i <= PEOPLE / 6; i++) buyers.push(key(await call(i, 'POST', '/v1/accounts', { json: person(i) })))
      const listed = await call(1, 'POST', '/v1/listings', {
        key: seller,
        json: { title: 'Brass lamp', price: 40, shipping: 0, publish: true },
      })
      assert.equal(listed.status, 201)
      // All buyers order the same lamp at the same time, through both processes and during many parallel reads.
      const most: number[] = []
      const watching = watch(direct, most)
      const tries = await Promise.all([
        ...buyers.map((buyer, i) => call(i, 'POST', '/v1/orders', { key: buyer, json: { listing: listed.body.id, address: HOME } })),
        ...Array.from({ length: PEOPLE * 4 }, (_, i) => call(i, 'GET', `/v1/market/search?q=lamp&limit=${(i % 40) + 1}`)),
      ])
      const orders = tries.slice(0, buyers.length)
      assert.deepEqual(
        orders.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, ...Array.from({ length: buyers.length - 1 }, () => 409)],
      )
      assert.deepEqual([...new Set(tries.slice(buyers.length).map(({ status }) => status))], [200])
      const winner = orders.findIndex(({ status }) => status === 201)
      const { id } = orders[winner]!.body
      const paid = await call(0, 'POST', `/v1/orders/${id}/pay`, { key: buyers[winner]!, json: { method: 'test_ok' } })
      assert.equal(paid.status, 200, JSON.stringify(paid.body))
      // the event proves that notifications from the other process arrive, although they bypass the pooler
      await stream.until(new RegExp(`order ${id}`))
      await until('the end of all jobs and events', async () => (await waiting(direct)) === 0)
      await watching.stop()
      assert.ok(Math.max(...most) <= SERVER_CONNECTIONS, `${Math.max(...most)} connections for requests`)
      assert.ok(most.length > 3)
      assert.deepEqual(await audit({ connectionString: databaseUrl }), [])
    })
  },
)

const HOME = { name: 'Ben Buyer', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

async function openScene(t: TestContext) {
  const home = await makeHome(t)
  const pooler = await startPgBouncer(t, home.databaseUrl, SERVER_CONNECTIONS)
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: home.databaseUrl, DATABASE_POOLER: 'transaction' }
  const web = [await home.start('web', env), await home.start('web', env)]
  await home.start('worker', env, { ready: false })
  const direct = new Client({ connectionString: home.databaseUrl })
  // Ignores the connection error that this client gets when the test drops the database before it closes the client.
  direct.on('error', () => {})
  await direct.connect()
  t.after(() => direct.end())
  return { web, direct, databaseUrl: home.databaseUrl }
}

function watch(direct: Client, most: number[]) {
  let done = false
  const run = async () => {
    while (!done) {
      const { rows } = await direct.query(`select count(*)::int as n from pg_stat_activity where application_name = 'marketplace requests'
        and datname = current_database()`)
      most.push(rows[0].n)
      await sleep(20)
    }
  }
  const running = run()
  return { stop: () => ((done = true), running) }
}

async function waiting(direct: Client): Promise<number> {
  const { rows } = await direct.query(`select (select count(*) from events where dispatched_at is null)::int
    + (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)::int as n`)
  return rows[0].n
}
