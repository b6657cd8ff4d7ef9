import type { Tx } from '#platform/context/index.ts'
import { decideOrder } from '#commerce/orders/rules/order.ts'
import { lapseOffer } from '#commerce/offers/index.ts'
import { holdOrderUnpaid } from '#commerce/holds/use.ts'
import { factsOf } from './access.ts'
import { transitionOrder } from './transition.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import { recordBuyerEvent } from './notify.ts'

/** Expires a listing's order if its payment deadline has passed. The caller must lock the listing. */
export async function expireOverdue(tx: Tx, listingId: string): Promise<void> {
  const row = await queries.lockUnfinishedOf(tx.db, listingId)
  if (row) await expireOrder(tx, row)
}

/**
 * Expires an unpaid order, releases the listing, and sets the order's offer to `lapsed` (spec: completions 7). The caller must lock the
 * order.
 */
export async function expireOrder(tx: Tx, row: OrderRow): Promise<void> {
  const decision = decideOrder('expire', 'service', factsOf(row), tx.now())
  if (decision.kind === 'refuse') return
  const expired = await transitionOrder(tx, row, decision.to, 'service')
  await freeReserve(tx, expired)
  await recordBuyerEvent(tx, 'order.expired', expired)
}

/** Sets the offer behind an unpaid order to `lapsed`, and reactivates the order's hold. */
export async function freeReserve(tx: Tx, row: OrderRow): Promise<void> {
  if (row.offer_id !== null) await lapseOffer(tx, row.offer_id)
  if (row.hold_id !== null) await holdOrderUnpaid(tx, row.hold_id)
}
