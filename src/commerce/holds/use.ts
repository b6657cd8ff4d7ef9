import type { Tx } from '#platform/context/index.ts'
import { decideHold } from './rules.ts'
import { arrivedPayment, recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { lockHold } from './access.ts'
import { isBuyable } from './buyable.ts'
import { endHold } from './keep.ts'
import { transitionHold } from './transition.ts'
import * as queries from './queries.ts'
import { giveUp } from './return.ts'

/**
 * Locks and returns the buyer's paid hold on the listing, or null if there is none that an order can use. The caller must lock the listing
 * first, and afterwards link the hold to the order with `bindHold` (spec: completions 7).
 */
export async function useHold(tx: Tx, buyerId: string, listingId: string): Promise<{ id: string; depositCents: number } | null> {
  const rows = await queries.lockActiveOn(tx.db, [listingId])
  const own = rows.find((row) => row.buyer_id === buyerId && decideHold('use', 'buyer', row, tx.now()).kind === 'move')
  return own ? { id: own.id, depositCents: own.deposit_cents } : null
}

/** Links a hold to its new order. Call it in the transaction in which `useHold` returned the hold. */
export async function bindHold(tx: Tx, holdId: string, orderId: string): Promise<void> {
  await transitionHold(tx, (await queries.lockHold(tx.db, holdId))!, 'use', 'buyer', { order_id: orderId })
}

/**
 * Handles the hold if its order was not paid in time. If the buyer can no longer buy the item, refunds the deposit. If the hold's deadline
 * has passed, the seller receives the deposit. Otherwise, resumes the hold. The caller must lock the order, and the listing if it still
 * exists.
 */
export async function holdOrderUnpaid(tx: Tx, holdId: string): Promise<void> {
  const row = await lockHold(tx, holdId)
  if (row?.status !== 'used') return
  if (!(await isBuyable(tx, row))) return void (await giveUp(tx, row, 'listing', { order_id: null }))
  if (row.until <= tx.now()) return endHold(tx, row, { order_id: null })
  await transitionHold(tx, row, 'resume', 'clock', { order_id: null })
}

/** Refunds the part of a used deposit that exceeds `usedCents`, if the price has dropped below the deposit. */
export async function returnRest(tx: Tx, holdId: string, usedCents: number): Promise<void> {
  const payment = await arrivedPayment(tx, { holdId })
  if (payment && payment.amount_cents > usedCents) await recordRefundDue(tx, payment.id, { holdId }, payment.amount_cents - usedCents)
}
