import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import type { Tables } from '#platform/db/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import * as alerts from './queries.ts'
import type { LikeAlert } from './rules.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const NAMES = ['ben', 'eve', 'fay', 'gil', 'hal', 'ida', 'jan', 'kim', 'ana'] as const
type Name = (typeof NAMES)[number]
const people = new Map<Name, string>()
for (const name of NAMES) people.set(name, (await app.signUp(name)).id)
const idOf = (name: Name) => people.get(name)!
const shop = await makeShop(ctx, idOf('ana'))
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
// a time in the future, so that the service's jobs do not act on the records
const now = new Date(ctx.now().getTime() + 90 * DAY_MS)
const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)

const makeItem = async () => (await makeListing(ctx, shop)).id
const like = (listing_id: string, name: Name, price_cents: number | null, hours = -1_000) =>
  db.insertInto('likes').values({ listing_id, account_id: idOf(name), created_at: at(hours), price_cents }).execute() // prettier-ignore
const alert = (listing_id: string, name: Name, kind: LikeAlert, row: Partial<Insertable<Tables['like_alerts']>>) =>
  db
    .insertInto('like_alerts')
    .values({ listing_id, account_id: idOf(name), kind, sent_cents: row.sent_at ? 60_00 : null, ...row })
    .execute()
const digest = (name: Name, kind: LikeAlert, hours: number) =>
  db.insertInto('like_digests').values({ account_id: idOf(name), kind, sent_at: at(hours) }).execute() // prettier-ignore
const nameOf = (id: string) => NAMES.find((name) => idOf(name) === id)!

/** Queues alerts with the given facts, and returns the hour at which each person's alert of the kind is due. */
async function queued(listingId: string, kind: LikeAlert, facts: Partial<alerts.Batch>) {
  const none = { lowestEarlierCents: null, fromCents: null, soldAt: null, backAt: null }
  const times = { dueAt: at(1), repeatAfterMs: 7 * DAY_MS, digestEveryMs: DAY_MS }
  const batch = { listingId, ownerId: idOf('ana'), after: '', limit: 99, ...none, ...times, ...facts }
  await inTransaction(ctx, (tx) => alerts.queueAlerts(tx.db, batch))
  const rows = await db.selectFrom('like_alerts').selectAll().where('listing_id', '=', listingId).where('due_at', 'is not', null).execute()
  assert.deepEqual(new Set(rows.map((row) => row.kind)), new Set(rows.length === 0 ? [] : [kind]))
  return Object.fromEntries(rows.map((row) => [nameOf(row.account_id), (row.due_at!.getTime() - now.getTime()) / HOUR_MS]))
}

test('the changes of one listing are summarized with the time of their first reading, and deleted up to the last one read', async () => {
  const [lamp, vase] = [await makeItem(), await makeItem()]
  await db.updateTable('listings').set({ price_cents: 70_00 }).where('id', '=', vase).execute()
  const change = async (listing_id: string, kind: LikeAlert, from_cents: number | null) =>
    (await db.insertInto('like_changes').values({ listing_id, kind, from_cents }).returning('id').executeTakeFirstOrThrow()).id
  await db.deleteFrom('like_changes').execute()
  const ids = [await change(lamp, 'price_drop', 90_00), await change(vase, 'liked_sold', null), await change(lamp, 'liked_back', 80_00)]
  assert.deepEqual([await alerts.changedListings(db, 9), await alerts.changedListings(db, 1)], [[lamp, vase], [lamp]])
  const ofLamp = { last: String(ids[2]), from_cents: 90_00, sold_at: null, back_at: now }
  assert.deepEqual(await alerts.summarizeChanges(db, lamp, now), ofLamp)
  assert.deepEqual(await alerts.summarizeChanges(db, lamp, at(1)), ofLamp)
  assert.deepEqual(await alerts.summarizeChanges(db, vase, at(2)), {
    last: String(ids[1]),
    from_cents: null,
    sold_at: at(2),
    back_at: null,
  })
  await alerts.deleteChanges(db, lamp, String(ids[1]))
  assert.deepEqual((await db.selectFrom('like_changes').select('id').orderBy('id').execute()).map(({ id }) => id), ids.slice(1)) // prettier-ignore
  await alerts.deleteChanges(db, lamp, String(ids[2]))
  assert.equal(await alerts.summarizeChanges(db, lamp, now), undefined)
  assert.deepEqual(await alerts.findListing(db, vase), { owner_id: idOf('ana'), status: 'live', reserved: false, price_cents: 70_00 })
})

test('a price drop is compared with the last price that the person knows, and fills in only a missing price of this listing', async () => {
  const [lamp, vase] = [await makeItem(), await makeItem()]
  await Promise.all([like(lamp, 'ben', 90_00), like(lamp, 'eve', 89_99), like(lamp, 'ana', 99_00)])
  await Promise.all([like(lamp, 'fay', null), like(vase, 'fay', null), like(lamp, 'kim', null)])
  await Promise.all([like(lamp, 'gil', 95_00), like(lamp, 'hal', 95_00, -10)])
  await alert(lamp, 'gil', 'price_drop', { sent_at: at(-1_000), sent_cents: 85_00 })
  await alert(lamp, 'hal', 'price_drop', { sent_at: at(-11), sent_cents: 85_00 })
  const all = { lowestEarlierCents: 90_00, fromCents: 90_00 }
  assert.deepEqual(await queued(lamp, 'price_drop', { ...all, limit: 5 }), { ben: 1, fay: 1, hal: 7 * 24 - 11 })
  const prices = await db.selectFrom('likes').select(['listing_id', 'account_id', 'price_cents']).where('account_id', 'in', [idOf('ben'), idOf('fay'), idOf('kim')]).execute() // prettier-ignore
  assert.deepEqual(
    Object.fromEntries(prices.map((row) => [`${row.listing_id === lamp ? 'lamp' : 'vase'} ${nameOf(row.account_id)}`, row.price_cents])),
    { 'lamp ben': 90_00, 'lamp fay': 90_00, 'vase fay': null, 'lamp kim': null },
  )
  assert.deepEqual(await queued(lamp, 'price_drop', { ...all, dueAt: at(0) }), { ben: 0, fay: 0, hal: 7 * 24 - 11, kim: 0 })
  assert.deepEqual(await queued(lamp, 'price_drop', { ...all, dueAt: at(2) }), { ben: 0, fay: 0, hal: 7 * 24 - 11, kim: 0 })
})

test('alerts are queued in batches by account', async () => {
  const lamp = await makeItem()
  for (const name of ['ben', 'eve', 'fay'] as const) await like(lamp, name, 90_00)
  const facts = { lowestEarlierCents: 90_00, fromCents: null, soldAt: null, backAt: null, dueAt: now, repeatAfterMs: 1, digestEveryMs: 1 }
  const last = (from: string) =>
    inTransaction(ctx, (tx) => alerts.queueAlerts(tx.db, { listingId: lamp, ownerId: '', after: from, limit: 2, ...facts }))
  assert.deepEqual([await last(''), await last(idOf('eve')), await last(idOf('fay'))], [idOf('eve'), idOf('fay'), null])
})

test('a sale is announced to people who liked the item before, except the buyer, and again only after an alert that it was back', async () => {
  const [lamp, vase] = [await makeItem(), await makeItem()]
  for (const name of ['ben', 'fay', 'gil', 'hal', 'ida', 'jan', 'kim'] as const) await like(lamp, name, null)
  await like(lamp, 'eve', null, 1)
  for (const name of ['fay', 'gil', 'hal', 'ida'] as const) await alert(lamp, name, 'liked_sold', { sent_at: at(-5) })
  await alert(lamp, 'fay', 'liked_back', { sent_at: at(-5) })
  await alert(lamp, 'gil', 'price_drop', { sent_at: at(-3) })
  await alert(vase, 'gil', 'liked_back', { sent_at: at(-3) })
  await alert(vase, 'ben', 'liked_sold', { sent_at: at(-3) })
  await alert(lamp, 'hal', 'liked_back', { sent_at: at(-6) })
  await alert(lamp, 'ida', 'liked_back', { sent_at: at(0) })
  const order = (listing: string, name: Name, status: 'awaiting_payment' | 'completed') =>
    makeOrder(ctx, shop, { id: listing, link: null }, { buyerId: idOf(name), status })
  await order(vase, 'ben', 'completed')
  await order(lamp, 'jan', 'completed')
  await order(lamp, 'kim', 'awaiting_payment')
  await digest('ben', 'liked_sold', -1)
  await digest('kim', 'liked_back', -1)
  await digest('fay', 'liked_sold', -99)
  assert.deepEqual(await queued(lamp, 'liked_sold', { soldAt: now }), { ben: 23, fay: 1, kim: 1 })
})

test('a returned item is announced to people who liked it before, at most once in the given period', async () => {
  const [lamp, vase] = [await makeItem(), await makeItem()]
  for (const name of ['ben', 'fay', 'gil', 'ana'] as const) await like(lamp, name, null, 0)
  await like(lamp, 'eve', null, 1)
  await alert(lamp, 'fay', 'liked_back', { sent_at: at(-7 * 24) })
  await alert(lamp, 'gil', 'liked_back', { sent_at: at(-7 * 24 + 1) })
  await alert(vase, 'ben', 'liked_back', { sent_at: at(-1) })
  assert.deepEqual(await queued(lamp, 'liked_back', { backAt: now }), { ben: 1, fay: 1 })
})

test('a digest concerns the alerts of one person and one kind, and is due once a day', async () => {
  await db.deleteFrom('like_alerts').execute()
  await db.deleteFrom('like_digests').execute()
  const [lamp, vase, pot] = [await makeItem(), await makeItem(), await makeItem()]
  await alert(lamp, 'ben', 'price_drop', { due_at: at(-2) })
  await alert(vase, 'ben', 'price_drop', { due_at: at(1) })
  await alert(pot, 'ben', 'price_drop', { sent_at: at(-50) })
  await alert(lamp, 'ben', 'liked_sold', { due_at: at(-1) })
  await alert(lamp, 'eve', 'price_drop', { due_at: at(-3) })
  await alert(vase, 'eve', 'price_drop', { sent_at: at(-50) })
  const mine = { account_id: idOf('ben'), kind: 'price_drop' as const }
  const theirs = { account_id: idOf('eve'), kind: 'price_drop' as const }
  const sold = { account_id: idOf('ben'), kind: 'liked_sold' as const }
  assert.deepEqual([await alerts.dueDigests(db, at(-1), 9), await alerts.dueDigests(db, at(-2), 9)], [[theirs, mine, sold], [theirs, mine]]) // prettier-ignore
  const inTx = <T>(work: (tx: Parameters<typeof alerts.queueAlerts>[0]) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
  assert.deepEqual((await inTx((tx) => alerts.lockDueAlerts(tx, mine, now, 9))).map((row) => row.listingId), [lamp]) // prettier-ignore
  const rows = async () =>
    (await db.selectFrom('like_alerts').selectAll().orderBy('listing_id').orderBy('account_id').orderBy('kind').execute()).map((row) => [
      `${[lamp, vase, pot].indexOf(row.listing_id)} ${nameOf(row.account_id)} ${row.kind}`,
      ...[row.due_at, row.sent_at].map((time) => time && (time.getTime() - now.getTime()) / HOUR_MS),
    ])
  const before = await rows()
  const claim = (one: alerts.DueDigest, sent: number, limit: number) => inTx((tx) => alerts.claimDigest(tx, one, at(sent), at(limit)))
  assert.deepEqual([await claim(theirs, 0, -24), await claim(sold, 0, -24)], [true, true])
  await inTx((tx) => alerts.postponeAlerts(tx, mine, DAY_MS))
  assert.deepEqual(await rows(), before, 'the digests of another person and of another kind')
  assert.deepEqual([await claim(mine, 0, -24), await claim(mine, 24, -1), await claim(mine, 24, 0)], [true, false, true])
  await inTx((tx) => alerts.postponeAlerts(tx, mine, DAY_MS))
  const changed = (row: string, due: number | null, sent: number | null) => (rowBefore: (typeof before)[number]) =>
    rowBefore[0] === row ? [row, due, sent] : rowBefore
  const postponed = before.map(changed('0 ben price_drop', 48, null)).map(changed('1 ben price_drop', 48, null))
  assert.deepEqual(await rows(), postponed)
  await inTx((tx) => alerts.markSent(tx, mine, [{ listingId: lamp, priceCents: 50_00 }], at(48)))
  assert.deepEqual(await rows(), postponed.map(changed('0 ben price_drop', null, 48)))
  await inTx((tx) => alerts.dropAlerts(tx, mine, [vase]))
  assert.deepEqual(
    await rows(),
    postponed.map(changed('0 ben price_drop', null, 48)).filter(([row]) => row !== '1 ben price_drop'),
  )
  const again = db
    .updateTable('like_alerts')
    .set({ due_at: at(50) })
    .where('listing_id', '=', lamp)
  await again.where('account_id', '=', idOf('ben')).where('kind', '=', 'price_drop').execute()
  const dropped = await rows()
  await inTx((tx) => alerts.dropAlerts(tx, mine, [lamp]))
  assert.deepEqual(await rows(), dropped.map(changed('0 ben price_drop', null, 48)), 'the record of the alert that was sent remains')
})

test('an alert shows whether the person and the owner of the listing have blocked each other', async () => {
  await db.deleteFrom('like_alerts').execute()
  const lamp = await makeItem()
  await alert(lamp, 'ben', 'price_drop', { due_at: now })
  const blocked = async () => {
    const [row] = await inTransaction(ctx, (tx) => alerts.lockDueAlerts(tx.db, { account_id: idOf('ben'), kind: 'price_drop' }, now, 9))
    return row?.blocked
  }
  const block = (one: Name, other: Name) =>
    db
      .insertInto('blocks')
      .values({ account_id: idOf(one), blocked_id: idOf(other), created_at: now })
      .execute()
  await Promise.all([block('eve', 'ana'), block('ben', 'eve')])
  assert.equal(await blocked(), false)
  for (const [one, other] of [
    ['ben', 'ana'],
    ['ana', 'ben'],
  ] as const) {
    await block(one, other)
    assert.equal(await blocked(), true)
    await db.deleteFrom('blocks').where('account_id', '=', idOf(one)).where('blocked_id', '=', idOf(other)).execute()
  }
})
