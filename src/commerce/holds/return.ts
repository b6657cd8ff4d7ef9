import type { Person, Tx } from '#platform/context/index.ts'
import type { HoldActor } from './rules.ts'
import { arrivedPayment, recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { lockOwnHold } from './access.ts'
import { transitionHold } from './transition.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/** Cancels a hold on behalf of the seller, and refunds the full deposit (spec: completions 7, Holds). Errors: 404, 409. */
export async function returnHold(tx: Tx, actor: Person, id: string): Promise<HoldRow> {
  return giveUp(tx, await lockOwnHold(tx, actor, id, 'seller'), 'seller')
}

/**
 * Ends all unexpired holds on listings that are no longer for sale, and refunds the deposits. A periodic job handles holds whose deadlines
 * have passed. The caller must lock the listings.
 */
export async function returnHolds(tx: Tx, listingIds: readonly string[]): Promise<void> {
  for (const row of await queries.lockActiveOn(tx.db, listingIds)) if (row.until > tx.now()) await giveUp(tx, row, 'listing')
}

/** Ends a locked hold and, if the deposit was paid, refunds it. */
export async function giveUp(tx: Tx, row: HoldRow, by: HoldActor, change: { order_id?: null } = {}): Promise<HoldRow> {
  const over = await transitionHold(tx, row, 'return', by, change)
  const payment = over.status === 'returned' ? await arrivedPayment(tx, { holdId: row.id }) : null
  if (payment) await recordRefundDue(tx, payment.id, { holdId: row.id })
  return over
}
