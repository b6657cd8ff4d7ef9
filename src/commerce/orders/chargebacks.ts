import type { Tx } from '#platform/context/index.ts'
import { lossOf } from '#admin/disputes/rules.ts'
import { covered } from '#commerce/ledger/rules.ts'
import { decideOrder } from '#commerce/orders/rules/order.ts'
import { post } from '#commerce/ledger/index.ts'
import { factsOf } from './access.ts'
import { freeReserve } from './expire.ts'
import { writePayout } from './payout.ts'
import { lowerDuePayouts, takeBackPayout } from '#commerce/payments/transfers/retry.ts'
import { transitionOrder } from './transition.ts'
import * as queries from './queries.ts'
import type { OrderRow, Problem } from './queries.ts'
import { settleOrder, recordOrderEnd } from './settle.ts'
import { recordSellerEvent } from './notify.ts'

/*
 * Effects of a chargeback on an order (admin/disputes/rules.ts). The caller must lock the order, and record in the ledger the money that
 * the bank moves.
 */

/**
 * Sets the order's status to `problem`, so that no money moves until the bank has decided. For a completed order, holds an unsent payout,
 * or reverses a sent payout. Returns the id of the reversal, or null.
 */
export async function disputeOrder(tx: Tx, row: OrderRow, amountCents: number, reason: string): Promise<string | null> {
  const change = { disputed_cents: row.disputed_cents + amountCents, problem: row.problem ?? bankProblem(tx, reason) }
  if (decideOrder('dispute', 'provider', factsOf(row), tx.now()).kind === 'move') {
    await recordSellerEvent(tx, 'order.problem', await settleOrder(tx, row, 'dispute', 'provider', change))
    return null
  }
  if (row.status !== 'completed') {
    await queries.updateOrder(tx.db, row.id, { disputed_cents: change.disputed_cents, updated_at: tx.now() })
    return null
  }
  await queries.updateOrder(tx.db, row.id, { ...change, updated_at: tx.now() })
  const reversal = await takeBackPayout(tx, { orderId: row.id }, lossOf(moneyOf(row), amountCents).sellerCents)
  await writePayout(tx, row.id)
  await recordSellerEvent(tx, 'order.problem', (await queries.findOrder(tx.db, row.id))!)
  return reversal
}

/** Cancels an unpaid order after the buyer's bank has reversed the deposit payment. */
export async function cancelUnpaid(tx: Tx, row: OrderRow): Promise<void> {
  const cancelled = await settleOrder(tx, row, 'dispute', 'provider')
  await freeReserve(tx, cancelled)
  await recordOrderEnd(tx, cancelled, false)
}

/** Applies a lost chargeback by taking the amount from escrow, the seller's balance and the fee. Returns the recovered amount in cents. */
export async function loseOrder(tx: Tx, row: OrderRow, { amountCents, backCents, takenBackCents }: Lost): Promise<number> {
  const loss = lossOf(moneyOf(row), backCents)
  const change = {
    disputed_cents: row.disputed_cents - amountCents,
    refunded_cents: row.refunded_cents + loss.backCents,
    charged_back_cents: row.charged_back_cents + loss.backCents,
    fee_cents: loss.feeLeftCents,
    // clears the partial refund that the seller offered, because it may exceed the remaining amount
    problem: row.problem && { ...row.problem, offered_cents: null },
  }
  const got =
    row.status === 'completed'
      ? await loseCompleted(tx, row, { ...loss, sellerCents: Math.max(0, loss.sellerCents - takenBackCents) })
      : await loseHeld(tx, row, loss.backCents)
  const after = { ...row, ...change }
  if (row.status === 'problem') {
    const isOver = decideOrder('lose_dispute', 'provider', factsOf(after), tx.now()).kind === 'move'
    const changed = isOver
      ? await settleOrder(tx, after, 'lose_dispute', 'provider', change)
      : await transitionOrder(tx, row, row.status, 'provider', change)
    if (loss.backCents > 0) await recordSellerEvent(tx, 'order.refunded', changed)
    return got
  }
  if (row.status !== 'completed') {
    await queries.updateOrder(tx.db, row.id, { disputed_cents: change.disputed_cents, updated_at: tx.now() })
    return got
  }
  await transitionOrder(tx, row, row.status, 'provider', change)
  await writePayout(tx, row.id)
  if (loss.backCents > 0) await recordSellerEvent(tx, 'order.refunded', (await queries.findOrder(tx.db, row.id))!)
  return got
}

/**
 * Applies a chargeback decision in the seller's favor. The order then continues, unless the buyer also reported a problem or a different
 * chargeback is open.
 */
export async function winOrder(tx: Tx, row: OrderRow, amountCents: number): Promise<void> {
  const change = { disputed_cents: row.disputed_cents - amountCents }
  const after = { ...row, ...change }
  if (decideOrder('win_dispute', 'provider', factsOf(after), tx.now()).kind === 'move')
    return recordOrderEnd(tx, await settleOrder(tx, after, 'win_dispute', 'provider', change), false)
  await queries.updateOrder(tx.db, row.id, { ...change, updated_at: tx.now() })
  if (row.status === 'completed') await writePayout(tx, row.id)
}

async function loseHeld(tx: Tx, row: OrderRow, cents: number): Promise<number> {
  await post(tx, covered({ orderId: row.id }, { escrowCents: cents }))
  return cents
}

/**
 * Amounts of a lost chargeback. `amountCents` is the total, `backCents` the part that was not yet refunded, and `takenBackCents` the part
 * recovered from the seller by reversing the payout.
 */
export type Lost = { amountCents: number; backCents: number; takenBackCents: number }

/** Lowers the fee and the unsent payouts. If a payout has already been sent, it is reversed to recover the seller's part. */
async function loseCompleted(tx: Tx, row: OrderRow, loss: { sellerCents: number; feeCents: number }): Promise<number> {
  const sellerCents = await lowerDuePayouts(tx, { orderId: row.id }, loss.sellerCents)
  await post(tx, covered({ orderId: row.id }, { sellerCents, feeCents: loss.feeCents }))
  return sellerCents + loss.feeCents
}

const moneyOf = (row: OrderRow) => ({
  itemCents: row.item_cents,
  totalCents: row.item_cents + row.shipping_cents,
  refundedCents: row.refunded_cents,
  feeCents: row.fee_cents,
})

const bankProblem = (tx: Tx, reason: string): Problem => ({
  reason: 'chargeback',
  body: `The buyer’s bank reversed the payment (${reason.replaceAll('_', ' ')}) and will decide the dispute. Until then, the order is on hold.`,
  photos: [],
  reported_at: tx.now().toISOString(),
  answer: null,
  answered_at: null,
  offered_cents: null,
})
