import type { Tx, Core } from '#platform/context/index.ts'
import { payableAgain, type MoneySubject } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { followTransfer } from '#commerce/payment-exceptions/follow.ts'
import { coverByTransfer } from '#commerce/payment-exceptions/index.ts'
import * as queries from './queries.ts'
import type { TransferRow } from './queries.ts'

/** Creates a reversal for up to `cents` of a payout. Returns the id of the reversal, or null if there is nothing to reverse. */
export async function takeBackPayout(tx: Tx, subject: MoneySubject, cents: number): Promise<string | null> {
  const payout = await queries.sentPayoutToTakeFrom(tx.db, subject)
  if (!payout) return null
  const amountCents = Math.min(cents, payout.left_cents)
  if (amountCents === 0) return null
  const id = tx.newId('mov')
  await queries.insertTransfer(tx.db, {
    ...rowOf(tx, id, subject),
    kind: 'reversal',
    of_move: payout.id,
    account_id: payout.account_id,
    amount_cents: amountCents,
  })
  return id
}

/** Returns the amount, in cents, that a reversal still has to recover. */
export async function leftOfReversal(tx: Tx, reversalId: string): Promise<number> {
  const { status, amount_cents } = (await queries.lockTransfer(tx.db, reversalId))!
  return status === 'due' ? amount_cents : 0
}

/**
 * Undoes the reversal of a payout after the service won a chargeback. Drops a reversal that was not sent. If `takenCents` was already
 * recovered, by the reversal or manually at the provider, the service owes this amount to the seller again.
 */
export async function undoTakeBack(tx: Tx, subject: MoneySubject, reversalId: string, takenCents: number): Promise<void> {
  const reversal = (await queries.lockTransfer(tx.db, reversalId))!
  if (reversal.status === 'due') await lowerTransfer(tx, reversal, reversal.amount_cents)
  if (takenCents === 0) return
  await post(tx, payableAgain(subject, takenCents))
  await retryTransfer(tx, subject, { ...reversal, amount_cents: takenCents }, 'due')
}

/** Reduces the unsent reversals of a payout by an amount that was reversed manually. Returns the reduction in cents. */
export async function coverByHand(tx: Tx, payoutId: string, cents: number): Promise<number> {
  let left = cents
  for (const reversal of await queries.lockDueReversals(tx.db, payoutId)) {
    const less = await lowerTransfer(tx, reversal, left)
    await coverByTransfer(tx, reversal.id, less)
    left -= less
  }
  return cents - left
}

/**
 * Creates a replacement for a payout that the bank returned. The new payout is `held` if an operator must review it first, otherwise `due`.
 */
export async function retryTransfer(
  tx: Tx,
  subject: MoneySubject,
  back: { of_move: string | null; account_id: string; amount_cents: number },
  status: 'due' | 'held',
): Promise<string> {
  const id = tx.newId('mov')
  const { of_move, account_id, amount_cents } = back
  await queries.insertTransfer(tx.db, { ...rowOf(tx, id, subject), kind: 'payout', status, of_move, account_id, amount_cents })
  return id
}

/** Lowers a seller's unsent payouts by up to `cents` in total. Returns the total reduction in cents. */
export async function lowerDuePayouts(tx: Tx, subject: MoneySubject, cents: number): Promise<number> {
  let left = cents
  for (const transfer of await queries.lockUnsent(tx.db, 'payout', subject)) left -= await lowerTransfer(tx, transfer, left)
  return cents - left
}

/**
 * Lowers the unsent refunds of a payment, because the bank has already paid the buyer. With `orderId`, lowers only refunds of this order.
 * Returns the total reduction (`cents`), and the reduction of the refund of an unused deposit (`ofHoldCents`).
 */
export async function lowerDueRefunds(
  tx: Tx,
  paymentId: string,
  cents: number,
  orderId: string | null = null,
): Promise<{ cents: number; ofHoldCents: number }> {
  const lowered = { cents: 0, ofHoldCents: 0 }
  for (const transfer of await queries.lockUnsentRefunds(tx.db, paymentId, orderId)) {
    const less = await lowerTransfer(tx, transfer, cents - lowered.cents)
    lowered.cents += less
    if (transfer.order_id === null) lowered.ofHoldCents += less
  }
  return lowered
}

/**
 * Lowers the amounts of an unsent transfer and of the payment exceptions about it. All code that lowers transfers must use this function.
 */
async function lowerTransfer(tx: Tx, { id, amount_cents }: TransferRow, cents: number): Promise<number> {
  const less = Math.min(cents, amount_cents)
  const left = amount_cents - less
  await queries.updateTransfer(tx.db, id, left === 0 ? { status: 'dropped' } : { amount_cents: left })
  await followTransfer(tx, id, left)
  return less
}

const rowOf = (tx: Tx, id: string, { orderId, holdId }: MoneySubject) => ({
  id,
  order_id: orderId ?? null,
  hold_id: holdId ?? null,
  next_try_at: tx.now(),
  created_at: tx.now(),
})

/** Returns the totals of all transfers for a completed order. */
export const payoutSums = (ctx: Core, orderId: string): ReturnType<typeof queries.payoutSums> => queries.payoutSums(ctx.db, orderId)
