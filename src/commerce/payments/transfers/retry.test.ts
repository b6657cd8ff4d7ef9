import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { recordExcessRefund, recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { moneyRows } from '#test/money-rows.ts'
import { coverByHand, leftOfReversal, lowerDuePayouts, lowerDueRefunds, takeBackPayout, undoTakeBack } from './retry.ts'

const { ctx, db, ana, ben, now, at, dates, order, hold, payment, move, balances } = await moneyRows({ after })
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(ctx, work)
const sent = { status: 'sent', sent_at: now } as const
const moves = (...ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const row = await db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return [row.status, row.amount_cents]
    }),
  )

test('a payout is reversed up to what is left of it, and not at all if nothing was sent or nothing is left', async () => {
  const orderId = await order()
  assert.equal(await run((tx) => takeBackPayout(tx, { orderId }, 500)), null)
  const payout = await move({ order_id: orderId, amount_cents: 600, ...sent })
  assert.equal(await run((tx) => takeBackPayout(tx, { orderId }, 0)), null)
  const [first, second] = [
    (await run((tx) => takeBackPayout(tx, { orderId }, 500)))!,
    (await run((tx) => takeBackPayout(tx, { orderId }, 500)))!,
  ]
  assert.deepEqual(await moves(first, second), [
    ['due', 500],
    ['due', 100],
  ])
  assert.equal(await run((tx) => takeBackPayout(tx, { orderId }, 1)), null)
  const { kind, of_move, account_id } = await db.selectFrom('money_moves').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  assert.deepEqual([kind, of_move, account_id], ['reversal', payout, ana.id])
  assert.equal(await run((tx) => leftOfReversal(tx, first)), 500)
  const recovered = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 7, ...sent })
  assert.equal(await run((tx) => leftOfReversal(tx, recovered)), 0)
})

test('undoing a reversal drops it if it was not sent, and owes the seller what was already recovered', async () => {
  const payouts = (orderId: string) =>
    db.selectFrom('money_moves').select(['amount_cents', 'of_move']).where('order_id', '=', orderId).where('kind', '=', 'payout').where('status', '=', 'due').execute() // prettier-ignore
  for (const [wasSent, takenCents] of [
    [false, 0],
    [false, 1],
    [true, 500],
  ] as const) {
    const orderId = await order()
    const payout = await move({ order_id: orderId, ...sent })
    const reversal = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 500, ...(wasSent ? sent : {}) })
    await run((tx) => undoTakeBack(tx, { orderId }, reversal, takenCents))
    assert.deepEqual(await moves(reversal), [[wasSent ? 'sent' : 'dropped', 500]])
    assert.deepEqual(await payouts(orderId), takenCents === 0 ? [] : [{ amount_cents: takenCents, of_move: payout }])
    assert.equal((await balances({ orderId }))['seller'] ?? 0, takenCents)
  }
})

test('an amount that was reversed by hand lowers the unsent reversals, oldest first', async () => {
  const orderId = await order()
  const payout = await move({ order_id: orderId, ...sent })
  const reversal = (amount_cents: number, seconds: number) =>
    move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents, created_at: at(seconds) })
  const [first, second] = [await reversal(100, 1), await reversal(50, 2)]
  const chargeback = {
    provider: 'test',
    kind: 'chargeback',
    ref: 'dp_1',
    stage: 'open',
    move_id: second,
    amount_cents: 50,
    covered_cents: 3,
  } as const
  await db
    .insertInto('money_cases')
    .values({ id: ctx.newId('mcs'), ...chargeback, ...dates })
    .execute()
  assert.equal(await run((tx) => coverByHand(tx, payout, 101)), 101)
  assert.deepEqual(await moves(first, second), [
    ['dropped', 100],
    ['due', 49],
  ])
  assert.equal(await run((tx) => coverByHand(tx, payout, 60)), 49)
  const { covered_cents } = await db.selectFrom('money_cases').select('covered_cents').where('ref', '=', 'dp_1').executeTakeFirstOrThrow()
  assert.equal(covered_cents, 3 + 1 + 49)
})

test('unsent payouts are lowered, newest first, by at most what is left of them', async () => {
  const orderId = await order()
  const first = await move({ order_id: orderId, amount_cents: 300 })
  const second = await move({ order_id: orderId, of_move: first, amount_cents: 200, created_at: at(1) })
  assert.equal(await run((tx) => lowerDuePayouts(tx, { orderId }, 250)), 250)
  assert.deepEqual(await moves(first, second), [['due', 250], ['dropped', 200]]) // prettier-ignore
  assert.equal(await run((tx) => lowerDuePayouts(tx, { orderId }, 900)), 250)
})

test('a refund that exceeds what was due counts as refunded, up to what was not charged back', async () => {
  const paymentId = await payment({ order_id: await order(), amount_cents: 1_000, refunded_cents: 100, charged_back_cents: 50 })
  const refunded = async () =>
    (await db.selectFrom('payments').select('refunded_cents').where('id', '=', paymentId).executeTakeFirstOrThrow()).refunded_cents
  await run((tx) => recordExcessRefund(tx, paymentId, 30))
  assert.equal(await refunded(), 130)
  await run((tx) => recordExcessRefund(tx, paymentId, 900))
  assert.equal(await refunded(), 950)
})

test('refunds that the bank has already paid are lowered, newest first, and the part of a deposit is counted separately', async () => {
  const [orderId, holdId] = [await order(), await hold()]
  const paymentId = await payment({ order_id: orderId })
  const refund = (amount_cents: number, seconds: number, subject: object) =>
    move({ kind: 'refund', payment_id: paymentId, amount_cents, created_at: at(seconds), ...subject })
  const [ofOrder, ofHold] = [await refund(300, 1, { order_id: orderId }), await refund(200, 2, { hold_id: holdId })]
  const refused = (transferId: string, amountCents: number) =>
    run((tx) => openCase(tx, { kind: 'refund_failed', ref: transferId, orderId, transferId, amountCents, reason: null }))
  for (const [id, cents] of [[ofOrder, 300], [ofHold, 200]] as const) await refused(id, cents) // prettier-ignore
  assert.deepEqual(await run((tx) => lowerDueRefunds(tx, paymentId, 250)), { cents: 250, ofHoldCents: 200 })
  assert.deepEqual(await moves(ofOrder, ofHold), [['due', 250], ['dropped', 200]]) // prettier-ignore
  const cases = await db.selectFrom('money_cases').select(['ref', 'amount_cents', 'closed_at']).where('order_id', '=', orderId).execute()
  const open = cases.filter(({ closed_at }) => closed_at === null).map(({ ref, amount_cents }) => [ref, amount_cents])
  assert.deepEqual([open, cases.length], [[[ofOrder, 250]], 2])
  assert.deepEqual(await run((tx) => lowerDueRefunds(tx, paymentId, 900, orderId)), { cents: 250, ofHoldCents: 0 })
})

test('without an amount, the refund is what was neither refunded nor charged back', async () => {
  const orderId = await order()
  const paymentId = await payment({ order_id: orderId, amount_cents: 1_000, refunded_cents: 100, charged_back_cents: 50 })
  const refunds = () => db.selectFrom('money_moves').select(['amount_cents', 'account_id']).where('payment_id', '=', paymentId).execute()
  await run((tx) => recordRefundDue(tx, paymentId, { orderId }))
  assert.deepEqual(await refunds(), [{ amount_cents: 850, account_id: ben.id }])
  await run((tx) => recordRefundDue(tx, paymentId, { orderId }))
  assert.equal((await refunds()).length, 1)
})
