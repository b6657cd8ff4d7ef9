import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { openEmbedded } from '#platform/database/embedded.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { send } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { makeHome, type Child } from '#test/child.ts'
import { read, testFolder } from '#test/cluster.ts'
import { slack } from '#test/machine.ts'
import { HOME } from '#test/sales.ts'
import { isReady } from '#test/program.ts'

const PARTS = ['web', 'worker', 'database'] as const
type Part = (typeof PARTS)[number]
const ROUNDS: readonly (readonly Part[])[] = [
  ['web'],
  ['database'],
  ['worker'],
  ['web', 'worker'],
  ['worker', 'database'],
  ['web', 'worker', 'database'],
]

const ENDS = ['used', 'returned', 'kept'] as const
type End = (typeof ENDS)[number]

const DAY_S = 86_400
const LONGEST_MS = slack(30_000)

test('killing the web process, the worker or the database with kill -9 never loses or duplicates a deposit', async (t) => {
  const market = await openMarket(t)
  const lanes = await Promise.all(ENDS.map((end) => openLane(market, end)))
  t.after(() => lanes.forEach((lane) => lane.stop()))
  const living = Promise.all(lanes.map((lane) => lane.live()))
  living.catch(() => {})
  const fellTo: Record<Part, number> = { web: 0, worker: 0, database: 0 }

  for (const victims of ROUNDS) {
    const before = market.steps()
    await until(async () => market.steps() >= before + 4, `no step after ${before}`, living)
    // kills the process at a random time
    await sleep(randomInt(40))
    for (const part of victims) fellTo[part]++
    await market.kill(victims)
    await until(() => market.answers(), 'the market answers again', living)
    // lets the idempotency keys of interrupted requests expire
    await market.advance(61)
    await noDepositTwice(market.connection())
    assert.deepEqual(await audit(market.connection()), [], `after killing ${victims.join(' and ')}`)
  }

  for (const lane of lanes) lane.stop()
  await living
  // this is long enough for unused deposits to expire, and for the service to send all due refunds and payouts
  await market.advance(4 * DAY_S)
  const paid = lanes.flatMap(({ end, holds }) => holds.map((id) => ({ id, end })))
  await until(async () => (await statusesOf(market.connection(), 'active')) === 0, 'every expired deposit is kept by the seller')
  await until(async () => (await transfersDue(market.connection())) === 0, 'every refund and payout is sent')
  const found = await noDepositTwice(market.connection())
  for (const { id, end } of paid) assert.equal(found.get(id), end, `the deposit of ${id}`)
  assert.deepEqual(await audit(market.connection()), [])

  for (const end of ENDS)
    assert.ok(
      paid.some((one) => one.end === end),
      `no deposit was ${end}`,
    )
  assert.ok(market.cutOff() > 0, 'no request was interrupted: the kills came too early')
  t.diagnostic(
    `kills: ${JSON.stringify(fellTo)}; deposits: ${ENDS.map((end) => `${paid.filter((one) => one.end === end).length} ${end}`).join(', ')}`,
  )
  t.diagnostic(`${market.steps()} steps were answered, ${market.cutOff()} requests were cut off and sent again`)
})

type Market = Awaited<ReturnType<typeof openMarket>>

/** Starts a database, a web process and a worker. The test can kill and restart each of them. */
async function openMarket(t: TestContext) {
  const folder = testFolder('resale-holds-')
  // Uses a database with durable commits, so that no acknowledged write is lost.
  const database = await openEmbedded({ dataDir: folder }, { info() {}, warn() {}, error() {} })
  const home = await makeHome(t)
  t.after(async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { host, user, database: name } = database.connection
  const env = { DATABASE_URL: `postgres://${user}@${encodeURIComponent(host!)}:5432/${name}`, DATABASE_PATIENCE: '10', LOG_LEVEL: 'error' }
  const running: Partial<Record<'web' | 'worker', Child>> = { web: await home.start('web', env) }
  const port = running.web!.port
  const start = async (role: 'web' | 'worker') => {
    running[role] = await home.start(role, { ...env, PORT: String(port) }, { ready: false })
  }
  await start('worker')
  let [steps, cutOff, over] = [0, 0, false]
  t.after(() => void (over = true))

  const killDatabase = async () => {
    const before = runningServer(folder)
    assert.ok(before, 'a database is running')
    process.kill(before.pid, 'SIGKILL')
    await until(async () => ![null, before.pid].includes(runningServer(folder)?.pid ?? null), 'the database is back')
  }
  const kill = async (role: 'web' | 'worker') => {
    running[role]!.process.kill('SIGKILL')
    await running[role]!.exited
    await start(role)
  }

  return {
    connection: (): ClientConfig => database.connection,
    steps: () => steps,
    cutOff: () => cutOff,
    kill: (victims: readonly Part[]) => Promise.all(victims.map((part) => (part === 'database' ? killDatabase() : kill(part)))),
    async answers() {
      for (const { process: child, output } of Object.values(running)) assert.equal(child.exitCode, null, output())
      return isReady(port)
    },
    async advance(seconds: number) {
      await until(
        async () => (await send(port, 'POST', '/v1/test/clock', { json: { advance_seconds: seconds } }).catch(() => null))?.status === 200,
        'the clock moves',
      )
    },
    /**
     * Repeats a write with the same idempotency key until it gets a response, and returns the body. Returns null for a 409 after an
     * interrupted attempt, because that attempt took effect.
     */
    async write(key: string, path: string, json: unknown): Promise<{ id: string } | null> {
      const headers = { 'idempotency-key': randomUUID() }
      const deadline = performance.now() + LONGEST_MS
      for (let cut = false; ;) {
        assert.ok(!over, 'the test has ended')
        const reply = await send(port, 'POST', path, { key, json, headers }).catch(() => null)
        if (reply && reply.status < 300) {
          steps++
          return reply.body
        }
        if (reply?.status === 409 && cut && reply.headers['retry-after'] === undefined) return null
        const isCut = reply === null || reply.status >= 500
        assert.ok(isCut || reply.status === 409, `${path}: ${reply?.status} ${JSON.stringify(reply?.body)}`)
        assert.ok(performance.now() < deadline, `${path} got no response: ${reply?.status} ${JSON.stringify(reply?.body)}`)
        if (isCut) cutOff++
        cut ||= isCut
        await sleep(25)
      }
    },
    async signUp(person: string): Promise<string> {
      const json = { name: person, email: `${person.toLowerCase()}@example.test`, password: 'a long enough password' }
      const { status, body } = await send(port, 'POST', '/v1/accounts', { json })
      assert.equal(status, 201, JSON.stringify(body))
      return body.api_key.secret
    },
    async patch(key: string, path: string, json: unknown) {
      assert.equal((await send(port, 'PATCH', path, { key, json })).status, 200)
    },
    async read(key: string, path: string): Promise<{ status: string } | null> {
      const reply = await send(port, 'GET', path, { key }).catch(() => null)
      return reply?.status === 200 ? reply.body : null
    },
  }
}

/** Repeatedly creates a hold between a seller and a buyer, and moves each paid deposit to the same final state, `end`. */
async function openLane(market: Market, end: End) {
  const [seller, buyer] = [await market.signUp(`Sol-${end}`), await market.signUp(`Ben-${end}`)]
  const slug = `lane-${end}`
  await market.write(seller, '/v1/shops', { name: `Lane ${end}`, slug })
  await market.patch(seller, `/v1/shops/${slug}`, { ask_hold: true })
  const holds: string[] = []
  let going = true

  async function one(): Promise<void> {
    const listing = await market.write(seller, '/v1/listings', { shop: slug, title: 'Oak chair', price: 100, shipping: 8, publish: true })
    const hold = await market.write(buyer, '/v1/holds', { listing: listing!.id })
    const { id } = hold!
    await market.write(buyer, `/v1/holds/${id}/pay`, { method: 'test_ok' })
    // the worker completes the payment if it was interrupted
    await becomes(buyer, `/v1/holds/${id}`, 'active')
    holds.push(id)
    if (end === 'returned') {
      await market.write(seller, `/v1/holds/${id}/return`, {})
      await becomes(buyer, `/v1/holds/${id}`, 'returned')
    }
    if (end === 'used') {
      const order = await market.write(buyer, '/v1/orders', { listing: listing!.id, address: HOME, hold: true })
      await market.write(buyer, `/v1/orders/${order!.id}/pay`, { method: 'test_ok' })
      await becomes(buyer, `/v1/orders/${order!.id}`, 'paid')
    }
  }

  const becomes = (key: string, path: string, status: string) =>
    until(async () => (await market.read(key, path))?.status === status, `${path} is ${status}`)

  return {
    end,
    holds,
    stop: () => void (going = false),
    async live() {
      while (going) await one()
    },
  }
}

type Books = { id: string; status: string; paid: number; held: number; seller: number; used: number; back: number }

/**
 * Checks that the ledger sums to zero, and that each received deposit is in exactly one state: active, retained by the seller, used in an
 * order, or returned. Returns these states by hold id.
 */
async function noDepositTwice(connection: ClientConfig): Promise<Map<string, string>> {
  const [sum] = await read<{ cents: number }>(connection, 'select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries')
  assert.equal(sum!.cents, 0, 'the ledger sums to zero')
  const rows = await read<Books>(connection, BOOKS)
  const accounts = new Map<string, string>()
  for (const row of rows) {
    const { id, paid, held, seller, used, back } = row
    const at = Object.entries({ active: held, kept: seller, used, returned: back }).filter(([, cents]) => cents !== 0)
    assert.ok(at.length <= 1, `a deposit is counted twice: ${JSON.stringify(row)}`)
    if (paid > 0)
      assert.deepEqual(
        at.map(([, cents]) => cents),
        [paid],
        `a deposit is stored completely: ${JSON.stringify(row)}`,
      )
    else assert.deepEqual(at, [], `nothing was paid: ${JSON.stringify(row)}`)
    if (at[0]) accounts.set(id, at[0][0])
  }
  return accounts
}

const BOOKS = `
  with orders_of as (select distinct posting from ledger_entries where order_id is not null)
  select h.id, h.status,
    coalesce(-sum(e.amount_cents) filter (where e.account = 'buyer' and e.amount_cents < 0), 0)::int as paid,
    coalesce(sum(e.amount_cents) filter (where e.account = 'buyer' and e.amount_cents > 0), 0)::int as back,
    coalesce(sum(e.amount_cents) filter (where e.account = 'escrow'), 0)::int as held,
    coalesce(sum(e.amount_cents) filter (where e.account in ('seller', 'bank')), 0)::int as seller,
    coalesce(-sum(e.amount_cents) filter (where e.account = 'escrow' and e.posting in (select posting from orders_of)), 0)::int as used
  from holds h left join ledger_entries e on e.hold_id = h.id group by h.id, h.status`

const statusesOf = async (connection: ClientConfig, status: string): Promise<number> =>
  (await read<{ n: number }>(connection, `select count(*)::int as n from holds where status = '${status}'`))[0]!.n

const transfersDue = async (connection: ClientConfig): Promise<number> =>
  (await read<{ n: number }>(connection, `select count(*)::int as n from money_moves where status = 'due'`))[0]!.n

async function until(is: () => Promise<boolean>, what: string, concurrent?: Promise<unknown>): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  const failed = concurrent ?? new Promise<void>(() => {})
  while (!(await is())) {
    assert.ok(performance.now() < deadline, what)
    await Promise.race([sleep(25), failed])
  }
}
