import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { eventsOf, fields, ledgerOf, openSale, openSaleAt } from '#test/sales.ts'
import { guestActor } from '#commerce/guests/actor.ts'
import { buyListing } from '#commerce/orders/buy.ts'
import { settleDue } from '#commerce/orders/deadlines.ts'
import { payOrder } from '#commerce/sale/pay-order.ts'
import { inTransaction } from '#platform/context/index.ts'

const DAY = 86_400
const app = await startApp({ after })

/** Selects the transfers of an order's payments. */
const movesOf = (orderId: string) =>
  app.service.ctx.db.selectFrom('money_moves as m').innerJoin('payments as p', 'p.id', 'm.payment_id').where('p.order_id', '=', orderId)

test('a sale proceeds from order to payout with the correct statuses, events and ledger entries', async (t) => {
  const withFee = await startApp(t, { FEE_PERCENT: '10' })
  const sale = await openSale(withFee)
  const paid = await sale.as('buyer', 'pay', { method: 'test_ok' })
  assert.deepEqual([paid.status, fields(paid.body)], [200, 'paid/paid/none'])
  assert.deepEqual(await ledgerOf(withFee, sale.order.id), { buyer: -4800, escrow: 4800 })
  assert.equal((await sale.seller.call('GET', `/v1/listings/${sale.listing.id}`)).body.status, 'sold')

  const shipped = await sale.as('seller', 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
  assert.equal(fields(shipped.body), 'shipped/paid/none')
  assert.deepEqual(shipped.body.tracking, {
    carrier: 'UPS',
    number: '1Z999AA10123456784',
    url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  })
  const delivered = await sale.as('buyer', 'deliver')
  assert.equal(fields(delivered.body), 'delivered/paid/none')
  assert.equal(Date.parse(delivered.body.protect_until) - Date.parse(delivered.body.updated_at), 3 * DAY * 1000)
  const completed = await sale.as('buyer', 'confirm')
  assert.equal(fields(completed.body), 'completed/paid/waiting')
  assert.deepEqual(await ledgerOf(withFee, sale.order.id), { buyer: -4800, seller: 4400, fees: 400 })

  await withFee.advance(0)
  const done = await sale.read()
  assert.deepEqual([fields(done), done.fee, done.total, done.refunded], ['completed/paid/sent', 4, 48, 0])
  assert.deepEqual(await ledgerOf(withFee, sale.order.id), { buyer: -4800, bank: 4400, fees: 400 })
  assert.deepEqual(
    done.timeline.map((step: { status: string; by: string }) => `${step.status} by ${step.by}`),
    ['awaiting_payment by buyer', 'paid by provider', 'shipped by seller', 'delivered by buyer', 'completed by buyer'],
  )
  assert.deepEqual(await eventsOf(withFee, sale.seller.id, sale.order.id), ['listing.sold', 'order.completed', 'payout.sent'])
  assert.deepEqual(await eventsOf(withFee, sale.buyer.id, sale.order.id), [
    'order.opened',
    'order.paid',
    'order.shipped',
    'order.delivered',
    'order.settled',
  ])
})

test('an order that is not paid within 15 minutes expires and can no longer be paid, and the listing becomes available again', async () => {
  const sale = await openSale(app)
  await app.advance(15 * 60)
  assert.equal(fields(await sale.read()), 'expired/unpaid/none')
  assert.equal((await sale.as('buyer', 'pay', { method: 'test_ok' })).status, 409)
  assert.equal((await sale.seller.call('GET', `/v1/listings/${sale.listing.id}`)).body.status, 'live')
  assert.deepEqual((await eventsOf(app, sale.buyer.id, sale.order.id)).at(-1), 'order.expired')
})

test('a slow payment stays pending and blocks other payments for the order until it succeeds a few seconds later', async () => {
  const sale = await openSale(app)
  const slow = await sale.as('buyer', 'pay', { method: 'test_slow' })
  assert.deepEqual([slow.status, fields(slow.body)], [200, 'awaiting_payment/pending/none'])
  assert.equal((await sale.as('buyer', 'pay', { method: 'test_ok' })).status, 409)
  await app.advance(6)
  assert.equal(fields(await sale.read()), 'paid/paid/none')
})

test('a payment that no longer equals the amount due is refunded, and the order stays unpaid', async () => {
  const sale = await openSale(app)
  const { db } = app.service.ctx
  await sale.as('buyer', 'pay', { method: 'test_slow' })
  await db.updateTable('orders').set({ shipping_cents: 901 }).where('id', '=', sale.order.id).execute()
  await app.advance(6)
  assert.match(fields(await sale.read()), /^awaiting_payment\//)
  const moves = await movesOf(sale.order.id).select(['kind', 'm.amount_cents']).execute()
  assert.deepEqual(moves, [{ kind: 'refund', amount_cents: 4800 }])
  assert.equal((await sale.seller.call('GET', `/v1/listings/${sale.listing.id}`)).body.status, 'live')
})

test('a payment that succeeds after the order was cancelled is refunded, and the order stays cancelled', async () => {
  const sale = await openSale(app)
  await sale.as('buyer', 'pay', { method: 'test_slow' })
  assert.equal(fields((await sale.as('buyer', 'cancel')).body), 'cancelled/unpaid/none')
  await app.advance(6)
  const order = await sale.read()
  assert.deepEqual([fields(order), order.refunded], ['cancelled/unpaid/none', 0])
  assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  const rows = await movesOf(sale.order.id).select(['kind', 'm.amount_cents', 'm.status']).execute()
  assert.deepEqual(rows, [{ kind: 'refund', amount_cents: 4800, status: 'sent' }])
})

test('a declined payment returns 402, and the order still awaits payment', async () => {
  const sale = await openSale(app)
  const declined = await sale.as('buyer', 'pay', { method: 'test_declined' })
  assert.deepEqual([declined.status, declined.body.error.type], [402, 'payment'])
  assert.equal(fields(await sale.read()), 'awaiting_payment/unpaid/none')
  assert.equal(fields((await sale.as('buyer', 'pay', { method: 'test_ok' })).body), 'paid/paid/none')
})

test('a payment is rejected if the method is unknown, the address is missing, the caller is the seller or the order is already paid', async () => {
  const sale = await openSale(app)
  const odd = await sale.as('buyer', 'pay', { method: 'gold' })
  assert.deepEqual([odd.status, odd.body.error.param], [400, 'method'])
  assert.equal((await sale.as('seller', 'pay', { method: 'test_ok' })).status, 409)
  const other = await sale.seller.list({ title: 'Chair', price: 20, shipping: 5, publish: true })
  const { id } = (await app.call('POST', '/v1/orders', { key: sale.buyer.key, json: { listing: other.id } })).body
  const homeless = await app.call('POST', `/v1/orders/${id}/pay`, { key: sale.buyer.key, json: { method: 'test_ok' } })
  assert.deepEqual([homeless.status, homeless.body.error.param], [400, 'address'])
  await sale.as('buyer', 'pay', { method: 'test_ok' })
  assert.equal((await sale.as('buyer', 'pay', { method: 'test_ok' })).status, 409)
  assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4800, escrow: 4800 })
})

test('a free pickup item can be ordered without a payment provider, is handed over with the pickup code, and creates no ledger entries', async () => {
  const sale = await openSale(app, { price: 0, shipping: 0 })
  assert.equal(fields((await sale.as('buyer', 'pay', { method: 'test_ok' })).body), 'paid/paid/none')
  const { pickup_code: code } = await sale.read('buyer')
  assert.match(code, /^\d{6}$/)
  assert.equal((await sale.read('seller')).pickup_code, undefined)
  assert.equal(fields((await sale.as('seller', 'deliver', { code })).body), 'delivered/paid/none')
  assert.equal(fields((await sale.as('buyer', 'confirm')).body), 'completed/paid/none')
  assert.deepEqual(await ledgerOf(app, sale.order.id), {})
})

test('a payment of nothing is refused if a concurrent request has cancelled the order', async () => {
  const sale = await openSale(app, { price: 0, shipping: 0 })
  await sale.as('buyer', 'cancel')
  const actor = guestActor({ accountId: sale.buyer.id, name: '', address: '' })
  const paying = inTransaction(app.service.ctx, (tx) => payOrder(tx, actor, sale.order.id, null))
  await assert.rejects(paying, { type: 'conflict', message: /cancelled/ })
})

test('a pickup order requires the correct code, accepts only five wrong codes per hour, and cannot be shipped', async () => {
  const sale = await openSaleAt(app, 'paid', { shipping: 0 })
  const { pickup_code: code } = await sale.read('buyer')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  assert.equal((await sale.as('seller', 'ship')).status, 409)
  assert.equal((await sale.as('seller', 'deliver')).body.error.param, 'code')
  const tries = []
  for (let i = 0; i < 6; i++) tries.push(await sale.as('seller', 'deliver', { code: wrong }))
  assert.deepEqual(
    tries.map(({ status }) => status),
    [400, 400, 400, 400, 400, 429],
  )
  const retryAfter = Number(tries.at(-1)!.headers['retry-after'])
  assert.ok(retryAfter > 3_500 && retryAfter <= 3_600, String(retryAfter))
  assert.equal((await sale.as('seller', 'deliver', { code })).status, 429)
  await app.advance(3600)
  assert.equal(fields((await sale.as('seller', 'deliver', { code })).body), 'delivered/paid/none')
  const parcel = await openSaleAt(app, 'paid')
  for (const other of [sale, parcel])
    for (let i = 0; i < 6; i++) assert.equal((await other.as('seller', 'deliver', { code: wrong })).status, 409, 'no code is counted')
})

test('a pickup code has six digits, including leading zeros', async () => {
  const { ctx } = app.service
  const { seller, buyer } = await openSale(app)
  const actor = guestActor({ accountId: buyer.id, name: '', address: '' })
  for (const [byte, code] of [
    [0, '000000'],
    [255, '967295'],
  ] as const) {
    // prettier-ignore
    const listing: string = (await seller.list({ title: 'Lamp', price: 1, shipping: 0, publish: true })).id
    const fixed = { ...ctx, randomBytes: (size: number) => Buffer.alloc(size, byte) }
    const input = { listing, hold: undefined, address: undefined, expected_total: undefined }
    const { row } = await inTransaction(fixed, (tx) => buyListing(tx, actor, input))
    assert.equal(row.pickup_code, code)
  }
})

test('if an order is not shipped within 5 working days, the seller is reminded once, and the order is then cancelled and refunded', async () => {
  const sale = await openSaleAt(app, 'paid')
  const { ship_by } = await sale.read()
  const until = (at: string) => Math.ceil((Date.parse(at) - app.service.ctx.now().getTime()) / 1000)
  await app.advance(until(ship_by) - 3600)
  await app.advance(60)
  assert.equal(fields(await sale.read()), 'paid/paid/none')
  await app.advance(3600)
  const order = await sale.read()
  assert.deepEqual([fields(order), order.refunded], ['cancelled/refunded/none', 48])
  assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  assert.deepEqual(await eventsOf(app, sale.seller.id, sale.order.id), ['listing.sold', 'order.ship_reminder', 'order.refunded'])
  assert.equal((await sale.seller.call('GET', `/v1/listings/${sale.listing.id}`)).body.status, 'sold')
  assert.equal((await sale.seller.call('POST', `/v1/listings/${sale.listing.id}/relist`)).body.status, 'live')
})

test('a seller can decline a cancellation request, and if the seller does not answer within 72 hours, the order is cancelled', async () => {
  const sale = await openSaleAt(app, 'paid')
  assert.ok((await sale.as('buyer', 'cancel')).body.cancel_by)
  assert.equal((await sale.as('seller', 'answer', { agree: false })).body.cancel_by, null)
  assert.equal((await sale.as('seller', 'answer', { agree: true })).status, 409)
  const requested = await sale.as('buyer', 'cancel')
  const again = await sale.as('buyer', 'cancel')
  assert.deepEqual([again.status, again.body.cancel_by], [200, requested.body.cancel_by])
  await app.advance(72 * 3600 - 60)
  assert.equal((await sale.read()).status, 'paid')
  await app.advance(120)
  assert.equal(fields(await sale.read()), 'cancelled/refunded/none')
  assert.deepEqual((await eventsOf(app, sale.seller.id, sale.order.id)).slice(0, 3), [
    'listing.sold',
    'order.cancel_asked',
    'order.cancel_asked',
  ])
  assert.deepEqual((await eventsOf(app, sale.seller.id, sale.order.id)).slice(3), ['order.refunded'])
  assert.equal((await eventsOf(app, sale.buyer.id, sale.order.id)).at(-1), 'order.cancelled')
})

test('if two processes settle the due orders at the same time, the seller gets one reminder', async () => {
  const sale = await openSaleAt(app, 'paid')
  const { ctx } = app.service
  const { remind_at } = await ctx.db.selectFrom('orders').select('remind_at').where('id', '=', sale.order.id).executeTakeFirstOrThrow()
  const later = { ...ctx, now: () => new Date(remind_at!) }
  await Promise.all([settleDue(later, new AbortController().signal), settleDue(later, new AbortController().signal)])
  assert.deepEqual(await eventsOf(app, sale.seller.id, sale.order.id), ['listing.sold', 'order.ship_reminder'])
})

test('the buyer gets a refund when the seller agrees to cancel the order or cancels it without a request', async () => {
  const requested = await openSaleAt(app, 'paid')
  await requested.as('buyer', 'cancel')
  assert.equal(fields((await requested.as('seller', 'answer', { agree: true })).body), 'cancelled/refunded/none')
  const own = await openSaleAt(app, 'paid')
  assert.equal(fields((await own.as('seller', 'cancel')).body), 'cancelled/refunded/none')
  await app.advance(0)
  for (const sale of [requested, own]) assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  assert.ok((await eventsOf(app, own.seller.id, own.order.id)).includes('order.refunded'))
  assert.ok((await eventsOf(app, own.buyer.id, own.order.id)).includes('order.cancelled'))
})

test('shipping an order closes a pending cancellation request', async () => {
  const sale = await openSaleAt(app, 'paid')
  await sale.as('buyer', 'cancel')
  assert.deepEqual([(await sale.as('seller', 'ship')).body.cancel_by, (await sale.read()).status], [null, 'shipped'])
})

for (const [tracked, how] of [
  [{}, 'without'],
  [{ carrier: 'DHL', number: 'JD014600006281230704' }, 'with'],
] as const) {
  test(`an order that was shipped ${how} tracking is completed after 14 days if the buyer does not respond`, async () => {
    const sale = await openSaleAt(app, 'paid')
    await sale.as('seller', 'ship', tracked)
    await app.advance(14 * DAY - 60)
    assert.equal((await sale.read()).status, 'shipped')
    await app.advance(120)
    assert.equal(fields(await sale.read()), 'completed/paid/sent')
    assert.deepEqual(await eventsOf(app, sale.seller.id, sale.order.id), ['listing.sold', 'order.completed', 'payout.sent'])
  })
}

test('a delivered order is completed after three days, and a second delivery report does not postpone this', async () => {
  const sale = await openSaleAt(app, 'delivered')
  await app.advance(3 * DAY - 60)
  assert.equal((await sale.as('buyer', 'deliver')).status, 409)
  assert.equal((await sale.read()).status, 'delivered')
  await app.advance(120)
  assert.equal(fields(await sale.read()), 'completed/paid/sent')
})

test('a problem report stops the payout, and the seller can then refund the full amount', async (t) => {
  const withFee = await startApp(t, { FEE_PERCENT: '10' })
  const sale = await openSaleAt(withFee, 'problem')
  assert.equal(fields(await sale.read()), 'problem/paid/on_hold')
  await withFee.advance(20 * DAY)
  assert.equal(fields(await sale.read()), 'problem/paid/on_hold', 'a reported problem never closes without an action')
  const answered = await sale.as('seller', 'answer', { body: 'I am sorry.' })
  assert.deepEqual([answered.body.problem.reason, answered.body.problem.answer], ['damaged', 'I am sorry.'])
  const refunded = await sale.as('seller', 'refund')
  assert.deepEqual([fields(refunded.body), refunded.body.refunded], ['refunded/refunded/none', 48])
  await withFee.advance(0)
  assert.deepEqual(await ledgerOf(withFee, sale.order.id), {})
  assert.deepEqual(await eventsOf(withFee, sale.seller.id, sale.order.id), ['listing.sold', 'order.problem', 'order.refunded'])
  assert.equal((await sale.as('seller', 'refund')).status, 409)
})

test('a buyer can decline an offered partial refund and accept a later offer, and the accepted refund reduces the fee', async (t) => {
  const withFee = await startApp(t, { FEE_PERCENT: '10' })
  const sale = await openSaleAt(withFee, 'problem')
  const over = await sale.as('seller', 'refund', { amount: 48.01 })
  assert.deepEqual([over.status, over.body.error.param], [400, 'amount'])
  assert.equal((await sale.as('buyer', 'answer', { agree: true })).status, 409)
  assert.equal((await sale.as('seller', 'refund', { amount: 5 })).body.problem.offered, 5)
  assert.equal((await sale.as('buyer', 'answer', { agree: false })).body.problem.offered, null)
  await sale.as('seller', 'refund', { amount: 12.5 })
  const taken = await sale.as('buyer', 'answer', { agree: true })
  assert.deepEqual([fields(taken.body), taken.body.refunded], ['completed/partly_refunded/waiting', 12.5])
  // the item costs $40 and $12.50 was refunded, so the fee is 10% of $27.50
  assert.deepEqual([taken.body.item, taken.body.fee], [40, 2.75])
  await withFee.advance(0)
  assert.equal(fields(await sale.read()), 'completed/partly_refunded/sent')
  assert.deepEqual(await ledgerOf(withFee, sale.order.id), { buyer: -3550, bank: 3275, fees: 275 })
  assert.ok((await eventsOf(withFee, sale.seller.id, sale.order.id)).includes('order.refunded'))
})

test('when the buyer confirms an order despite a reported problem, the order is completed', async () => {
  const sale = await openSaleAt(app, 'problem')
  assert.equal(fields((await sale.as('buyer', 'confirm')).body), 'completed/paid/waiting')
})

test('a buyer can report that a paid order has not arrived only if the order is late', async () => {
  const sale = await openSaleAt(app, 'paid')
  const report = () => sale.as('buyer', 'problem', { reason: 'not_arrived', body: 'Where is it?' })
  assert.equal((await report()).status, 409)
  const { remind_at } = await app.service.ctx.db
    .selectFrom('orders')
    .select('remind_at')
    .where('id', '=', sale.order.id)
    .executeTakeFirstOrThrow()
  await app.advance(Math.ceil((remind_at!.getTime() - app.service.ctx.now().getTime()) / 1000) + 1)
  assert.equal(fields((await report()).body), 'problem/paid/on_hold')
})
