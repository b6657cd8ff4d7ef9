import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { migrationNames } from '#platform/db/migrate.ts'
import { sendToAny as send, type Call, type Reply } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { EARLIER, earlierRelease, hasEarlier } from '#test/chaos/earlier-release.ts'
import { makeHome, type Child } from '#test/child.ts'
import { HOME } from '#test/sales.ts'

const BOTH_MS = 6_000
const MOST_ROUNDS = 60

test(
  'an earlier release and this one serve one market side by side while it is brought from one to the other: no 5xx, nothing lost',
  { skip: !hasEarlier && `commit ${EARLIER} is not in this clone: git fetch --unshallow` },
  async (t) => {
    const home = await makeHome(t, { empty: true })
    const before = await home.start('all', {}, { folder: earlierRelease(t) })
    const traffic = await startTraffic([before])
    await sleep(1_000)
    const had = await migrationsOf(home.databaseUrl)

    const toCome = migrationNames().filter((name) => !had.includes(name))
    const said = plan(home.databaseUrl)
    for (const name of toCome) assert.ok(said.includes(`\n${name}\n`), said)
    assert.match(said, /The release before this one goes on working beside it/)
    assert.deepEqual(await migrationsOf(home.databaseUrl), had, 'a plan changes nothing')

    const after = await home.start('all')
    traffic.to([before, after])
    const has = await migrationsOf(home.databaseUrl)
    assert.deepEqual(has, migrationNames())
    assert.ok(toCome.length > 0, 'there is nothing between the two: name an earlier release')
    assert.match(plan(home.databaseUrl), /a start changes nothing in it/)
    await sleep(BOTH_MS)
    assert.equal((await send(before.port, 'GET', '/readyz')).status, 200, 'a balancer would take the earlier release out')

    traffic.to([after])
    await traffic.quiet(before)
    before.process.kill('SIGTERM')
    assert.equal(await before.exited, 0, before.output())
    await sleep(1_000)
    const { replies, made } = await traffic.stop()

    assert.deepEqual(
      replies.filter(({ status }) => status >= 400),
      [],
    )
    for (const child of [before, after]) assert.doesNotMatch(child.output(), /"level":(50|60)/)
    for (const port of [before.port, after.port])
      assert.ok(replies.filter((one) => one.port === port).length > 30, `traffic through ${port}`)
    t.diagnostic(`${toCome.length} migrations under ${replies.length} requests`)
    for (const { path, key, is } of made) {
      const { status, body } = await send(after.port, 'GET', path, { key })
      assert.deepEqual([path, status, body.status], [path, 200, is])
    }
    assert.ok(made.length > 30, `${made.length} records`)
    await untilHandedOut(home.databaseUrl)
    assert.deepEqual(await audit({ connectionString: home.databaseUrl }), [])
  },
)

const plan = (url: string): string =>
  execFileSync(process.execPath, ['--import', './bin/tsx.js', 'bin/upgrade.ts', '--plan'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
    encoding: 'utf8',
  })

type Answer = { port: number; status: number; call: string; error?: unknown }
type Made = { path: string; key: string; is: string }

/** Simulates users who list, haggle, buy and read, in turn through all current processes. */
async function startTraffic(first: readonly Child[]) {
  let processes = first
  let stopped = false
  let turn = 0
  const replies: Answer[] = []
  const made: Made[] = []
  const open = new Map<Child, number>()

  const call = async (method: string, path: string, options: Call = {}): Promise<Reply> => {
    const child = processes[turn++ % processes.length]!
    open.set(child, (open.get(child) ?? 0) + 1)
    try {
      const reply = await send(child.port, method, path, options)
      replies.push({ port: child.port, status: reply.status, call: `${method} ${path}`, ...(reply.status >= 400 && { error: reply.body }) })
      return reply
    } catch (error) {
      replies.push({ port: child.port, status: 599, call: `${method} ${path}`, error })
      throw error
    } finally {
      open.set(child, open.get(child)! - 1)
    }
  }
  const person = async (name: string): Promise<string> => {
    const json = { name, email: `${name}@example.test`, password: 'a long enough password' }
    return (await call('POST', '/v1/accounts', { json })).body.api_key.secret
  }
  const life = async (name: string): Promise<void> => {
    const [seller, buyer] = [await person(`${name}-seller`), await person(`${name}-buyer`)]
    await call('POST', '/v1/shops', { key: seller, json: { name: `Shop ${name}`, slug: `shop-${name}`, haggle: false } })
    for (let round = 0; !stopped && round < MOST_ROUNDS; round++) made.push(...(await oneRound(call, seller, buyer, round)))
  }
  const lives = Promise.all(['ann', 'bob', 'cid'].map(life))
  lives.catch(() => {})
  return {
    to: (next: readonly Child[]) => void (processes = next),
    /** Waits until this process has answered its requests, like a load balancer. */
    async quiet(child: Child) {
      for (let tries = 0; (open.get(child) ?? 0) > 0; tries++) {
        assert.ok(tries < 600, 'a request hangs')
        await sleep(50)
      }
    },
    async stop() {
      stopped = true
      await lives.catch((error: unknown) =>
        assert.fail(`${String(error)} ${JSON.stringify(replies.filter(({ status }) => status >= 400))}`),
      )
      return { replies, made }
    },
  }
}

/** Creates a draft, a listing with an accepted offer and one that is bought and paid for, and reads in between. */
async function oneRound(
  call: (method: string, path: string, options?: Call) => Promise<Reply>,
  seller: string,
  buyer: string,
  round: number,
): Promise<Made[]> {
  const list = async (publish: boolean): Promise<string> =>
    (await call('POST', '/v1/listings', { key: seller, json: { title: `Brass lamp ${round}`, price: 40, shipping: 0, publish } })).body.id
  const [draft, haggled, bought] = [await list(false), await list(true), await list(true)]
  const offer = await call('POST', '/v1/offers', { key: buyer, json: { listing: haggled, amount: 35 } })
  await call('GET', `/v1/market/search?q=lamp&limit=${(round % 40) + 1}`)
  await call('POST', `/v1/offers/${offer.body.id}/accept`, { key: seller })
  const order = await call('POST', '/v1/orders', { key: buyer, json: { listing: bought, address: HOME } })
  await call('POST', `/v1/orders/${order.body.id}/pay`, { key: buyer, json: { method: 'test_ok' } })
  await call('GET', '/v1/inbox', { key: seller })
  await call('PATCH', `/v1/listings/${draft}`, { key: seller, json: { price: 41 } })
  return [
    { path: `/v1/listings/${draft}`, key: seller, is: 'draft' },
    { path: `/v1/offers/${offer.body.id}`, key: buyer, is: 'accepted' },
    { path: `/v1/orders/${order.body.id}`, key: buyer, is: 'paid' },
    { path: `/v1/listings/${bought}`, key: seller, is: 'sold' },
  ]
}

async function asked<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

const migrationsOf = async (url: string): Promise<string[]> =>
  (await asked<{ name: string }>(url, 'select name from schema_migrations order by name collate "C"')).map(({ name }) => name)

async function untilHandedOut(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const [row] = await asked<{ n: number }>(url, 'select count(*)::int as n from events where dispatched_at is null')
    if (row!.n === 0) return
    assert.ok(tries < 300, `${row!.n} events stand`)
    await sleep(100)
  }
}
