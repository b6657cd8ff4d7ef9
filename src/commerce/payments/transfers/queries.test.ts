import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as transfers from './queries.ts'
import * as payouts from '#commerce/payouts/queries.ts'

const { dates, ctx, db, ana, now, at, ids, inTx, order, hold, purchase, inPurchase, payment, move } = await moneyRows({ after })

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
  await move({ order_id: await order(), of_move: due })

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
  await move({ order_id: await order(), of_move: large, amount_cents: 7, ...sent, provider_ref: 'by hand 3' })
  await move({ ...reversal, amount_cents: 500, provider_ref: 'tr_1/10' })
  await move({ ...reversal, amount_cents: 5000, status: 'dropped' })
  await move({ ...reversal, of_move: small, amount_cents: 70, ...sent, provider_ref: 'tr_2/1' })
  assert.deepEqual(await take({ orderId }), [large, 6000 - 821])
  assert.deepEqual([await transfers.reversedByHand(db, large), await transfers.reversedByHand(db, small)], [320, 70])
  await move({ order_id: orderId, of_move: small, amount_cents: 8, status: 'held' })
  await move({ ...reversal, of_move: small, amount_cents: 3, status: 'held' })
  const sums = { disputedCents: 77, heldCents: 8, dueCents: 9000, sentCents: 11_000 - 391 }
  assert.deepEqual(await transfers.payoutSums(db, orderId), sums)
  await transfers.failTransfer(db, small)
  const statuses = await Promise.all([small, large].map(async (id) => (await transfers.findTransfer(db, id))?.status))
  assert.deepEqual(statuses, ['failed', 'sent'])
  assert.deepEqual(await transfers.payoutSums(db, await order()), { disputedCents: 0, heldCents: 0, dueCents: 0, sentCents: 0 })
})
