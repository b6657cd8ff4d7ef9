import assert from 'node:assert/strict'
import { after, beforeEach, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { PRESENCE_LOCKS } from '#platform/db/presence.ts'
import { startApp } from '#test/app.ts'
import { until } from '#test/until.ts'
import { claimIdempotencyKey, type Claim, type ClaimRequest } from './idempotency.ts'

type Mine = Extract<Claim, { kind: 'mine' }>

const SECOND = 1_000
const DAY_MS = 86_400_000
/** Second key of the advisory lock of a process that does not exist. */
const OTHER = 4_321
const app = await startApp({ after }, {}, undefined, 'web')
const { db } = app.service.ctx
const now = app.service.ctx.now()
const { holder } = app.service.ctx.presence
/** The service's process, with no requests in progress, at `ms` milliseconds after `now`. */
const processAt = (ms: number, running = new Set<string>()): Context => ({
  ...app.service.ctx,
  now: () => new Date(now.getTime() + ms),
  presence: { holder, running },
})
const request: ClaimRequest = { scope: 'usr_1', method: 'POST', path: '/v1/listings', key: 'key', content: { a: 1, b: [2] } }
const claim = (ctx: Context, change: Partial<ClaimRequest> = {}) => claimIdempotencyKey(ctx, { ...request, ...change })
const claimed = async (ctx: Context, change: Partial<ClaimRequest> = {}): Promise<Mine> => {
  const made = await claim(ctx, change)
  assert.ok(made.kind === 'mine')
  return made
}
const finish = (ctx: Context, mine: Mine, body = '{"ok":true}') => inTransaction(ctx, (tx) => mine.finish(tx, { status: 201, body }))
const rows = async () => (await sql<Record<string, unknown>>`select * from idempotency_keys`.execute(db)).rows
const setRow = (columns: string) => sql`update idempotency_keys set ${sql.raw(columns)}`.execute(db)
const busy = { type: 'conflict', param: 'Idempotency-Key', headers: { 'Retry-After': '1' } }

beforeEach(() => sql`delete from idempotency_keys`.execute(db))

test('a key has 1 to 255 printable ASCII characters', async () => {
  for (const key of ['', 'x'.repeat(256), 'ä', 'a\tb', 'a\n'])
    await assert.rejects(claim(processAt(0), { key }), { type: 'invalid_request', param: 'Idempotency-Key' }, JSON.stringify(key))
  for (const key of ['~', 'x'.repeat(255), ' ']) await claimed(processAt(0), { key })
})

test('a finished request is replayed to the same request only, and its stored response is encrypted', async () => {
  const ctx = processAt(0)
  const body = JSON.stringify({ secret: 'shown once', note: 'größer' })
  const mine = await claimed(ctx)
  await claimed(ctx, { key: 'another' })
  await finish(ctx, mine, body)
  mine.end()
  assert.deepEqual(await claim(ctx, { content: { b: [2], a: 1 } }), { kind: 'replay', answer: { status: 201, body } })
  await assert.rejects(claim(ctx, { content: { a: 1 } }), { type: 'idempotency_mismatch', param: 'Idempotency-Key' })
  for (const change of [{ scope: 'usr_2' }, { method: 'PUT' }, { path: '/v1/shops' }, { key: 'third' }]) await claimed(ctx, change)
  const stored = (await rows()).flatMap(({ answer }) => (answer ? [answer as Buffer] : []))
  assert.equal(stored.length, 1)
  assert.ok(!stored[0]!.includes('shown once'))
  for (let at = 0; at < stored[0]!.length; at++) {
    const changed = Buffer.from(stored[0]!)
    changed[at]! ^= 1
    await sql`update idempotency_keys set answer = ${changed} where answer is not null`.execute(db)
    await assert.rejects(claim(ctx), /authenticate/, `a response with a change in byte ${at}`)
  }
})

test('a running request keeps its key: the same request gets a 409, and a different request a 422', async () => {
  const running = new Set<string>()
  const ctx = processAt(0, running)
  const mine = await claimed(ctx)
  assert.equal(running.size, 1)
  await assert.rejects(claim(ctx), busy)
  await assert.rejects(claim(ctx, { content: {} }), { type: 'idempotency_mismatch' })
  assert.equal(running.size, 1, 'rejected requests are not recorded as running')
  mine.end()
  assert.equal(running.size, 0)
  const away = { ...ctx, db: undefined } as unknown as Context
  await assert.rejects(claim(away))
  assert.equal(running.size, 0, 'nor is a request that could not reach the database')
})

test('the same request takes over the key of a request that its process abandoned; that request can no longer commit', async () => {
  const ctx = processAt(0)
  const abandoned = await claimed(ctx)
  abandoned.end()
  await assert.rejects(claim(ctx, { content: {} }), { type: 'idempotency_mismatch' })
  const second = await claimed(ctx)
  await assert.rejects(finish(ctx, abandoned), { type: 'conflict', message: /took over/ })
  await abandoned.release()
  assert.deepEqual((await rows()).map(({ state }) => state), ['running']) // prettier-ignore
  await finish(ctx, second)
  second.end()
  assert.equal((await claim(ctx)).kind, 'replay')
})

test('a response is stored for 24 hours, counted from the end of the request', async () => {
  const mine = await claimed(processAt(0))
  await finish(processAt(10 * SECOND), mine)
  mine.end()
  assert.equal((await claim(processAt(DAY_MS + 10 * SECOND))).kind, 'replay')
  await claimed(processAt(DAY_MS + 10 * SECOND + 1), { content: { other: true } })
  const [row, ...others] = await rows()
  assert.deepEqual([row!.state, row!.status, row!.answer, others], ['running', null, null, []])
})

test('a request whose claim was deleted meanwhile still stores its response', async () => {
  const ctx = processAt(0)
  const mine = await claimed(ctx)
  await sql`delete from idempotency_keys`.execute(db)
  await finish(ctx, mine)
  mine.end()
  assert.equal((await claim(ctx)).kind, 'replay')
})

test('a claim of an earlier release, which names no process, ends after a minute', async () => {
  await claimed(processAt(0))
  await setRow('holder = null')
  await assert.rejects(claim(processAt(60 * SECOND)), busy)
  await claimed(processAt(60 * SECOND + 1))
})

test('the key of another process is free once that process no longer holds its own lock in this database', async (t) => {
  const connect = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  const elsewhere = new URL(app.databaseUrl)
  elsewhere.pathname = '/postgres'
  const [here, there] = [await connect(app.databaseUrl), await connect(elsewhere.href)]
  // must end before the database is dropped
  t.after(() => Promise.all([here.end(), there.end()]))
  const claimOfOther = async () => {
    await sql`delete from idempotency_keys`.execute(db)
    await claimed(processAt(0))
    await setRow(`holder = ${OTHER}`)
  }
  await claimOfOther()
  await here.query(`select pg_advisory_lock(${PRESENCE_LOCKS}, ${OTHER})`)
  await assert.rejects(claim(processAt(DAY_MS)), busy)
  await here.query('select pg_advisory_unlock_all()')
  await claimed(processAt(0))

  const wrong = {
    'a lock of a different kind': [here, `${PRESENCE_LOCKS + 1}, ${OTHER}`],
    'the lock of a different process': [here, `${PRESENCE_LOCKS}, ${OTHER + 1}`],
    'a lock with one key': [here, `(${PRESENCE_LOCKS}::int8 << 32) | ${OTHER}`],
    'a lock in a different database': [there, `${PRESENCE_LOCKS}, ${OTHER}`],
  } as const
  for (const [name, [client, keys]] of Object.entries(wrong)) {
    await claimOfOther()
    await client.query(`select pg_advisory_lock(${keys})`)
    assert.equal((await claim(processAt(0))).kind, 'mine', name)
    await client.query('select pg_advisory_unlock_all()')
  }
})

test('releasing a claim frees its key, but never a key that another request has claimed, nor a stored response', async () => {
  const ctx = processAt(0)
  const failed = await claimed(ctx)
  await failed.release()
  failed.end()
  const next = await claimed(ctx, { content: { other: true } })
  await claimed(ctx, { key: 'another' })
  await failed.release()
  assert.equal((await rows()).length, 2)
  await finish(ctx, next)
  await next.release()
  next.end()
  assert.equal((await claim(ctx, { content: { other: true } })).kind, 'replay')
})

/** Replaces the timer that releases a claim. `tick` runs what the timer would run after its next interval of 250 ms. */
function releaseTimer(t: TestContext): { tick(): Promise<void> } {
  const { setInterval: start, clearInterval: stop } = globalThis
  const timer = { unref: () => timer }
  let work: (() => void) | null = null
  const started = (run: () => void, ms?: number) => (ms === 250 ? ((work = run), timer) : start(run, ms))
  t.mock.method(globalThis, 'setInterval', started as typeof start)
  t.mock.method(globalThis, 'clearInterval', (one: unknown) => (one === timer ? (work = null) : stop(one as NodeJS.Timeout)))
  return {
    async tick() {
      work?.()
      await new Promise(setImmediate)
    },
  }
}

/** Returns a context for a claim, and a function that makes its database unavailable and counts the attempts to use it. */
async function claimInOutage() {
  const ctx = { ...processAt(0) }
  const mine = await claimed(ctx)
  const counted = { calls: 0 }
  const setDatabase = (executor: () => unknown) => {
    const getExecutor = () => (counted.calls++, executor())
    ctx.db = { getExecutor } as unknown as Context['db']
  }
  setDatabase(() => {
    throw new Error('the database is unavailable')
  })
  return { mine, counted, setDatabase }
}

test('while the database is unavailable, a claim is released as soon as it returns', async (t) => {
  const { tick } = releaseTimer(t)
  const { mine, counted, setDatabase } = await claimInOutage()
  await mine.release()
  assert.equal(counted.calls, 1)
  await tick()
  await tick()
  assert.equal(counted.calls, 3)
  setDatabase(() => db.getExecutor())
  await tick()
  await until('the claim is released', async () => (await rows()).length === 0)
  await tick()
  assert.equal(counted.calls, 4, 'after the release, no further attempt is made')
})

test('after a minute without the database, the service no longer tries to release the claim', async (t) => {
  const { tick } = releaseTimer(t)
  const { mine, counted } = await claimInOutage()
  const startedAt = performance.now()
  let ms = 0
  t.mock.method(performance, 'now', () => startedAt + ms)
  await mine.release()
  for (const [later, expected] of [
    [60_000, 2],
    [60_001, 2],
    [0, 2],
  ] as const) {
    // prettier-ignore
    ms = later
    await tick()
    assert.equal(counted.calls, expected, `${later} ms after the request`)
  }
})
