import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makePhoto, makeShop } from '#test/rows.ts'
import type { OrderStatus } from './rules/order.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, bea, ben, eve] = [await app.signUp('Ana'), await app.signUp('Bea'), await app.signUp('Ben'), await app.signUp('Eve')]
const [shop, other] = [await makeShop(ctx, ana.id, { location: 'Lyon' }), await makeShop(ctx, bea.id)]
/** A time in the future, so that the service's jobs do not act on the deadlines in this file. */
const now = new Date(ctx.now().getTime() + 1_000 * 3_600_000)
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

type Fields = { of?: typeof shop; buyer?: typeof ben } & Record<string, unknown>
const set = (id: string, columns: object) =>
  db
    .updateTable('orders')
    .set({ ...columns })
    .where('id', '=', id)
    .execute()
const order = async (status: OrderStatus, { of = shop, buyer = ben, ...columns }: Fields = {}) => {
  const listing = await makeListing(ctx, of)
  const id = await makeOrder(ctx, of, listing, { buyerId: buyer.id, status })
  if (Object.keys(columns).length > 0) await set(id, columns)
  return { id, listing: listing.id }
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const inTx = <T>(work: (db: Parameters<typeof queries.lockOrdersOf>[0]) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))

test('an order is due once a deadline for its status has passed, and the order that is overdue for the longest time comes first', async () => {
  const DEADLINES: readonly [column: string, statuses: readonly OrderStatus[]][] = [
    ['pay_by', ['awaiting_payment']],
    ['cancel_by', ['paid']],
    ['ship_by', ['paid']],
    ['protect_until', ['shipped', 'delivered']],
    ['remind_at', ['paid']],
  ]
  const expected: string[] = []
  for (const [index, [column, due]] of DEADLINES.entries()) {
    for (const [place, status] of (['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem'] as const).entries()) {
      const { id } = await order(status, { pay_by: at(9), ship_by: at(9), [column]: at(-100 + 10 * index + place) })
      if (due.includes(status)) expected.push(id)
    }
    await order(due[0]!, { pay_by: at(9), ship_by: at(9), [column]: at(1) })
  }
  await order('paid', { ship_by: at(9), remind_at: at(-1), reminded_at: at(-1) })
  const details = JSON.stringify({})
  const returned = async (hours: number, steps: readonly string[], columns: Fields = {}) => {
    const { id } = await order('problem', columns)
    for (const return_status of steps)
      await set(id, { return_status, return_details: details, return_by: return_status === 'sent' ? null : at(hours) })
    return id
  }
  const received = ['offered', 'agreed', 'sent', 'received']
  expected.push(await returned(-5, ['offered']), await returned(-4, ['offered', 'agreed']), await returned(-3, received))
  await returned(-2, received, { disputed_cents: 1 })
  await returned(1, ['offered'])
  assert.deepEqual(ids(await queries.dueOrders(db, now, 100)), expected)
  assert.deepEqual(ids(await queries.dueOrders(db, now, 2)), expected.slice(0, 2))
})

test('only orders with the given id, party, purchase or listing are locked or read', async () => {
  const purchase = async () => {
    const id = ctx.newId('pur')
    const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id, shop_slug: shop.slug, shop_name: 'Shop' }
    const cents = { percent: 0, discount_cents: 0, shipping_cents: 0, total_cents: 0 }
    await db
      .insertInto('purchases')
      .values({ id, ...parties, ...cents, pay_by: now, created_at: now, updated_at: now })
      .execute()
    return id
  }
  const [one, two] = [await purchase(), await purchase()]
  const inPurchase = (purchase_id: string) => order('paid', { purchase_id, discount_cents: 0, share_cents: 0 })
  const [a, b, c] = [await inPurchase(one), await inPurchase(one), await inPurchase(two)]
  const done = await order('completed', { of: other })
  assert.deepEqual(ids(await inTx((tx) => queries.lockOrdersOf(tx, one))), [a.id, b.id])
  assert.deepEqual(ids(await queries.ordersOfPurchases(db, [one])), [a.id, b.id])
  assert.deepEqual(ids(await queries.ordersOfPurchases(db, [two, one])), [a.id, b.id, c.id])
  assert.deepEqual([await queries.ordersOfPurchases(db, []), await queries.stepsOf(db, [])], [[], []])
  assert.deepEqual((await queries.stepsOf(db, [b.id])).map(({ order_id, status }) => [order_id, status]), [[b.id, 'paid']]) // prettier-ignore
  for (const { id } of [a, c]) assert.equal((await queries.findOrder(db, id))?.id, id)
  const locked = (id: string, account: string | null) => inTx(async (tx) => (await queries.lockOrder(tx, id, account))?.id)
  assert.deepEqual([await locked(c.id, null), await locked(c.id, ben.id), await locked(c.id, ana.id)], [c.id, c.id, c.id])
  assert.equal(await locked(c.id, eve.id), undefined)
  /** Returns the purchases that another transaction can lock while a transaction has locked an order for this account. */
  const freeDuring = async (account: string) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = inTx(async (tx) => {
      await queries.lockOrder(tx, c.id, account)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const rows = await db
      .selectFrom('purchases')
      .select('id')
      .where('id', 'in', [one, two])
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    end.resolve()
    await holding
    return ids(rows)
  }
  assert.deepEqual([await freeDuring(ben.id), await freeDuring(eve.id)], [[one], [one, two]], 'the purchase is locked with its order')
  const unfinished = (listing: string) => inTx(async (tx) => (await queries.lockUnfinishedOf(tx, listing))?.id)
  assert.deepEqual([await unfinished(b.listing), await unfinished(done.listing)], [b.id, undefined])
})

test('only the seller’s orders that ended after shipping have unpaid labels, and only until the label is paid', async () => {
  const third = await makeShop(ctx, eve.id)
  const shipped = { of: third, shipped_at: now, label_cents: 600 }
  const unpaid = [
    await order('refunded', shipped),
    await order('refunded', { ...shipped, label_paid_cents: 400, label_recovered_cents: 199 }),
    await order('completed', { ...shipped, label_paid_cents: 100 }),
  ]
  await order('refunded', { ...shipped, label_paid_cents: 400, label_recovered_cents: 200 })
  await order('refunded', { ...shipped, shipped_at: null })
  await order('completed', shipped)
  await order('shipped', shipped)
  const theirs = await order('paid', { of: other })
  assert.deepEqual(ids(await inTx((tx) => queries.lockUnpaidLabels(tx, eve.id))), ids(unpaid))
  assert.deepEqual(await inTx((tx) => queries.lockUnpaidLabels(tx, bea.id)), [])
  const owes = ({ id }: { id: string }) => inTx(async (tx) => (await queries.lockOrder(tx, id))?.has_unpaid_labels)
  assert.deepEqual([await owes(unpaid[0]!), await owes(theirs)], [true, false])
})

test('a page of orders contains the account’s orders with the given role and status that changed after the given time', async () => {
  const mine = await makeShop(ctx, eve.id)
  const buyer = await app.signUp('Fay')
  const [sold, unpaid, expired] = [
    await order('paid', { of: mine, buyer }),
    await order('awaiting_payment', { buyer, pay_by: at(1), updated_at: at(2) }),
    await order('awaiting_payment', { buyer, pay_by: now, updated_at: at(1) }),
  ]
  const all = { accountId: buyer.id, role: undefined, status: undefined, updatedAfter: undefined, now }
  const page = async (filter: Partial<queries.OrderFilter>) => {
    const { rows, total } = await queries.pageOfOrders(db, { ...all, ...filter }, { limit: 10, offset: 0 })
    assert.equal(total, rows.length)
    return ids(rows)
  }
  assert.deepEqual(await page({}), [expired.id, unpaid.id, sold.id])
  assert.deepEqual(await page({ status: 'awaiting_payment' }), [unpaid.id])
  assert.deepEqual(await page({ status: 'expired' }), [expired.id])
  assert.deepEqual(await page({ updatedAfter: at(1) }), [unpaid.id])
  assert.deepEqual([await page({ role: 'seller' }), await page({ accountId: ana.id, role: 'buyer' })], [[], []])
  assert.ok((await page({ accountId: eve.id, role: 'seller' })).includes(sold.id))
})

test('the inputs for an order come from its own listing, shop and buyer', async () => {
  const [taken, free] = [await order('paid'), await makeListing(ctx, shop, { category: 'Lamps' })]
  const ended = await order('completed', { of: other })
  await makePhoto(ctx, taken.listing, { position: 0 })
  const hold = (listing_id: string, status: 'active' | 'returned') =>
    db
      .insertInto('holds')
      .values({
        id: ctx.newId('hld'),
        listing_id,
        shop_id: shop.id,
        seller_id: ana.id,
        buyer_id: eve.id,
        listing_title: 'Lamp',
        deposit_cents: 100,
        status,
        until: at(1),
        created_at: now,
        updated_at: now,
      }) // prettier-ignore
      .execute()
  await hold(taken.listing, 'active')
  await hold(free.id, 'returned')
  const read = (id: string, shop_id: string) => inTx((tx) => queries.readOrderInputs(tx, { id, shop_id }, ben.id, now))
  const { photos, fees: _fees, ...inputs } = await read(taken.listing, shop.id)
  assert.equal(photos.length, 1)
  const people = { orderedBy: ben.id, heldBy: eve.id, buyer_name: 'Ben' }
  assert.deepEqual(inputs, { ...people, unfinished: true, holds: true, shop_location: 'Lyon', category: null })
  const { fees: _none, ...unreserved } = await read(free.id, shop.id)
  const available = { orderedBy: null, heldBy: null, unfinished: false, holds: false, photos: [] }
  assert.deepEqual(unreserved, { ...available, buyer_name: 'Ben', shop_location: 'Lyon', category: 'Lamps' })
  const { unfinished, shop_location } = await read(ended.listing, other.id)
  assert.deepEqual([unfinished, shop_location], [false, null])
})

test('an update of an order changes only the given columns of that order, and adds a step only if one is given', async () => {
  const [one, two] = [await order('paid'), await order('paid')]
  const problem: queries.Problem = {
    reason: 'damaged',
    body: 'Torn',
    photos: [],
    reported_at: now.toISOString(),
    answer: null,
    answered_at: null,
    offered_cents: null,
  }
  const address = {
    name: 'Ben',
    line1: 'Elm 1',
    city: 'Bonn',
    state: 'OR',
    postal_code: '97201',
    country: 'US',
  } as unknown as queries.StoredAddress
  const update = (change: queries.OrderChange) => inTx((tx) => queries.updateOrder(tx, one.id, change))
  await update({ address })
  await update({ problem })
  await update({ carrier: 'UPS' })
  const read = async ({ id }: { id: string }) => {
    const row = (await queries.findOrder(db, id))!
    return [row.address, row.problem, row.carrier, (await queries.stepsOf(db, [id])).length]
  }
  assert.deepEqual([await read(one), await read(two)], [[address, problem, 'UPS', 1], [null, null, null, 1]]) // prettier-ignore
  const step = { order_id: one.id, at: now, status: 'shipped', by: 'seller' } as const
  await inTx((tx) => queries.updateOrderStatus(tx, one.id, { problem: null, status: 'shipped' }, step))
  assert.deepEqual([await read(one), await read(two)], [[address, null, 'UPS', 2], [null, null, null, 1]]) // prettier-ignore
  const without = await db.selectFrom('orders').select('id').where('id', '=', one.id).where('problem', 'is', null).execute()
  assert.deepEqual(ids(without), [one.id], 'SQL null, not JSON null')
})
