import type { Tx } from '#platform/context/index.ts'
import { covered } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import type { Lost } from '#commerce/orders/chargebacks.ts'
import { lowerDuePayouts, takeBackPayout } from '#commerce/payments/transfers/retry.ts'
import type { HoldRow } from './queries.ts'
import { giveUp } from './return.ts'

/*
 * What a chargeback of a deposit does to its hold, which is locked by the caller. A hold that counts toward a paid order is that
 * order's.
 */

/**
 * The buyer's bank takes the deposit back: the item is free again, and a deposit that its seller kept and got is taken back from them.
 * Gives the id of that reversal.
 */
export async function disputeHold(tx: Tx, row: HoldRow): Promise<string | null> {
  if (row.status === 'active') await giveUp(tx, row, 'provider')
  return row.status === 'kept' ? takeBackPayout(tx, { holdId: row.id }, row.deposit_cents) : null
}

/** The bank keeps it: a kept deposit that is not sent is owed to its seller no more. Gives how much of what was put up is got. */
export async function loseHold(tx: Tx, row: HoldRow, { backCents, takenBackCents }: Lost): Promise<number> {
  if (row.status !== 'kept') return 0
  const sellerCents = await lowerDuePayouts(tx, { holdId: row.id }, Math.max(0, backCents - takenBackCents))
  await post(tx, covered({ holdId: row.id }, { sellerCents }))
  return sellerCents
}
