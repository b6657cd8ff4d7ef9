import type { Tx } from '#platform/context/index.ts'
import { covered } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import type { Lost } from '#commerce/orders/chargebacks.ts'
import { lowerDuePayouts, takeBackPayout } from '#commerce/payments/transfers/retry.ts'
import type { HoldRow } from './queries.ts'
import { giveUp } from './return.ts'

/*
 * Effects of a deposit's chargeback on its hold. The caller locks the hold. Once a hold counts toward a paid order, the order handles the
 * chargeback.
 */

/**
 * Releases the item when the buyer's bank takes the deposit back. Reverses the payout of a deposit that the seller kept, and returns the id
 * of that reversal.
 */
export async function disputeHold(tx: Tx, row: HoldRow): Promise<string | null> {
  if (row.status === 'active') await giveUp(tx, row, 'provider')
  return row.status === 'kept' ? takeBackPayout(tx, { holdId: row.id }, row.deposit_cents) : null
}

/** Records that the bank keeps the money: lowers the payouts still due for a kept deposit. Returns the recovered amount in cents. */
export async function loseHold(tx: Tx, row: HoldRow, { backCents, takenBackCents }: Lost): Promise<number> {
  if (row.status !== 'kept') return 0
  const sellerCents = await lowerDuePayouts(tx, { holdId: row.id }, Math.max(0, backCents - takenBackCents))
  await post(tx, covered({ holdId: row.id }, { sellerCents }))
  return sellerCents
}
