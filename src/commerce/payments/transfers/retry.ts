import type { Context, Tx } from '#platform/context/index.ts'
import { owedAgain, type MoneySubject } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { followMove } from '#commerce/payment-exceptions/follow.ts'
import { coverByMove } from '#commerce/payment-exceptions/index.ts'
import * as queries from './queries.ts'
import type { MoveRow } from './queries.ts'

/** Asks for what a seller got of an order or a kept deposit, up to `cents`, back from them. Gives the reversal's id, null without one. */
export async function takeBackPayout(tx: Tx, subject: MoneySubject, cents: number): Promise<string | null> {
  const payout = await queries.sentPayoutToTakeFrom(tx.db, subject)
  const amountCents = Math.min(cents, payout?.left_cents ?? 0)
  if (!payout || amountCents === 0) return null
  const id = tx.newId('mov')
  await queries.insertMove(tx.db, {
    ...rowOf(tx, id, subject),
    kind: 'reversal',
    of_move: payout.id,
    account_id: payout.account_id,
    amount_cents: amountCents,
  })
  return id
}

/** What a reversal is still to get. */
export async function leftOfReversal(tx: Tx, reversalId: string): Promise<number> {
  const { status, amount_cents } = (await queries.lockMove(tx.db, reversalId))!
  return status === 'due' ? amount_cents : 0
}

/**
 * The bank decided for the seller: a reversal that has not left is not needed any more, and what was taken from them for this
 * chargeback, by it or by hand at the provider, is owed to them again.
 */
export async function undoTakeBack(tx: Tx, subject: MoneySubject, reversalId: string, takenCents: number): Promise<void> {
  const reversal = (await queries.lockMove(tx.db, reversalId))!
  if (reversal.status === 'due') await lowerMove(tx, reversal, reversal.amount_cents)
  if (takenCents === 0) return
  await post(tx, owedAgain(subject, takenCents))
  await payAgain(tx, subject, { ...reversal, amount_cents: takenCents }, 'due')
}

/**
 * Somebody took money of a payout back by hand at the provider: it is what our own reversals of that payout were to get, as far as
 * they have not left. Gives how much of it was theirs.
 */
export async function coverByHand(tx: Tx, payoutId: string, cents: number): Promise<number> {
  let left = cents
  for (const reversal of await queries.lockDueReversals(tx.db, payoutId)) {
    const less = await lowerMove(tx, reversal, left)
    await coverByMove(tx, reversal.id, less)
    left -= less
  }
  return cents - left
}

/** A payout once more, of what came back from a seller: sent by itself, or held until a person has looked. */
export async function payAgain(
  tx: Tx,
  subject: MoneySubject,
  back: { of_move: string | null; account_id: string; amount_cents: number },
  status: 'due' | 'held',
): Promise<string> {
  const id = tx.newId('mov')
  const { of_move, account_id, amount_cents } = back
  await queries.insertMove(tx.db, { ...rowOf(tx, id, subject), kind: 'payout', status, of_move, account_id, amount_cents })
  return id
}

/** What a seller is owed and was not sent is `cents` less, as far as it goes. Gives by how much. */
export async function lowerDuePayouts(tx: Tx, subject: MoneySubject, cents: number): Promise<number> {
  let left = cents
  for (const move of await queries.lockUnsent(tx.db, 'payout', subject)) left -= await lowerMove(tx, move, left)
  return cents - left
}

/**
 * Likewise what is to go back to a buyer of one payment: the bank has given it to them. Gives by how much in all, and how much of
 * that was held for the hold itself: what an order did not take of a deposit.
 */
export async function lowerDueRefunds(tx: Tx, paymentId: string, cents: number): Promise<{ cents: number; ofHoldCents: number }> {
  const lowered = { cents: 0, ofHoldCents: 0 }
  for (const move of await queries.lockUnsentRefunds(tx.db, paymentId)) {
    const less = await lowerMove(tx, move, cents - lowered.cents)
    lowered.cents += less
    if (move.order_id === null) lowered.ofHoldCents += less
  }
  return lowered
}

/** The one place where money that has not left becomes less: what stands on the operator's list about it follows. Gives by how much. */
async function lowerMove(tx: Tx, { id, amount_cents }: MoveRow, cents: number): Promise<number> {
  const less = Math.min(cents, amount_cents)
  if (less === 0) return 0
  const left = amount_cents - less
  await queries.changeMove(tx.db, id, left === 0 ? { status: 'dropped' } : { amount_cents: left })
  await followMove(tx, id, left)
  return less
}

const rowOf = (tx: Tx, id: string, { orderId, holdId }: MoneySubject) => ({
  id,
  order_id: orderId ?? null,
  hold_id: holdId ?? null,
  next_try_at: tx.now(),
  created_at: tx.now(),
})

/** What a completed order is to pay out, by its moves. */
export const payoutSums = (ctx: Context, orderId: string): ReturnType<typeof queries.payoutSums> => queries.payoutSums(ctx.db, orderId)
