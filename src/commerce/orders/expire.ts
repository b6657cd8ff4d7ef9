import type { Tx } from '#platform/context/index.ts'
import { decideOrder } from '#commerce/orders/rules/order.ts'
import { holdOrderUnpaid } from '#commerce/holds/use.ts'
import { factsOf } from './access.ts'
import { transitionOrder } from './transition.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import { recordBuyerEvent } from './notify.ts'

/** Writes down that a listing's order was not paid in time, where there is such a one. The listing is locked by the caller. */
export async function expireOverdue(tx: Tx, listingId: string): Promise<void> {
  const row = await queries.lockUnfinishedOf(tx.db, listingId)
  if (row) await expireOrder(tx, row)
}

/** Not paid in time (completions 7): the reserve is over, and the offer behind it lapses. The order is locked by the caller. */
export async function expireOrder(tx: Tx, row: OrderRow): Promise<void> {
  const decision = decideOrder('expire', 'service', factsOf(row), tx.now())
  if (decision.kind === 'refuse') return
  const expired = await transitionOrder(tx, row, decision.to, 'service')
  await freeReserve(tx, expired)
  await recordBuyerEvent(tx, 'order.expired', expired)
}

/** What stood behind an order that was never paid: its offer lapses, its hold goes on. */
export async function freeReserve(tx: Tx, row: OrderRow): Promise<void> {
  if (row.offer_id !== null) await tx.hooks.orderLapsed(tx, row.offer_id)
  if (row.hold_id !== null) await holdOrderUnpaid(tx, row.hold_id)
}
