import type { Tx } from '#platform/context/index.ts'
import { covered } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import type { Lost } from '#commerce/orders/chargebacks.ts'
import { lowerDuePayouts, takeBackPayout } from '#commerce/payments/transfers/retry.ts'
import type { HoldRow } from './queries.ts'
import { giveUp } from './return.ts'

/*
 * Handles chargebacks of hold deposits. The caller must lock the hold. If the deposit is part of the payment for an order, the chargeback
 * is handled together with the order instead.
 */

/**
 * Handles a chargeback of a deposit. Makes the item available again. If the seller has already received the deposit, reverses the payout
 * instead. Returns the id of the reversal, or null if there is none.
 */
export async function disputeHold(tx: Tx, row: HoldRow): Promise<string | null> {
  if (row.status === 'active') await giveUp(tx, row, 'provider')
  return row.status === 'kept' ? takeBackPayout(tx, { holdId: row.id }, row.deposit_cents) : null
}

/**
 * Applies a lost chargeback of a deposit. If the seller has received the deposit, deducts it from the seller's due payouts. Returns the
 * recovered amount in cents.
 */
export async function loseHold(tx: Tx, row: HoldRow, { backCents, takenBackCents }: Lost): Promise<number> {
  const sellerCents = await lowerDuePayouts(tx, { holdId: row.id }, Math.max(0, backCents - takenBackCents))
  await post(tx, covered({ holdId: row.id }, { sellerCents }))
  return sellerCents
}
