import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { recordEvent, recordEvents, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'
import * as address from '#developers/webhooks/address/queries.ts'
import * as queries from '#developers/webhooks/delivery/queries.ts'
import { readHealth, retryFailed } from './index.ts'

const HOUR = 3_600
const SIX_TRIES = [300, 1_800, 2 * HOUR, 6 * HOUR, 24 * HOUR]

describe('the log of webhook deliveries', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life, { LOG_LEVEL: 'fatal' })
  })

  async function seller() {
    const receiver = await startReceiver(life)
    const { id, key } = await app.signUp('Ana')
    await subscribe(app, key, receiver.url, { events: ['question.asked', 'offer.received'] })
    return { id, key, receiver }
  }
  const deliveries = async (key: string, query = '') => (await app.call('GET', `/v1/webhooks/deliveries${query}`, { key })).body
  const retryAll = (key: string, json: object = {}) => app.call('POST', '/v1/webhooks/deliveries/retry', { key, json })
  const health = (id: string) => readHealth(app.service.ctx, { accountId: id } as Person)
  const plantFailed = (accountId: string, count: number) =>
    sql`
      insert into webhook_deliveries (id, account_id, event_id, event_type, body, status, created_at)
      select ${accountId} || '_' || n, ${accountId}, ${accountId} || '_evt_' || n, 'offer.received', '{}', 'failed', ${app.service.ctx.now()}
      from generate_series(1, ${sql.lit(count)}) n`.execute(app.service.ctx.db)

  test('the log counts webhook delivery attempts per hour for the last 24 hours, and is null if the account has no webhook', async () => {
    const none = await app.signUp('Bo')
    assert.equal(await health(none.id), null)
    const { id, key, receiver } = await seller()
    const { hours: unused, switchedOffAt } = (await health(id))!
    assert.deepEqual([unused.filter(({ delivered, failed }) => delivered === 0 && failed === 0).length, switchedOffAt], [24, null])
    receiver.answer = (response) => response.writeHead(receiver.received.length === 2 ? 204 : 500).end()
    // moves the clock to the middle of an hour, so that a time five minutes later falls in the same hour
    const { ctx } = app.service
    await app.advance(HOUR - ((ctx.now().getTime() / 1000) % HOUR) + 600)
    await recordEvent(app, id)
    await app.advance(0)
    await app.advance(310)
    await recordEvent(app, id)
    await app.advance(0)
    await app.advance(2 * HOUR)
    const { hours } = (await health(id))!
    assert.equal(hours.length, 24)
    assert.deepEqual(
      hours.slice(-3).map(({ delivered, failed }) => [delivered, failed]),
      [
        [1, 2],
        [0, 0],
        [0, 1],
      ],
    )
    assert.equal(hours.at(-1)!.from.getTime(), Math.floor(ctx.now().getTime() / 3_600_000) * 3_600_000)
    await app.advance(26 * HOUR)
    const later = (await health(id))!
    assert.ok(
      later.hours.every(({ delivered }) => delivered === 0),
      'older attempts are not counted',
    )
    await app.call('DELETE', '/v1/webhooks', { key })
    const removed = (await health(id))!
    assert.deepEqual([removed.hours.length, removed.switchedOffAt], [24, null], 'the account had a webhook before')
  })

  test('the log of deliveries can be filtered by type, day and status', async () => {
    const { id, key } = await seller()
    await recordEvent(app, id, 'question.asked')
    await app.advance(0)
    const first = app.service.ctx.now().toISOString().slice(0, 10)
    await app.advance(24 * HOUR)
    await recordEvent(app, id, 'offer.received', { object: 'offer' })
    await recordEvent(app, id, 'question.asked')
    await app.advance(0)
    const second = app.service.ctx.now().toISOString().slice(0, 10)
    const totals = async (...queries: string[]) => Promise.all(queries.map(async (query) => (await deliveries(key, query)).total))
    assert.deepEqual(
      await totals('', '?type=question.asked', `?day=${first}`, `?day=${second}`, `?day=${second}&type=offer.received&status=delivered`),
      [3, 2, 1, 2, 1],
    )
    assert.deepEqual(
      await totals(`?day=${first}&type=offer.received`, '?day=2000-01-01', '?day=9999-12-31', '?type=payout.sent'),
      [0, 0, 0, 0],
    )
    for (const [query, param] of [
      ['?type=ping', 'type'],
      ['?day=yesterday', 'day'],
      ['?day=2026-02-30', 'day'],
      ['?day=0000-01-01', 'day'],
    ]) {
      const { status, body } = await app.call('GET', `/v1/webhooks/deliveries${query}`, { key })
      assert.deepEqual([status, body.error.param], [400, param], query)
    }
  })

  test('a single request resends each of the account’s failed deliveries once, with the same body', async () => {
    const { id, key, receiver } = await seller()
    const other = await seller()
    for (const one of [receiver, other.receiver]) one.answer = (response) => response.writeHead(500).end()
    await recordEvents(app, [id, id, id, other.id])
    await app.advance(0)
    for (const delay of SIX_TRIES) await app.advance(delay)
    assert.deepEqual([receiver.received.length, (await deliveries(key, '?status=failed')).total], [18, 3])
    const before_ = new Set(receiver.received.map(({ body }) => body))

    const pressed = app.service.ctx.now().toISOString()
    await app.advance(1)
    const [one, two] = await Promise.all([retryAll(key, { tried_before: pressed }), retryAll(key, { tried_before: pressed })])
    assert.deepEqual([one.status, one.body.object, one.body.left, two.body.left], [202, 'redelivery', 0, 0])
    assert.deepEqual(
      [one.body.sent, two.body.sent].toSorted((a, b) => a - b),
      [0, 3],
      'one of two concurrent requests resends',
    )
    await app.advance(0)
    assert.equal(receiver.received.length, 21)
    assert.deepEqual(new Set(receiver.received.map(({ body }) => body)), before_)
    assert.equal((await deliveries(key, '?status=failed')).total, 3, 'each delivery got one more attempt')
    assert.deepEqual((await retryAll(key, { tried_before: pressed })).body, { object: 'redelivery', sent: 0, left: 0 })
    await app.advance(0)
    assert.equal(receiver.received.length, 21, 'a repeated request resends nothing')
    assert.deepEqual((await retryAll(key)).body, { object: 'redelivery', sent: 3, left: 0 }, 'a new request resends')
    receiver.answer = (response) => response.end()
    await app.advance(0)
    assert.deepEqual([(await deliveries(key, '?status=failed')).total, other.receiver.received.length], [0, 6])
  })

  test('a single request resends at most 500 deliveries, and reports how many remain', async () => {
    const { id, key } = await seller()
    await plantFailed(id, 510)
    const { ctx } = app.service
    // leases all deliveries, so that none is sent and due deliveries stay due
    await sql`update webhook_deliveries set leased_until = now() + interval '1 hour' where account_id = ${id}`.execute(ctx.db)
    assert.deepEqual((await retryAll(key)).body, { object: 'redelivery', sent: 500, left: 10 })
    assert.deepEqual((await retryAll(key)).body, { object: 'redelivery', sent: 0, left: 10 }, 'while the first 500 are pending')
    await sql`update webhook_deliveries set leased_until = null where account_id = ${id}`.execute(ctx.db)
    await app.advance(0)
    assert.deepEqual((await retryAll(key)).body, { object: 'redelivery', sent: 10, left: 0 })
    await app.advance(0)
    assert.deepEqual([(await deliveries(key, '?status=delivered')).total, (await deliveries(key)).total], [510, 510])
  })

  test('a request resends deliveries of the last 30 days, including one that a process with a fast clock tried up to an hour from now', async () => {
    const { id } = await seller()
    const { ctx } = app.service
    const now = ctx.now()
    const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
    await plantFailed(id, 4)
    const plant = (n: number, created: string, tried: string) =>
      sql`
        update webhook_deliveries set created_at = ${created}, attempts = ${JSON.stringify([{ at: tried, error: 'refused' }])}::jsonb
        where id = ${`${id}_${n}`}`.execute(ctx.db)
    const month = 30 * 24 * HOUR * 1_000
    await plant(1, after(-month - 1), after(-1))
    await plant(2, after(-month), after(-1))
    await plant(3, after(0), after(HOUR * 1_000 - 1))
    await plant(4, after(0), after(HOUR * 1_000))
    const resend = (tried_before?: string) =>
      inTransaction({ ...ctx, now: () => now }, (tx) => retryFailed(tx, { accountId: id } as Person, { tried_before }))
    assert.deepEqual(await resend(after(-1)), { sent: 0, left: 0 }, 'only deliveries that were tried before this time')
    assert.deepEqual(await resend(), { sent: 2, left: 0 })
    const { rows } = await sql<{ id: string }>`
      select id from webhook_deliveries where account_id = ${id} and status = 'waiting' order by id`.execute(ctx.db)
    assert.deepEqual(rows, [{ id: `${id}_2` }, { id: `${id}_3` }])
  })

  test('resending deliveries returns an error if the webhook is off or tried_before is invalid', async () => {
    const { id, key, receiver } = await seller()
    await plantFailed(id, 1)
    for (const tried_before of ['soon', 5, '0000-01-01T00:00:00Z'])
      assert.equal((await retryAll(key, { tried_before })).body.error?.param, 'tried_before', String(tried_before))
    await subscribe(app, key, receiver.url, { enabled: false })
    assert.equal((await retryAll(key)).status, 409)
    await app.call('DELETE', '/v1/webhooks', { key })
    assert.equal((await retryAll(key)).status, 409)
    assert.equal((await deliveries(key, '?status=failed')).total, 1)
  })
})

test('claiming, recording and releasing deliveries affects only one webhook, one lease and one delivery', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { db, now: clock } = app.service.ctx
  const people = [await app.signUp('Ana'), await app.signUp('Bo'), await app.signUp('Cleo'), await app.signUp('Dora')] as const
  const [ana, bo, cleo, dora] = people.map(({ id }) => id) as [string, string, string, string]
  const now = clock()
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  for (const account of [ana, bo, cleo])
    await address.insertWebhook(db, account, 'whsec_x', { url: `http://127.0.0.1:9/${account}`, events: account === cleo ? ['listing.sold'] : ['question.asked'], enabled: true, now, keyId: null }) // prettier-ignore
  const add = (id: string, account_id: string) => queries.insertDeliveries(db, [{ id, account_id, event_id: `evt_${id}`, event_type: 'question.asked', body: id }], now) // prettier-ignore
  for (const [id, account] of [['a1', ana], ['a2', ana], ['a3', ana], ['b1', bo], ['c1', cleo], ['d1', dora], ['a1', ana]] as const) await add(id, account) // prettier-ignore
  const column = async (name: 'status' | 'tries' | 'leased_until' | 'next_try_at') =>
    Object.fromEntries((await db.selectFrom('webhook_deliveries').select(['id', name]).execute()).map((row) => [row.id, row[name]]))
  assert.deepEqual(
    await column('status'),
    { a1: 'waiting', a2: 'waiting', a3: 'waiting', b1: 'waiting' },
    'only for a webhook with this type',
  )
  await db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: at(-1) })
    .where('id', '=', 'a2')
    .execute()
  await db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: at(1) })
    .where('id', '=', 'a3')
    .execute()
  const due = async () => [(await queries.accountsDue(db, now)).toSorted(), await queries.anyDue(db, now), await queries.countDue(db, now)]
  assert.deepEqual(await due(), [[ana, bo].toSorted(), true, 3])

  const claim = (accountId: string, room: number) => queries.claimDue(db, [{ accountId, room }], now, 60)
  const [first] = await claim(ana, 1)
  assert.deepEqual([first?.id, first?.url, first?.account_id, first?.tries], ['a2', `http://127.0.0.1:9/${ana}`, ana, 0])
  const rest = await claim(ana, 9)
  assert.deepEqual(rest.map(({ id }) => id), ['a1']) // prettier-ignore
  assert.deepEqual([await claim(ana, 9), await due()], [[], [[bo], true, 1]])
  await queries.releaseClaims(db, [{ id: 'a1', leased_until: at(9_999) }, { id: 'a2', leased_until: first!.leased_until }]) // prettier-ignore
  assert.deepEqual(
    [(await column('leased_until')).a1 === null, (await column('leased_until')).a2],
    [false, null],
    'only a lease that is still held',
  )

  const attempt = { at: now.toISOString(), status: 500, error: 'answered 500', ms: 1 }
  const outcome = { delivered: false, next_try_at: null, attempt }
  await queries.markTries(db, [
    { ...outcome, id: 'a1', lease: at(9_999).toISOString() },
    { ...outcome, id: 'a2', lease: at(9_999).toISOString(), delivered: true },
  ])
  assert.deepEqual([await column('status'), await column('tries')], [{ a1: 'waiting', a2: 'delivered', a3: 'waiting', b1: 'waiting' }, { a1: 0, a2: 1, a3: 0, b1: 0 }]) // prettier-ignore
  await queries.markTries(db, [{ ...outcome, id: 'a1', lease: rest[0]!.leased_until.toISOString() }])
  assert.deepEqual([(await column('status')).a1, (await column('leased_until')).a1], ['failed', null])

  await claim(bo, 1)
  await queries.releaseAll(db)
  assert.deepEqual(await due(), [[bo], true, 1])
  await address.switchOff(db, bo, now)
  assert.deepEqual([(await due()).slice(0, 2), await claim(bo, 1)], [[[], false], []])
  const off = async () =>
    (await db.selectFrom('webhooks').select('account_id').where('enabled', '=', false).execute()).map((row) => row.account_id)
  assert.deepEqual(await off(), [bo])
  await queries.endWaiting(db, bo)
  assert.deepEqual(await column('status'), { a1: 'failed', a2: 'delivered', a3: 'waiting', b1: 'failed' })
  await queries.dueNow(db, 'b1', now)
  assert.deepEqual(await column('status'), { a1: 'failed', a2: 'delivered', a3: 'waiting', b1: 'waiting' })
  assert.deepEqual([await queries.findDelivery(db, ana, 'b1'), (await queries.findDelivery(db, bo, 'b1'))?.id], [undefined, 'b1'])

  const last = async (account: string) => (await address.findWebhook(db, account))?.last_status
  for (const [seconds, status] of [[0, 200], [0, 299], [-1, 500]] as const) await address.setLastTry(db, ana, { at: at(seconds), status, error: null }) // prettier-ignore
  assert.deepEqual([await last(ana), await last(bo)], [299, null], 'a later attempt at the same time counts, an older one does not')
  await address.setHealth(db, [
    { account_id: ana, at: at(2).toISOString(), status: 503, error: 'busy', failing_since: at(2).toISOString() },
  ])
  assert.deepEqual([await last(ana), (await address.findWebhook(db, bo))?.failing_since], [503, null])
  await address.setSecret(db, ana, 'whsec_y', now)
  assert.deepEqual([(await address.findWebhook(db, ana))?.secret, (await address.findWebhook(db, bo))?.secret], ['whsec_y', 'whsec_x'])
  await queries.forgetDeliveriesOf(db, ana)
  await address.deleteWebhook(db, ana)
  assert.deepEqual(
    [await column('status'), await address.findWebhook(db, ana), (await address.findWebhook(db, bo))?.enabled],
    [{ b1: 'waiting' }, undefined, false],
  )
})
