import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as address from '#developers/webhooks/address/queries.ts'
import * as deliveries from '#developers/webhooks/delivery/queries.ts'
import * as log from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id, (await app.signUp('Eve')).id]
const now = ctx.now()
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

for (const account of [ana, ben])
  await address.insertWebhook(db, account, `whsec_${account}`, { url: 'http://127.0.0.1:9/', events: ['offer.received'], enabled: true, now, keyId: null }) // prettier-ignore
beforeEach(() => db.deleteFrom('webhook_deliveries').execute())

type Tried = readonly [hours: number, error: string | null]
type Fields = { of?: string; status?: 'waiting' | 'delivered' | 'failed'; due?: number; created?: number; leased?: number; type?: string }
async function add(id: string, tried: readonly Tried[], { of = ana, status = 'failed', due = -1, created = -5, leased, type = 'offer.received' }: Fields = {}) {
  const attempts = tried.map(([hours, error]) => ({ at: at(hours).toISOString(), status: error === null ? 200 : 500, error, ms: 1 }))
  const next_try_at = status === 'waiting' ? at(due) : null
  const leased_until = leased === undefined ? null : at(leased)
  await db
    .insertInto('webhook_deliveries')
    .values({ id, account_id: of, event_id: `evt_${id}`, event_type: type, body: '{}', status, next_try_at, leased_until, attempts: JSON.stringify(attempts), created_at: at(created) })
    .execute()
} // prettier-ignore
const statuses = async () =>
  Object.fromEntries(
    (await db.selectFrom('webhook_deliveries').select(['id', 'status']).orderBy('id').execute()).map(({ id, status }) => [id, status]),
  )

test('the attempts of an account are counted by hour and result, from the given time', async () => {
  await add('one', [[-30, 'refused'], [-1.5, 'refused'], [-1, null]]) // prettier-ignore
  await add('two', [[-2, 'refused'], [-0.5, 'refused']]) // prettier-ignore
  await add('old', [[-3, null]])
  await add('theirs', [[-1, null]], { of: ben })
  const hours = (await log.triesByHour(db, ana, at(-2))).toSorted((a, b) => a.hour - b.hour)
  assert.deepEqual(hours, [
    { hour: 0, delivered: 0, failed: 2 },
    { hour: 1, delivered: 1, failed: 1 },
  ])
  assert.deepEqual([await log.anyDelivery(db, ana), await log.anyDelivery(db, ben), await log.anyDelivery(db, eve)], [true, true, false])
})

test('only failed deliveries of the account, the period and the given time of the last attempt are resent', async () => {
  const tried: readonly Tried[] = [[-2, 'refused']]
  await add('a_earlier', [[-3, 'refused']])
  await add('b_later', tried)
  await add('c_untried', [])
  await add('d_last_too_late', [[-3, 'refused'], [-1, 'refused']]) // prettier-ignore
  await add('e_too_old', tried, { created: -11 })
  await add('f_delivered', [[-2, null]], { status: 'delivered' })
  await add('g_due', tried, { status: 'waiting', due: 0 })
  await add('h_not_due', tried, { status: 'waiting', due: 1 })
  await add('i_theirs', tried, { of: ben })
  await add('j_theirs_due', tried, { of: ben, status: 'waiting' })
  const before = await statuses()
  const failed = { accountId: ana, retainedSince: at(-10), triedBefore: at(-1) }
  assert.equal(await log.countFailed(db, failed), 3)
  assert.equal(await log.retryFailed(db, failed, now, 1), 0, 'one delivery is already due')
  assert.equal(await log.retryFailed(db, failed, now, 2), 1)
  assert.deepEqual(await statuses(), { ...before, c_untried: 'waiting' }, 'deliveries without an attempt come first')
  assert.equal(await log.retryFailed(db, failed, now, 3), 1)
  assert.deepEqual(await statuses(), { ...before, c_untried: 'waiting', a_earlier: 'waiting' }, 'then those with the oldest attempt')
  assert.equal(await log.countFailed(db, failed), 1)
  assert.equal(await log.retryFailed(db, failed, now, 99), 1)
  assert.deepEqual([await log.countFailed(db, failed), await log.countFailed(db, { ...failed, accountId: ben })], [0, 1])
})

test('only due deliveries without a lease are claimed or count as due, and only for accounts whose webhook is on', async () => {
  const waiting = { status: 'waiting' } as const
  await add('a_due', [], waiting)
  await add('b_not_due', [], { ...waiting, due: 1 })
  await add('c_leased', [], { ...waiting, leased: 1 })
  await add('d_lease_expired', [], { ...waiting, due: -2, leased: -1 })
  await add('e_failed', [])
  await add('f_theirs', [], { ...waiting, of: ben, leased: 1 })
  const due = async () => [await deliveries.accountsDue(db, now), await deliveries.anyDue(db, now), await deliveries.countDue(db, now)]
  assert.deepEqual(await due(), [[ana], true, 2])
  const claim = async (room: number) =>
    (await deliveries.claimDue(db, [ana, ben].map((accountId) => ({ accountId, room })), now, 60)).map(({ id }) => id) // prettier-ignore
  assert.deepEqual([await claim(1), await claim(9), await claim(9)], [['d_lease_expired'], ['a_due'], []])
  assert.deepEqual(await due(), [[], true, 0], 'a leased delivery is still due')
  await add('i_delivered', [], { status: 'delivered' })
  await deliveries.endWaiting(db, ana)
  const { f_theirs, i_delivered } = await statuses()
  assert.deepEqual([f_theirs, i_delivered], ['waiting', 'delivered'])
  await deliveries.endWaiting(db, ben)
  assert.deepEqual(await due(), [[], false, 0])
  await add('g_due', [], waiting)
  await add('h_not_due', [], { ...waiting, of: ben, due: 1 })
  assert.deepEqual(await due(), [[ana], true, 1])
  await address.switchOff(db, ana, now)
  assert.deepEqual(await due(), [[], false, 1])
  const { enabled, ...off } = (await address.findWebhook(db, ana))!
  assert.deepEqual([enabled, off.switched_off_at, (await address.findWebhook(db, ben))?.enabled], [false, now, true])
  const saved = await address.saveWebhook(db, ana, { url: off.url, events: ['listing.sold'], enabled: true, now, keyId: null })
  assert.deepEqual([saved.enabled, saved.switched_off_at, saved.events], [true, null, ['listing.sold']])
  assert.deepEqual((await address.findWebhook(db, ben))?.events, ['offer.received'])
})

test('a lease is released for one delivery, even if another delivery was leased at the same time', async () => {
  for (const id of ['one', 'two']) await add(id, [], { status: 'waiting' })
  const claims = await deliveries.claimDue(db, [{ accountId: ana, room: 2 }], now, 60)
  const [first, second] = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(first!.leased_until, second!.leased_until)
  await deliveries.releaseClaims(db, [first!])
  const leased = await db.selectFrom('webhook_deliveries').select('id').where('leased_until', 'is not', null).execute()
  assert.deepEqual(leased, [{ id: 'two' }])
})

test('a delivery keeps its latest 20 attempts', async () => {
  await add(
    'full',
    Array.from({ length: 19 }, (_, index) => [index - 30, `error ${index}`] as const),
    { status: 'waiting' },
  )
  await add('other', [[-1, 'other']])
  const errors = async (id: string) => {
    const { attempts } = await db.selectFrom('webhook_deliveries').select('attempts').where('id', '=', id).executeTakeFirstOrThrow()
    return (attempts as { error: string }[]).map(({ error }) => error)
  }
  for (const error of ['error 19', 'error 20']) {
    const [lease] = await deliveries.claimDue(db, [{ accountId: ana, room: 1 }], now, 60)
    const attempt = { at: now.toISOString(), status: 500, error, ms: 1 }
    await deliveries.markTries(db, [{ id: 'full', lease: lease!.leased_until.toISOString(), delivered: false, next_try_at: now.toISOString(), attempt }]) // prettier-ignore
    assert.equal((await errors('full')).length, 20, error)
  }
  assert.deepEqual([(await errors('full'))[0], (await errors('full')).at(-1), await errors('other')], ['error 1', 'error 20', ['other']])
})

test('deliveries are listed, found, locked and deleted only for their own account', async () => {
  await add('one', [], { created: -1 })
  await add('two', [], { created: -2, type: 'listing.sold' })
  await add('three', [], { of: ben })
  const list = async (by: { status?: 'failed' | 'delivered'; type?: string; day?: string } = {}) => {
    const { rows, total } = await deliveries.listDeliveries(db, { accountId: ana, limit: 9, offset: 0, ...by })
    assert.equal(total, rows.length)
    return rows.map(({ id }) => id)
  }
  assert.deepEqual([await list(), await list({ status: 'failed' }), await list({ status: 'delivered' })], [['one', 'two'], ['one', 'two'], []]) // prettier-ignore
  assert.deepEqual([await list({ type: 'listing.sold' }), await list({ day: '2000-01-01' })], [['two'], []])
  for (const read of [deliveries.findDelivery, deliveries.lockDelivery]) {
    const id = (account: string, delivery: string) => inTransaction(ctx, async (tx) => (await read(tx.db, account, delivery))?.id)
    assert.deepEqual([await id(ana, 'two'), await id(ana, 'one'), await id(ana, 'three'), await id(ben, 'three')], ['two', 'one', undefined, 'three']) // prettier-ignore
  }
  await deliveries.forgetDeliveriesOf(db, ana)
  assert.deepEqual(await statuses(), { three: 'failed' })
  const webhooks = await inTransaction(ctx, (tx) => address.lockWebhooks(tx.db, [ben]))
  assert.deepEqual(webhooks.map(({ account_id }) => account_id), [ben]) // prettier-ignore
})
