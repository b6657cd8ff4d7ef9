import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { HOLD_MS } from '#commerce/holds/rules.ts'
import { received } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { readPayment, recordCharge } from '#commerce/payments/record.ts'
import { lockHold } from '#commerce/holds/access.ts'
import { isBuyable } from '#commerce/holds/buyable.ts'
import { transitionHold } from '#commerce/holds/transition.ts'
import type { HoldRow } from '#commerce/holds/queries.ts'
import { isReserved, activeHoldsOn } from './active-holds.ts'

/**
 * Records the provider's result for a deposit. A successful payment reserves the item for 72 hours; a payment that arrives too late is
 * refunded. Idempotent, and results can arrive in any order. Locks the listing, then the hold.
 */
export async function markHoldPaid(tx: Tx, paymentId: string, charged: Charged): Promise<void> {
  const hold = await lockHold(tx, (await readPayment(tx, paymentId))!.hold_id!)
  const payment = await recordCharge(tx, paymentId, charged)
  if (!hold || payment?.status !== 'succeeded') return
  await post(tx, received({ holdId: hold.id }, payment.amount_cents))
  if (!(await canHold(tx, hold))) return recordRefundDue(tx, payment.id, { holdId: hold.id })
  await transitionHold(tx, hold, 'pay', 'provider', { until: new Date(tx.now().getTime() + HOLD_MS) })
}

async function canHold(tx: Tx, hold: HoldRow): Promise<boolean> {
  const active = await activeHoldsOn(tx, hold.listing_id)
  if (!active.some(({ id }) => id === hold.id) || (await isReserved(tx, hold.listing_id, active))) return false
  return isBuyable(tx, hold)
}
