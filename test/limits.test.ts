import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import { startApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { openSeller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

describe('rate limits for requests and sign-ins', () => {
  let db: Context['db']
  let drop: () => Promise<void>
  before(async () => ({ db, drop } = await testDatabase()))
  after(() => drop())
  const limitsOf = (now: () => Date) => createRateLimits(true, { db, now, metrics: { refusal: () => {} } })

  test('a key can send 20 requests per second, with a burst of 60; further requests get 429 with Retry-After', async (t) => {
    const app = await startApp(t, { RATE_LIMITS: 'on' })
    const ana = await app.signUp('Ana')
    // Stops the clock, so that the speed of the machine does not affect the result.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const replies = await Promise.all(Array.from({ length: 100 }, () => app.call('GET', '/v1/me', { key: ana.key })))
    const refused = replies.filter(({ status }) => status === 429)
    assert.equal(refused.length, 40)
    assert.equal(replies.find(({ status }) => status === 200)!.headers['ratelimit-policy'], '"default";q=20;w=1;burst=60')
    assert.match(replies[0]!.headers['ratelimit']!, /^"default";r=\d+;t=1$/)
    assert.deepEqual([refused[0]!.body.error.type, refused[0]!.headers['retry-after']], ['rate_limit', '1'])
    t.mock.timers.reset()
    await app.advance(3)
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).status, 200)
  })

  test('clients without a key can send 10 requests per second per IP address, with a burst of 40', async () => {
    let now = 0
    const limits = limitsOf(() => new Date(now))
    assert.equal(await spend(() => limits.request({ address: '192.0.2.1' }), 100), 40)
    now += 1000
    assert.equal(await spend(() => limits.request({ address: '192.0.2.1' }), 100), 10)
    await limits.request({ address: '192.0.2.2' })
  })

  test('IPv6 addresses in the same /64 network share one rate limit', async () => {
    const limits = limitsOf(() => new Date(0))
    for (let i = 0; i < 40; i++) await limits.request({ address: `2001:db8:1:2::${i}` })
    await assert.rejects(limits.request({ address: '2001:db8:1:2:ffff::1' }))
    await limits.request({ address: '2001:db8:1:3::1' })
  })

  test('an account can send 60 messages an hour and test its webhook 6 times a minute', async () => {
    let now = 0
    const limits = limitsOf(() => new Date(now))
    const waits = (seconds: number) => (error: { headers: Record<string, string> }) => error.headers['Retry-After'] === String(seconds)
    for (let i = 0; i < 60; i++) await limits.take({ db }, 'message', 'usr_1')
    await assert.rejects(limits.take({ db }, 'message', 'usr_1'), waits(3600))
    await limits.take({ db }, 'message', 'usr_2')
    for (let i = 0; i < 6; i++) await limits.take({ db }, 'webhook test', 'usr_1')
    now += 15_000
    await assert.rejects(limits.take({ db }, 'webhook test', 'usr_1'), waits(45))
    now += 45_000
    await limits.take({ db }, 'webhook test', 'usr_1')
  })

  test('each new thread, reply and webhook test counts toward its rate limit', async (t) => {
    const app = await startApp(t, { RATE_LIMITS: 'on' })
    const [seller, buyer] = [await openSeller(app), await app.signUp('Ben')]
    const send = (path: string, json: object) => app.call('POST', path, { key: buyer.key, json })
    const { ctx } = app.service
    for (let used = 0; used < 57; used++) await ctx.rateLimits.take(ctx, 'message', buyer.id)
    const started = await send('/v1/threads', { shop: seller.slug, text: 'Hello' })
    const reply = `/v1/threads/${started.body.id}/messages`
    const again = await send('/v1/threads', { shop: seller.slug, text: 'Hello again' })
    assert.deepEqual([started.status, again.status, (await send(reply, { text: 'More' })).status], [201, 201, 201])
    for (const refused of [await send('/v1/threads', { shop: seller.slug, text: 'One more' }), await send(reply, { text: 'One more' })])
      assert.deepEqual([refused.status, refused.body.error.type], [429, 'rate_limit'])
    await seller.call('PUT', '/v1/webhooks', { json: { url: 'http://127.0.0.1:9/none' } })
    const pings = []
    for (let more = 0; more < 7; more++) pings.push((await seller.call('POST', '/v1/webhooks/test')).status)
    assert.deepEqual(pings, [200, 200, 200, 200, 200, 200, 429])
  })

  test('the service allows 10 failed sign-ins per email address in 10 minutes, and does not count successful ones', async () => {
    let now = 0
    const limits = limitsOf(() => new Date(now))
    for (let i = 0; i < 10; i++) await limits.take({ db }, 'password', 'ana@example.test')
    await assert.rejects(
      limits.take({ db }, 'password', ' Ana@Example.test'),
      (error: { headers: Record<string, string> }) => error.headers['Retry-After'] === '600',
    )
    await limits.giveBack({ db }, 'password', 'ana@example.test')
    await limits.take({ db }, 'password', 'ana@example.test')
    await limits.take({ db }, 'password', 'bo@example.test')
    now += 600_000
    await limits.take({ db }, 'password', 'ana@example.test')
  })

  test('the rate limiter refuses to count failed attempts inside a transaction, because a rollback would undo the count', async () => {
    const limits = limitsOf(() => new Date(0))
    await assert.rejects(
      inTransaction({ db } as Context, (tx) => limits.take(tx, 'password', 'cy@example.test')),
      /count it before the transaction/,
    )
  })

  test('sign-in attempts over HTTP are limited per IP address and time window', async (t) => {
    const app = await startApp(t, { RATE_LIMITS: 'on' })
    const tries = async () => await app.call('POST', '/v1/sessions', { json: { email: 'a@example.test', password: 'x' } })
    for (let i = 0; i < 10; i++) assert.equal((await tries()).status, 401)
    const refused = await tries()
    assert.deepEqual([refused.status, refused.body.error.type], [429, 'rate_limit'])
    assert.ok(Number(refused.headers['retry-after']) > 500)
    await app.advance(601)
    assert.equal((await tries()).status, 401)
  })

  test('in local mode, rate limits are off by default', async (t) => {
    const app = await startApp(t)
    const replies = await Promise.all(Array.from({ length: 80 }, () => app.call('GET', '/v1/market/stores')))
    assert.ok(replies.every(({ status, headers }) => status === 200 && headers['ratelimit'] === undefined))
  })
})

async function spend(request: () => Promise<unknown>, times: number): Promise<number> {
  let passed = 0
  for (let i = 0; i < times; i++)
    passed += await request().then(
      () => 1,
      () => 0,
    )
  return passed
}

describe('the monthly request quota', () => {
  test('the quota counts every request except GET /me; once the quota is used up, requests get 429 until the next month', async (t) => {
    const app = await startApp(t, { USAGE_LIMIT: '5' })
    const ana = await app.signUp('Ana')
    const usage = async () => (await app.call('GET', '/v1/me', { key: ana.key })).body.usage
    const before = (await usage()).requests
    const left = 5 - before
    for (let i = 0; i < left; i++) assert.equal((await app.call('GET', '/v1/shops', { key: ana.key })).status, 200)
    assert.deepEqual(await usage(), { requests: 5, limit: 5 })
    const refused = await app.call('GET', '/v1/shops', { key: ana.key })
    assert.deepEqual([refused.status, refused.body.error.type], [429, 'usage_limit'])
    const now = app.service.ctx.now()
    const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const retryAfter = Number(refused.headers['retry-after'])
    assert.ok(Math.abs(retryAfter - (monthEnd - now.getTime()) / 1000) < 5)
    assert.equal((await usage()).requests, 5)
    await app.advance(retryAfter + 1)
    assert.equal((await usage()).requests, 0)
    assert.equal((await app.call('GET', '/v1/shops', { key: ana.key })).status, 200)
  })

  test('the monthly request count survives a restart of the service', async (t) => {
    const life = lifetime(t)
    const { url: DATABASE_URL, drop: dropDatabase } = await testDatabase()
    life.after(dropDatabase)
    const first = await startApp(life, { DATABASE_URL })
    const { key } = await first.signUp()
    await Promise.all(Array.from({ length: 37 }, () => first.call('GET', '/v1/shops', { key })))
    await first.service.stop()
    const second = await startApp(life, { DATABASE_URL })
    assert.equal((await second.call('GET', '/v1/me', { key })).body.usage.requests, 37)
  })

  test('the service counts each request only once, even if flushes of the counter overlap', async (t) => {
    const app = await startApp(t)
    const ana = await app.signUp('Ana')
    const { usage, now, db } = app.service.ctx
    const before = await usage.read(db, ana.id, now())
    for (let round = 0; round < 20; round++)
      await Promise.all([usage.count(ana.id, now()), usage.flush(), usage.count(ana.id, now()), usage.flush()])
    await usage.flush()
    await usage.flush()
    assert.equal(await usage.read(db, ana.id, now()), before + 40)
  })
})
