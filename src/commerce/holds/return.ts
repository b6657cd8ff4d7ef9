import type { Person, Tx } from '#platform/context/index.ts'
import type { HoldActor } from './rules.ts'
import { arrivedPayment, recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { lockOwnHold } from './access.ts'
import { transitionHold } from './transition.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/** The seller backs out: the deposit goes back in full (completions 7, Holds). Errors: 404, 409. */
export async function returnHold(tx: Tx, actor: Person, id: string): Promise<HoldRow> {
  return giveUp(tx, await lockOwnHold(tx, actor, id, 'seller'), 'seller')
}

/**
 * Ends every standing hold on these listings, because they are not for sale any more: what was paid goes back in full. What time
 * has ended already is left to its sweep. The listings are locked by the caller.
 */
export async function returnHolds(tx: Tx, listingIds: readonly string[]): Promise<void> {
  for (const row of await queries.lockStandingOn(tx.db, listingIds)) if (row.until > tx.now()) await giveUp(tx, row, 'listing')
}

/** Moves a locked hold to its end and owes its deposit back, where one was paid. */
export async function giveUp(tx: Tx, row: HoldRow, by: HoldActor, change: { order_id?: null } = {}): Promise<HoldRow> {
  const over = await transitionHold(tx, row, 'return', by, change)
  const payment = over.status === 'returned' ? await arrivedPayment(tx, { holdId: row.id }) : null
  if (payment) await recordRefundDue(tx, payment.id, { holdId: row.id })
  return over
}
