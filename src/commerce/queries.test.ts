import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Insertable } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import type { Tables, Tx } from '#platform/db/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import * as guests from './guests/queries.ts'
import * as holds from './holds/queries.ts'
import * as labels from './labels/queries.ts'
import * as offers from './offers/queries.ts'
import * as payments from './payments/queries.ts'
import * as transfers from './payments/transfers/queries.ts'
import * as payouts from './payouts/queries.ts'

/* Tests queries about money with records that differ from the requested record in one condition each. */

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const shop = await makeShop(ctx, ana.id, { name: 'Attic' })
const [SECOND, DAY] = [1_000, 86_400_000]
/** A time in the future, so that the service's jobs do not act on the records in this file. */
const now = new Date(ctx.now().getTime() + 90 * DAY)
const at = (seconds: number) => new Date(now.getTime() + seconds * SECOND)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const inTx = <T>(work: (db: Tx) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
const dates = { created_at: now, updated_at: now }

const listingId = async () => (await makeListing(ctx, shop)).id
const order = async (columns: object = {}) => {
  const id = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, status: 'paid', shipBy: at(DAY), title: 'Lamp' })
  await db.updateTable('orders').set({ pay_by: at(DAY), ...columns }).where('id', '=', id).execute() // prettier-ignore
  return id
}
const hold = async (more: Partial<Insertable<Tables['holds']>> = {}) => {
  const id = ctx.newId('hld')
  const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id }
  const row = { id, listing_id: await listingId(), ...parties, listing_title: 'Vase', deposit_cents: 100, status: 'active', until: at(DAY) }
  await holds.insertHold(db, { ...row, ...dates, ...more } as Insertable<Tables['holds']>)
  return id
}
const purchase = async () => {
  const id = ctx.newId('pur')
  const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id, shop_slug: shop.slug, shop_name: 'Attic' }
  const cents = { percent: 0, discount_cents: 0, shipping_cents: 0, total_cents: 0 }
  await db.insertInto('purchases').values({ id, ...parties, ...cents, pay_by: at(DAY), ...dates }).execute() // prettier-ignore
  return id
}
const inPurchase = (purchase_id: string) => order({ purchase_id, discount_cents: 0, share_cents: 0 })
const payment = async (more: Partial<Insertable<Tables['payments']>>) => {
  const id = ctx.newId('pay')
  const row = {
    id,
    buyer_id: ben.id,
    provider: 'test',
    method: 'test_ok',
    provider_ref: `ref_${id}`,
    amount_cents: 6600,
    status: 'succeeded',
  }
  return (await payments.insertPayment(db, { ...row, ...dates, ...more } as Insertable<Tables['payments']>)).id
}
const move = async (more: Partial<Insertable<Tables['money_moves']>>) => {
  const id = ctx.newId('mov')
  const row = { id, kind: 'payout', account_id: ana.id, amount_cents: 6000, next_try_at: now, created_at: now }
  await db.insertInto('money_moves').values({ ...row, ...more }).execute() // prettier-ignore
  return id
}

test('holds are found by id, listing, party and status, and the due holds include every hold whose deadline has passed', async () => {
  const [requested, active] = [await hold({ status: 'asked', until: at(-1) }), await hold({ until: now })]
  const returned = await hold({ status: 'returned', until: at(-2) })
  await hold({ until: at(1) })
  const rows = await db.selectFrom('holds').select(['id', 'listing_id']).where('id', 'in', [requested, returned]).orderBy('id').execute()
  assert.deepEqual(ids(await holds.dueHolds(db, now, 9)), [requested, active])
  assert.deepEqual(ids(await inTx((tx) => holds.lockActiveOn(tx, rows.map((row) => row.listing_id)))), [requested]) // prettier-ignore
  assert.deepEqual(await inTx((tx) => holds.lockActiveOn(tx, [])), [])
  for (const id of [requested, active]) {
    assert.equal((await holds.findHold(db, id))?.id, id)
    assert.equal((await inTx((tx) => holds.lockHold(tx, id)))?.id, id)
  }
  await holds.updateHold(db, requested, { status: 'expired', updated_at: at(1) })
  const statuses = await db.selectFrom('holds').select('status').where('id', 'in', [requested, active]).orderBy('id').execute()
  assert.deepEqual(statuses.map(({ status }) => status), ['expired', 'active']) // prettier-ignore
  const page = async (filter: holds.HoldFilter) => (await holds.pageOfHolds(db, filter, { limit: 9, offset: 0 })).total
  assert.deepEqual([await page({ accountId: ben.id, role: 'buyer' }), await page({ accountId: ben.id, role: 'seller' })], [4, 0])
  assert.deepEqual([await page({ accountId: ana.id, role: undefined }), await page({ accountId: eve.id, role: undefined })], [4, 0])
})

test('an account has a held deposit while its hold is active, or used by an order that is not yet paid', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const has = () => Promise.all([fay, gil].map(({ id }) => holds.hasHeldOf(db, id)))
  const used = await hold({ buyer_id: fay.id, status: 'used', order_id: await order() })
  await hold({ buyer_id: gil.id, status: 'returned' })
  assert.deepEqual(await has(), [false, false])
  const unpaid = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: fay.id, status: 'awaiting_payment' })
  await db.updateTable('orders').set({ pay_by: at(DAY) }).where('id', '=', unpaid).execute() // prettier-ignore
  assert.deepEqual(await has(), [false, false], 'an unpaid order without this hold')
  await db.updateTable('holds').set({ order_id: unpaid }).where('id', '=', used).execute()
  assert.deepEqual(await has(), [true, false])
  await hold({ buyer_id: gil.id })
  assert.deepEqual(await has(), [true, true])
  const open = (accounts: string[]) => inTx((tx) => holds.lockIfOpen(tx, accounts))
  assert.equal(await open([fay.id, gil.id]), true)
  const { id, cookie, password } = await app.signUp('Hal')
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })).status, 200)
  assert.deepEqual([await open([fay.id]), await open([fay.id, id])], [true, false])
})

test('offers are found by id, listing and party, and an offer past its deadline counts as expired', async () => {
  const [lamp, vase] = [await listingId(), await listingId()]
  const make = (id: string, more: Partial<Parameters<typeof makeOffer>[3]> = {}) =>
    makeOffer(ctx, shop, { id }, { buyerId: ben.id, expiresAt: at(9), ...more })
  const [open, late] = [await make(lamp), await make(vase, { expiresAt: now })]
  const [theirs, ended] = [await make(lamp, { buyerId: eve.id, status: 'countered' }), await make(lamp, { status: 'withdrawn' })]
  const found = async (account: string, id: string) => (await offers.findOffer(db, account, id))?.id
  assert.deepEqual([await found(ben.id, late), await found(ana.id, open), await found(eve.id, open)], [late, open, undefined])
  const locked = (id: string, account: string | null) => inTx(async (tx) => (await offers.lockOffer(tx, id, account))?.id)
  assert.deepEqual([await locked(late, null), await locked(late, ben.id), await locked(late, eve.id)], [late, late, undefined])
  const active = (listing: string, buyer: string) => inTx(async (tx) => (await offers.lockActive(tx, listing, buyer))?.id)
  assert.deepEqual([await active(vase, ben.id), await active(lamp, eve.id), await active(vase, eve.id)], [late, theirs, undefined])
  const activeOn = async (listings: string[], except: string | null) => ids(await inTx((tx) => offers.lockActiveOn(tx, listings, except)))
  assert.deepEqual([await activeOn([lamp], null), await activeOn([lamp], open)], [[open, theirs], [theirs]])
  const count = (seller: string, buyer: string) => offers.countActiveFrom(db, seller, buyer, now)
  assert.deepEqual([await count(ana.id, ben.id), await count(ana.id, eve.id), await count(eve.id, ben.id)], [1, 1, 0])
  const all = { accountId: ana.id, role: undefined, status: undefined, listing: undefined, updatedAfter: undefined, now }
  const page = async (filter: Partial<offers.OfferFilter>) => {
    const { rows, total } = await offers.pageOfOffers(db, { ...all, ...filter }, { limit: 9, offset: 0 })
    assert.equal(total, rows.length)
    return ids(rows).toSorted()
  }
  assert.deepEqual(await page({}), [open, late, theirs, ended])
  assert.deepEqual(await page({ role: 'buyer' }), [])
  assert.deepEqual([await page({ accountId: eve.id }), await page({ listing: vase })], [[theirs], [late]])
  assert.deepEqual([await page({ status: 'expired' }), await page({ status: 'open' })], [[late], [open]])
  await offers.updateOffers(db, [open], { status: 'withdrawn', updated_at: at(2) })
  assert.deepEqual([await page({ updatedAfter: at(1) }), await page({ updatedAfter: at(2) })], [[open], []])
  await inTx((tx) => offers.updateOffer(tx, late, { status: 'declined', updated_at: at(3) }, null))
  assert.deepEqual([await page({ status: 'declined' }), await page({ status: 'countered' })], [[late], [theirs]])
  const [{ created_at: made }] = await db.selectFrom('offers').select('created_at').where('id', '=', ended).execute() as [{ created_at: Date }] // prettier-ignore
  const times = (listing: string, buyer: string, since: number) =>
    offers.offerTimes(db, listing, buyer, new Date(made.getTime() - since), 9)
  assert.equal((await times(lamp, ben.id, DAY)).length, 2)
  assert.deepEqual([(await times(lamp, eve.id, DAY)).length, (await times(vase, eve.id, DAY)).length, await times(lamp, ben.id, 0)], [1, 0, []]) // prettier-ignore
})

test('payments are found by their order, hold or purchase, and only open payments are polled or replaced', async () => {
  const [orderId, holdId, purchaseId] = [await order(), await hold(), await purchase()]
  const [first, second] = [await inPurchase(purchaseId), await inPurchase(purchaseId)]
  await inPurchase(await purchase())
  const open = {
    order: await payment({ order_id: orderId, status: 'started', updated_at: at(5) }),
    hold: await payment({ hold_id: holdId, status: 'pending', updated_at: at(5) }),
    purchase: await payment({ purchase_id: purchaseId, status: 'pending', updated_at: at(5) }),
  }
  const paid = {
    order: await payment({ order_id: orderId, provider: 'stripe', provider_ref: open.order, customer_ref: 'cus_1' }),
    hold: await payment({ hold_id: holdId, created_at: at(1) }),
    purchase: await payment({ purchase_id: purchaseId, created_at: at(2) }),
  }
  for (const [name, subject] of [['order', { orderId }], ['hold', { holdId }], ['purchase', { purchaseId }]] as const) {
    assert.equal((await payments.openPaymentOf(db, subject))?.id, open[name])
    assert.equal((await payments.arrivedPaymentOf(db, subject))?.id, paid[name])
  } // prettier-ignore
  const paidFor = async (hold_id: string | null, purchase_id: string | null) =>
    ids(await inTx((tx) => payments.paidFor(tx, { id: orderId, hold_id, purchase_id })))
  assert.deepEqual(await paidFor(null, null), [paid.order])
  assert.deepEqual(
    [await paidFor(holdId, null), await paidFor(null, purchaseId)],
    [
      [paid.hold, paid.order],
      [paid.purchase, paid.order],
    ],
  )
  for (const id of [open.order, paid.hold]) {
    assert.equal((await payments.findPayment(db, id))?.id, id)
    assert.equal((await inTx((tx) => payments.lockPayment(tx, id))).id, id)
  }
  const byRef = async (provider: 'test' | 'stripe', ref: string) => (await payments.findPaymentByRef(db, provider, ref))?.id
  assert.deepEqual([await byRef('stripe', open.order), await byRef('test', open.order)], [paid.order, undefined])
  assert.equal(await byRef('test', `ref_${paid.purchase}`), paid.purchase)

  const row = async (id: string) => (await payments.findPayment(db, id))!
  assert.equal(await payments.titleOf(db, await row(open.order)), 'Lamp')
  assert.equal(await payments.titleOf(db, await row(open.hold)), 'Vase')
  assert.equal(await payments.titleOf(db, await row(open.purchase)), '2 items of Attic')
  assert.deepEqual([await payments.firstOrderOf(db, await row(open.purchase)), first < second], [first, true])
  assert.equal(await payments.firstOrderOf(db, await row(open.order)), null)

  assert.equal((await payments.replacePaymentCustomer(db, paid.order, 'cus_2', 'cus_3')).customer_ref, 'cus_1')
  assert.equal((await payments.replacePaymentCustomer(db, paid.order, 'cus_1', null)).customer_ref, null)
  await payments.updatePayment(db, open.hold, { customer_ref: 'cus_1' })
  await payments.updatePayment(db, open.order, { customer_ref: 'cus_1' })
  const replaced = await payments.replacePaymentCustomer(db, open.order, 'cus_1', 'cus_4')
  assert.deepEqual([replaced.id, replaced.customer_ref, (await row(open.hold)).customer_ref], [open.order, 'cus_4', 'cus_1'])
  assert.equal((await row(paid.hold)).customer_ref, null)
  for (const id of [open.order, paid.hold]) await payments.touchPayment(db, id, at(7))
  const touched = await Promise.all([open.order, open.hold, paid.hold].map(async (id) => (await row(id)).updated_at))
  assert.deepEqual(touched, [at(7), at(5), now])
})

test('an open payment is due for polling after a time that depends on its subject, its status and its age, for a week', async () => {
  const subject = { order_id: await order() }
  const poll = (status: string, created: number, updated: number, more: object = subject) =>
    payment({ status, created_at: at(created), updated_at: at(updated), ...more } as Parameters<typeof payment>[0])
  const due = [
    await poll('started', -600, -61),
    await poll('pending', -100, -40),
    await poll('pending', -100, -11, { hold_id: await hold() }),
    await poll('pending', -6, -6),
  ]
  await poll('started', -600, -59)
  await poll('pending', -100, -20)
  await poll('pending', -100, -8, { hold_id: await hold() })
  await poll('pending', -4, -4)
  await poll('started', -8 * 86_400, -120)
  await poll('succeeded', -600, -120)
  await poll('started', -600, -120, { ...subject, provider: 'stripe' })
  const rows = await payments.openPayments(db, 'test', now, 9)
  assert.deepEqual(ids(rows), due)
})

test('a transfer is due if it can be sent now, and contains the references of the payment, account and transfer behind it', async () => {
  const mine = { provider: 'test', needsAccount: false, isTest: false, now, limit: 99 } as const
  const due = async (by: Partial<Parameters<typeof payouts.duePayouts>[1]> = {}) => payouts.duePayouts(db, { ...mine, ...by })
  const refsOf = async (id: string) => {
    const [row, ...others] = await due({ id })
    assert.deepEqual([row?.id, others], [id, []])
    return [row!.payment_ref, row!.source_ref, row!.of_ref, row!.purchase_id]
  }
  const ref = (id: string) => `ref_${id}`
  const [plain, held, bought] = [await order(), await hold(), await purchase()]
  const item = await inPurchase(bought)
  const paid = await payment({ order_id: plain })
  const [deposit, whole] = [await payment({ hold_id: held }), await payment({ purchase_id: bought })]
  const ofOrder = await move({ order_id: plain })
  const [ofHold, ofPurchase] = [await move({ hold_id: held }), await move({ order_id: item })]
  assert.deepEqual(await refsOf(ofOrder), [null, ref(paid), null, null])
  assert.deepEqual(await refsOf(ofHold), [null, ref(deposit), null, null])
  assert.deepEqual(await refsOf(ofPurchase), [null, ref(whole), null, bought])
  const refund = await move({ kind: 'refund', order_id: plain, payment_id: paid })
  const again = await move({ order_id: plain, of_move: ofOrder })
  const reversal = await move({ kind: 'reversal', order_id: plain, of_move: ofOrder })
  assert.deepEqual([await refsOf(refund), await refsOf(again)], [[ref(paid), null, null, null], [null, null, null, null]]) // prettier-ignore
  await payouts.markSending(db, ofOrder, now, now)
  await payouts.markSent(db, ofOrder, { ref: 'tr_1', amountCents: 6000, now })
  assert.deepEqual(await refsOf(reversal), [null, null, 'tr_1', null])

  // payments that cannot be the source of a payout
  for (const columns of [
    { refunded_cents: 601 },
    { charged_back_cents: 601 },
    { status: 'pending' as const },
    { provider: 'stripe' as const },
  ]) {
    const order_id = await order()
    await payment({ order_id, ...columns })
    assert.deepEqual(await refsOf(await move({ order_id })), [null, null, null, null], Object.keys(columns)[0])
  }
  await move({ order_id: await order(), next_try_at: at(1) })
  const abroad = await payment({ order_id: plain, provider: 'stripe' })
  const elsewhere = await move({ kind: 'refund', order_id: plain, payment_id: abroad })
  const all = ids(await due())
  assert.deepEqual([all.includes(ofOrder), all.includes(elsewhere), all.length], [false, false, 9])
  assert.deepEqual([ids(await due({ isTest: true })), ids(await due({ now: at(-1) }))], [[], []])

  assert.deepEqual(ids(await due({ needsAccount: true })), [refund, reversal].toSorted(), 'payouts wait for an account')
  await payouts.markSending(db, ofHold, now, at(0))
  assert.deepEqual(ids(await due({ needsAccount: true })), [ofHold, refund, reversal].toSorted(), 'the money may already have been sent')
  await db.insertInto('payout_accounts').values({ account_id: ana.id, provider: 'test', provider_ref: 'acct_1', ...dates }).execute() // prettier-ignore
  assert.equal((await due({ id: ofHold, needsAccount: true }))[0]!.payout_account, 'acct_1')
  assert.equal((await due({ needsAccount: true })).length, 3, 'an account that is not ready')
  await db.updateTable('payout_accounts').set({ ready: true }).where('account_id', '=', ana.id).execute()
  assert.equal((await due({ needsAccount: true })).length, 9)
})

test('while a bank decides about a payment, its refund and the payouts that depend on it wait, but reversals do not', async () => {
  const held = await hold()
  const [paid, withDeposit, free] = [await order(), await order({ hold_id: held }), await order()]
  const source = await payment({ order_id: paid })
  const moves = {
    payout: await move({ order_id: paid }),
    refund: await move({ kind: 'refund', order_id: paid, payment_id: source }),
    ofDeposit: await move({ order_id: withDeposit }),
    ofHold: await move({ hold_id: held }),
    free: await move({ order_id: free }),
    reversal: '',
  }
  moves.reversal = await move({ kind: 'reversal', order_id: paid, of_move: moves.payout })
  const waiting = async () => {
    const waits = await Promise.all(Object.entries(moves).map(async ([name, id]) => [name, await payouts.waitsForBank(db, id)] as const))
    const all = { provider: 'test', needsAccount: false, isTest: false, now, limit: 999 } as const
    const sendable = new Set(ids(await payouts.duePayouts(db, all)))
    for (const [name, isWaiting] of waits) assert.equal(sendable.has(moves[name as keyof typeof moves]), !isWaiting, name)
    return waits.filter(([, isWaiting]) => isWaiting).map(([name]) => name)
  }
  const dispute = (more: Partial<Insertable<Tables['money_cases']>>) => {
    const id = ctx.newId('mcs')
    const row = { id, provider: 'test', kind: 'chargeback', ref: id, amount_cents: 100, stage: 'open', ...dates }
    return db.insertInto('money_cases').values({ ...row, ...more } as Insertable<Tables['money_cases']>).execute() // prettier-ignore
  }
  await dispute({ order_id: paid, payment_id: source, closed_at: now })
  await dispute({ order_id: paid, payment_id: source, kind: 'refund_failed', stage: null })
  assert.deepEqual(await waiting(), [])
  await dispute({ order_id: paid, payment_id: source, stage: 'inquiry' })
  assert.deepEqual(await waiting(), ['payout'])
  await dispute({ order_id: paid, payment_id: source })
  assert.deepEqual(await waiting(), ['payout', 'refund'])
  await dispute({ hold_id: held })
  assert.deepEqual(await waiting(), ['payout', 'refund', 'ofDeposit', 'ofHold'])
})

test('transfers that are being sent are found by order, hold or payment, and a result changes only its own transfer', async () => {
  const [orderId, holdId] = [await order(), await hold()]
  const paymentId = await payment({ order_id: orderId })
  const moves = [
    await move({ order_id: orderId }),
    await move({ hold_id: holdId }),
    await move({ kind: 'refund', order_id: await order(), payment_id: paymentId }),
    await move({ order_id: orderId, hold_id: holdId }),
  ] as const
  await move({ order_id: orderId, of_move: moves[0] })
  for (const id of moves) await payouts.markSending(db, id, now, at(60))
  const transit = async (of: object = {}) => (await payouts.payoutsInTransit(db, { paymentId, ...of })).toSorted()
  assert.deepEqual(await transit(), [moves[2]])
  assert.deepEqual(await transit({ orderId }), [moves[0], moves[2], moves[3]])
  assert.deepEqual(await transit({ holdId }), [moves[1], moves[2]])
  const state = async (id: string) => {
    const row = await db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [row.status, row.sending_since, row.tries, row.next_try_at, row.last_error, row.provider_ref, row.amount_cents]
  }
  const sending = ['due', now, 0, at(60), null, null, 6000]
  assert.deepEqual(await state(moves[1]), sending)
  const retry = { tries: 2, nextTryAt: at(90), error: 'no answer' }
  await payouts.putOff(db, moves[0], { ...retry, notMade: false })
  assert.deepEqual([await state(moves[0]), await state(moves[1])], [['due', now, 2, at(90), 'no answer', null, 6000], sending])
  await payouts.putOff(db, moves[0], { ...retry, notMade: true })
  assert.deepEqual(await state(moves[0]), ['due', null, 2, at(90), 'no answer', null, 6000])
  await payouts.putOff(db, moves[0], { ...retry, tries: 3, notMade: true })
  assert.equal((await state(moves[0]))[2], 2, 'only a transfer that is being sent is put off')
  await payouts.markSent(db, moves[3], { ref: 'tr_9', amountCents: 5900, now: at(1) })
  assert.deepEqual([await state(moves[3]), await state(moves[1])], [['sent', null, 0, at(60), null, 'tr_9', 5900], sending])
})

const sent = { status: 'sent', sent_at: now } as const

test('unsent transfers are locked by kind, and by order, hold, payment or payout', async () => {
  const [orderId, holdId] = [await order(), await hold()]
  const paymentId = await payment({ order_id: orderId })
  const due = await move({ order_id: orderId })
  const held = await move({ order_id: orderId, of_move: due, status: 'held', created_at: at(1) })
  const ofHold = await move({ hold_id: holdId })
  await move({ order_id: orderId, hold_id: holdId, ...sent })
  const sending = await move({ order_id: orderId, of_move: due, sending_since: now })
  const refund = { kind: 'refund', payment_id: paymentId } as const
  const [first, second] = [
    await move({ ...refund, order_id: orderId }),
    await move({ ...refund, hold_id: holdId, status: 'held', created_at: at(1) }),
  ]
  await move({ ...refund, order_id: orderId, ...sent })
  await move({ ...refund, order_id: orderId, sending_since: now })
  await move({ kind: 'refund', order_id: orderId, payment_id: await payment({ order_id: await order() }), status: 'dropped' })
  const other = await move({ kind: 'refund', order_id: await order(), payment_id: await payment({ hold_id: holdId }) })
  const reversal = { kind: 'reversal', order_id: orderId, of_move: due } as const
  const [late, early] = [await move({ ...reversal, created_at: at(1) }), await move(reversal)]
  await move({ ...reversal, status: 'held' })
  await move({ ...reversal, of_move: held })

  const unsent = async (...args: [kind: 'payout' | 'refund' | 'reversal', subject: { orderId: string } | { holdId: string }]) =>
    ids(await inTx((tx) => transfers.lockUnsent(tx, ...args)))
  assert.deepEqual(await unsent('payout', { orderId }), [held, due])
  assert.deepEqual([await unsent('payout', { holdId }), await unsent('refund', { orderId })], [[ofHold], [first]])
  const refunds = async (id: string, of: string | null) => ids(await inTx((tx) => transfers.lockUnsentRefunds(tx, id, of)))
  assert.deepEqual([await refunds(paymentId, null), await refunds(paymentId, orderId)], [[second, first], [first]])
  assert.deepEqual(await transfers.unsentRefundsByOrder(db, paymentId), new Map([[orderId, 12_000]]))
  assert.deepEqual(ids(await inTx((tx) => transfers.lockDueReversals(tx, due))), [early, late])
  assert.equal(await transfers.isBeingReversed(db, due), false)
  await payouts.markSending(db, early, now, now)
  assert.deepEqual([await transfers.isBeingReversed(db, due), await transfers.isBeingReversed(db, held)], [true, false])
  assert.deepEqual(ids(await inTx((tx) => transfers.lockDueReversals(tx, due))), [late])
  for (const id of [due, other]) {
    assert.equal((await inTx((tx) => transfers.lockTransfer(tx, id)))?.id, id)
    assert.equal((await transfers.findTransfer(db, id))?.id, id)
  }
  await transfers.updateTransfer(db, due, { tries: 4 })
  assert.deepEqual([(await transfers.findTransfer(db, due))?.tries, (await transfers.findTransfer(db, sending))?.tries], [4, 0])
})

test('a payout is reversed up to the amount that earlier reversals left, and only transfers that were sent count as paid', async () => {
  const [orderId, holdId] = [await order({ disputed_cents: 77 }), await hold()]
  const paymentId = await payment({ order_id: orderId })
  const small = await move({ order_id: orderId, amount_cents: 5000, ...sent })
  const large = await move({ order_id: orderId, of_move: small, ...sent })
  await move({ order_id: orderId, of_move: small, amount_cents: 9000 })
  const ofHold = await move({ hold_id: holdId, amount_cents: 40, ...sent })
  await move({ kind: 'refund', order_id: orderId, payment_id: paymentId, amount_cents: 9000, ...sent })
  const take = async (subject: { orderId: string } | { holdId: string }) => {
    const row = await inTx((tx) => transfers.sentPayoutToTakeFrom(tx, subject))
    return row && [row.id, row.left_cents]
  }
  assert.deepEqual(
    [await take({ orderId }), await take({ holdId })],
    [
      [large, 6000],
      [ofHold, 40],
    ],
  )
  const reversal = { kind: 'reversal', order_id: orderId, of_move: large } as const
  await move({ ...reversal, amount_cents: 300, ...sent, provider_ref: 'tr_1/9' })
  await move({ ...reversal, amount_cents: 20, ...sent, provider_ref: 'by hand 2' })
  await move({ ...reversal, amount_cents: 1, ...sent, provider_ref: 'trr_1' })
  await move({ ...reversal, amount_cents: 500, provider_ref: 'tr_1/10' })
  await move({ ...reversal, amount_cents: 5000, status: 'dropped' })
  await move({ ...reversal, of_move: small, amount_cents: 70, ...sent, provider_ref: 'tr_2/1' })
  assert.deepEqual(await take({ orderId }), [large, 6000 - 821])
  assert.deepEqual([await transfers.reversedByHand(db, large), await transfers.reversedByHand(db, small)], [320, 70])
  await move({ order_id: orderId, of_move: small, amount_cents: 8, status: 'held' })
  const sums = { disputedCents: 77, heldCents: 8, dueCents: 9000, sentCents: 11_000 - 391 }
  assert.deepEqual(await transfers.payoutSums(db, orderId), sums)
  await transfers.failTransfer(db, small)
  const statuses = await Promise.all([small, large].map(async (id) => (await transfers.findTransfer(db, id))?.status))
  assert.deepEqual(statuses, ['failed', 'sent'])
  assert.deepEqual(await transfers.payoutSums(db, await order()), { disputedCents: 0, heldCents: 0, dueCents: 0, sentCents: 0 })
})

test('labels and rates are found by order, shipment and status, and unused labels of ended orders are voided', async () => {
  const label = async (order_id: string, more: Partial<Insertable<Tables['labels']>> = {}) => {
    const id = ctx.newId('lbl')
    const offer = { rate_ref: 'rate_1', carrier: 'UPS', service: 'Ground', amount_cents: 600 }
    const row = {
      id,
      order_id,
      status: 'bought',
      provider: 'test',
      shipment_ref: `shp_${id}`,
      ...offer,
      asks: 1,
      asked_at: now,
      created_at: now,
    }
    return labels.insertLabel(db, { ...row, tracking_number: 'T-1', bought_at: now, ...more } as Insertable<Tables['labels']>)
  }
  const [one, two] = [await order(), await order()]
  const voided = await label(one, { status: 'voided', created_at: at(-2) })
  const [bought, failed] = [await label(one), await label(two, { status: 'failed', provider: 'easypost', created_at: at(9) })]
  assert.deepEqual([(await labels.activeLabel(db, one))?.id, await labels.activeLabel(db, two)], [bought.id, undefined])
  const rate = async (order_id: string, more: object) => {
    const id = ctx.newId('rat')
    const row = { id, order_id, provider: 'test', shipment_ref: 'shp_1', rate_ref: 'r', carrier: 'UPS', service: 'Ground', amount_cents: 1 }
    await labels.insertRates(db, [{ ...row, addresses: '-', created_at: now, ...more } as Insertable<Tables['label_rates']>])
    return (await labels.findRate(db, order_id, id))!
  }
  const known = await rate(one, { shipment_ref: voided.shipment_ref })
  const others = [
    await rate(one, { shipment_ref: bought.shipment_ref }),
    await rate(one, { shipment_ref: voided.shipment_ref, provider: 'easypost' }),
  ]
  assert.deepEqual(await Promise.all([known, ...others].map((row) => labels.wasVoided(db, row))), [true, false, false])
  assert.deepEqual(
    [await labels.findRate(db, two, known.id), (await labels.findRate(db, one, others[0]!.id))?.id],
    [undefined, others[0]!.id],
  )
  const found = async (shipmentRef: string | null, trackingNumber: string | null, provider: 'test' | 'easypost' = 'test') =>
    (await labels.labelOfShipment(db, provider, { shipmentRef, trackingNumber }))?.id
  assert.deepEqual([await found(voided.shipment_ref, 'T-1'), await found(null, 'T-1')], [voided.id, bought.id])
  assert.deepEqual([await found(null, 'T-1', 'easypost'), await found(null, null), await found(voided.shipment_ref, 'T-1', 'easypost')], [failed.id, undefined, undefined]) // prettier-ignore

  const buying = { status: 'buying', tracking_number: null, bought_at: null } as const
  const [late, early] = [
    await label(await order(), { ...buying, asked_at: now }),
    await label(await order(), { ...buying, asked_at: at(-5) }),
  ]
  await label(await order(), { ...buying, asked_at: at(1) })
  assert.deepEqual(ids(await labels.unanswered(db, now, 9)), [early.id, late.id])
  const again = (await labels.askAgain(db, late, at(7)))!
  assert.deepEqual([again.id, again.asks, again.asked_at], [late.id, 2, at(7)])
  assert.deepEqual([await labels.askAgain(db, late, at(8)), (await inTx((tx) => labels.lockLabel(tx, early.id))).asks], [undefined, 1])
  assert.equal((await labels.updateLabel(db, late.id, { qr_url: 'https://qr.test' })).id, late.id)
  assert.deepEqual([(await inTx((tx) => labels.lockLabel(tx, late.id))).qr_url, (await inTx((tx) => labels.lockLabel(tx, early.id))).qr_url], ['https://qr.test', null]) // prettier-ignore

  const parcel = { length: 10, width: 8, height: 4, weight: 20 }
  await sql`update listings set parcel = ${JSON.stringify(parcel)} where id = (select listing_id from orders where id = ${one})`.execute(db)
  assert.deepEqual([await labels.parcelOf(db, one), await labels.parcelOf(db, two)], [parcel, null])
  await db.updateTable('orders').set({ listing_id: 'lst_gone' }).where('id', '=', one).execute()
  assert.equal(await labels.parcelOf(db, one), null, 'the listing was deleted')

  const unused = { label_cents: 600 }
  const ended = async (status: 'cancelled' | 'refunded' | 'completed' | 'paid', columns: object = unused, more: object = {}) => {
    const id = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, status })
    await db.updateTable('orders').set(columns).where('id', '=', id).execute()
    return (await label(id, more)).id
  }
  const due = [
    await ended('cancelled', unused, { asked_at: at(-4), bought_at: at(-3) }),
    await ended('refunded', unused, { asked_at: at(-3), bought_at: at(-4) }),
    await ended('completed', unused, { asked_at: at(-1), bought_at: at(-1) }),
    await ended('cancelled', unused, { asked_at: at(3), bought_at: at(3) }),
  ]
  await ended('cancelled', unused, { asked_at: at(3), bought_at: at(2) })
  await ended('cancelled', unused, { void_refused_at: now })
  await ended('cancelled', unused, { status: 'voided' })
  await ended('cancelled', { label_cents: 0 })
  await ended('refunded', { ...unused, shipped_at: now })
  await ended('completed', { ...unused, label_paid_cents: 600 })
  await ended('completed', { ...unused, label_recovered_cents: 600 })
  await ended('paid')
  assert.deepEqual(ids(await labels.labelsToVoid(db, now, 9)), due)
})

const guest = async (email: string, seconds = -100) => {
  const id = ctx.newId('usr')
  await guests.insertGuest(db, { id, name: 'Guest', guest_email: email, now: at(seconds) })
  return id
}

test('guests are found by their own orders and email address, and only guests without payments are removed', async () => {
  const bought = async (buyerId: string, status: 'paid' | 'expired' | 'awaiting_payment', updated_at = at(-50), of = shop) => {
    const listing = await makeListing(ctx, of)
    const id = await makeOrder(ctx, of, listing, { buyerId, status })
    await db.updateTable('orders').set({ updated_at }).where('id', '=', id).execute()
    return { id, listing: listing.id }
  }
  const [idle, lapsed] = [await guest('idle@guest.test', -90), await guest('lapsed@guest.test', -80)]
  const [payer, waiting, recent] = [await guest('pay@guest.test'), await guest('wait@guest.test'), await guest('late@guest.test')]
  const suspended = await guest('suspended@guest.test')
  await guest('new@guest.test', 1)
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', suspended).execute()
  const old = await bought(lapsed, 'expired')
  const [paid, open] = [await bought(payer, 'paid'), await bought(waiting, 'awaiting_payment')]
  await bought(recent, 'expired', at(-1))
  const unpaid = await guests.unpaidGuests(db, at(-10), 9)
  assert.deepEqual(unpaid, [idle, lapsed])
  const has = (who: string, listing: string) => guests.hasOrderOn(db, who, listing)
  assert.deepEqual([await has(payer, paid.listing), await has(payer, open.listing), await has(idle, paid.listing)], [true, false, false])
  const sells = (seller: string, who: string) => guests.sellsTo(db, seller, who)
  assert.deepEqual([await sells(ana.id, payer), await sells(ben.id, payer), await sells(ana.id, idle)], [true, false, false])
  assert.deepEqual([(await guests.latestOrderOf(db, waiting))?.id, await guests.latestOrderOf(db, idle)], [open.id, undefined])
  const locked = (id: string) => inTx(async (tx) => (await guests.lockGuest(tx, id))?.id)
  assert.deepEqual([await locked(payer), await locked(idle), await locked(ben.id)], [payer, idle, undefined])

  const link = async (account_id: string, order_id: string, expires_at: Date, byte: number) => {
    const token_hash = Buffer.alloc(32, byte)
    await guests.insertCheckout(db, {
      id: ctx.newId('gst'),
      account_id,
      order_id,
      token_hash,
      network: `10.0.0.${byte}`,
      created_at: now,
      expires_at,
    })
    return token_hash
  }
  const [valid, over, ofAccount] = [
    await link(payer, paid.id, at(1), 1),
    await link(lapsed, old.id, now, 2),
    await link(ben.id, open.id, at(1), 3),
  ]
  assert.deepEqual(await guests.findOrderToPay(db, valid, now), { accountId: payer, listingId: paid.listing })
  assert.deepEqual([await guests.findOrderToPay(db, over, now), await guests.findOrderToPay(db, ofAccount, now)], [undefined, undefined])
  assert.deepEqual([await guests.networkOfOrder(db, old.id), await guests.networkOfOrder(db, paid.id)], ['10.0.0.2', '10.0.0.1'])

  const same = await guest('PAY@guest.test')
  await bought(same, 'expired')
  const banned = await guest('pay@guest.test')
  await bought(banned, 'paid')
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', banned).execute()
  const matching = (id: string) => inTx((tx) => guests.lockPaidGuests(tx, { id, email: 'pay@GUEST.test' }))
  assert.deepEqual([await matching(eve.id), await matching(ana.id)], [[payer], []])
  await guests.deleteGuest(db, ben.id)
  await guests.deleteGuest(db, idle)
  const left = await db.selectFrom('accounts').select('id').where('id', 'in', [ben.id, idle, lapsed]).execute()
  assert.deepEqual(ids(left).toSorted(), [ben.id, lapsed].toSorted())
  await guests.becomeAccount(db, payer, now)
  const emails = await db.selectFrom('accounts').select(['email', 'guest_email', 'email_verified_at']).where('id', 'in', [payer, waiting]).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(emails, [
    { email: 'pay@guest.test', guest_email: null, email_verified_at: now },
    { email: null, guest_email: 'wait@guest.test', email_verified_at: null },
  ])
  assert.deepEqual([await guests.provedEmail(db, payer), await guests.provedEmail(db, waiting)], ['pay@guest.test', undefined])
})

test('only a guest’s own links are deleted, and only its waiting emails point to the orders page instead', async () => {
  const [mine, other] = [await guest('mine@guest.test'), await guest('other@guest.test')]
  const { publicUrl } = ctx.config
  const [link, page] = [`Order: ${publicUrl}/guest/order?token={token}`, `Order: ${publicUrl}/you/orders`]
  const mail = async (account_id: string, more: Partial<Insertable<Tables['mails']>> = {}) => {
    const id = ctx.newId('mal')
    const row = { id, account_id, kind: 'order', recipient: 'mine@guest.test', subject: 'Order', body: link, link_for: 'guest' as const }
    await db.insertInto('mails').values({ ...row, next_try_at: now, created_at: now, ...more }).execute() // prettier-ignore
    return id
  }
  const mails = [
    await mail(mine),
    await mail(other),
    await mail(mine, { status: 'sent', sent_at: now }),
    await mail(mine, { link_for: 'verify' }),
  ]
  const token = async (account_id: string, mail_id: string, purpose: 'guest' | 'verify') => {
    const row = { token_hash: Buffer.from(mail_id), account_id, purpose, email: 'mine@guest.test', mail_id }
    await db.insertInto('mailed_links').values({ ...row, created_at: now, expires_at: at(DAY) }).execute() // prettier-ignore
  }
  await token(mine, mails[0]!, 'guest')
  await token(other, mails[1]!, 'guest')
  await token(mine, mails[3]!, 'verify')
  await guests.unlinkMails(ctx, mine)
  const written = await db.selectFrom('mails').select(['body', 'link_for']).where('id', 'in', mails).orderBy('id').execute()
  assert.deepEqual(written, [
    { body: page, link_for: null },
    { body: link, link_for: 'guest' },
    { body: link, link_for: 'guest' },
    { body: link, link_for: 'verify' },
  ])
  const left = await db.selectFrom('mailed_links').select('mail_id').where('account_id', 'in', [mine, other]).orderBy('mail_id').execute()
  assert.deepEqual(left, [{ mail_id: mails[1] }, { mail_id: mails[3] }])
})
