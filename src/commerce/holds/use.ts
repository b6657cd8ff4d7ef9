import type { Tx } from '#platform/context/index.ts'
import { decideHold } from './rules.ts'
import { arrivedPayment, recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { lockHold } from './access.ts'
import { isBuyable } from './buyable.ts'
import { runOut } from './keep.ts'
import { transitionHold } from './transition.ts'
import * as queries from './queries.ts'
import { giveUp } from './return.ts'

/**
 * The paid deposit that this buyer can use for an order on a listing, locked; null where there is none. `bindHold` then ties it
 * to the order that counts it toward its price (completions 7). The listing is locked by the caller.
 */
export async function useHold(tx: Tx, buyerId: string, listingId: string): Promise<{ id: string; depositCents: number } | null> {
  const rows = await queries.lockStandingOn(tx.db, [listingId])
  const own = rows.find((row) => row.buyer_id === buyerId && decideHold('use', 'buyer', row, tx.now()).kind === 'move')
  return own ? { id: own.id, depositCents: own.deposit_cents } : null
}

/** Ties a hold of `useHold` to the order that was made with it, in the same transaction. */
export async function bindHold(tx: Tx, holdId: string, orderId: string): Promise<void> {
  await transitionHold(tx, (await queries.lockHold(tx.db, holdId))!, 'use', 'buyer', { order_id: orderId })
}

/**
 * The order of a hold was not paid: it goes on for the rest of its time, is kept where that is over, and goes back where its buyer
 * could not buy the item any more. The listing, where there is one still, and the order are locked by the caller.
 */
export async function holdOrderUnpaid(tx: Tx, holdId: string): Promise<void> {
  const row = await lockHold(tx, holdId)
  if (row?.status !== 'used') return
  if (!(await isBuyable(tx, row))) return void (await giveUp(tx, row, 'listing', { order_id: null }))
  if (row.until <= tx.now()) return runOut(tx, row, { order_id: null })
  await transitionHold(tx, row, 'resume', 'clock', { order_id: null })
}

/** Gives back what of a used deposit its order did not cost: the price had fallen below it. */
export async function returnRest(tx: Tx, holdId: string, usedCents: number): Promise<void> {
  const payment = await arrivedPayment(tx, { holdId })
  if (payment && payment.amount_cents > usedCents) await recordRefundDue(tx, payment.id, { holdId }, payment.amount_cents - usedCents)
}
