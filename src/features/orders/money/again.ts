import type { Tx } from '#context.ts'
import { owedAgain } from '#domain/ledger.ts'
import { payoutOfCompleted } from '#domain/order.ts'
import { post } from '#features/ledger/service.ts'
import * as orders from '#features/orders/queries.ts'
import * as queries from './queries.ts'
import type { MoneySubject } from './queries.ts'

/** Asks for what a seller got of an order or a kept deposit, up to `cents`, back from them. Gives the reversal's id, null without one. */
export async function takeBackPayout(tx: Tx, subject: MoneySubject, cents: number): Promise<string | null> {
  const payout = await queries.lastSentPayout(tx.db, subject)
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

/**
 * The bank decided for the seller: a reversal that has not left is not needed any more, and what one took is owed to them again. Gives
 * how much that is.
 */
export async function undoTakeBack(tx: Tx, subject: MoneySubject, reversalId: string): Promise<number> {
  const reversal = await queries.lockMove(tx.db, reversalId)
  if (reversal?.status === 'due') await queries.changeMove(tx.db, reversalId, { status: 'dropped' })
  if (reversal?.status !== 'sent') return 0
  await post(tx, owedAgain(subject, reversal.amount_cents))
  await payAgain(tx, subject, reversal, 'due')
  return reversal.amount_cents
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
  return lower(tx, await queries.lockUnsent(tx.db, 'payout', subject), cents)
}

/** Likewise what is to go back to a buyer of one payment: the bank has given it to them. */
export async function lowerDueRefunds(tx: Tx, paymentId: string, cents: number): Promise<number> {
  return lower(tx, await queries.lockUnsentRefunds(tx.db, paymentId), cents)
}

async function lower(tx: Tx, moves: readonly { id: string; amount_cents: number }[], cents: number): Promise<number> {
  let left = cents
  for (const move of moves) {
    const less = Math.min(left, move.amount_cents)
    if (less === 0) break
    await queries.changeMove(
      tx.db,
      move.id,
      less === move.amount_cents ? { status: 'dropped' } : { amount_cents: move.amount_cents - less },
    )
    left -= less
  }
  return cents - left
}

/** Writes what the payout of a completed order is, by its moves. */
export async function writePayout(tx: Tx, orderId: string): Promise<void> {
  const money = await queries.payoutSums(tx.db, orderId)
  await orders.updateOrder(tx.db, orderId, { payout: payoutOfCompleted(money), updated_at: tx.now() })
}

const rowOf = (tx: Tx, id: string, { orderId, holdId }: MoneySubject) => ({
  id,
  order_id: orderId ?? null,
  hold_id: holdId ?? null,
  next_try_at: tx.now(),
  created_at: tx.now(),
})
