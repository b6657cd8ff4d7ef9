import type { Tx } from '#platform/context/index.ts'
import { fieldsAfter, sharesOf, type OrderParty, type OrderStatus } from '#commerce/orders/rules/order.ts'
import { returnAfter } from '#commerce/orders/rules/return.ts'
import { requireShipping } from './destination.ts'
import * as queries from './queries.ts'
import type { OrderChange, OrderRow } from './queries.ts'

/**
 * Writes a transition: the status, the payment and payout fields, and a step in the timeline. If the order ends, its return ends too. The
 * caller must lock the order.
 */
export async function transitionOrder(tx: Tx, row: OrderRow, to: OrderStatus, by: OrderParty, change: OrderChange = {}): Promise<OrderRow> {
  const now = tx.now()
  const after = { ...row, ...change }
  const totalCents = after.item_cents + after.shipping_cents
  const fields = fieldsAfter(to, {
    paid: after.paid_at !== null,
    refundedCents: after.refunded_cents,
    totalCents,
    payoutCents: sharesOf({ totalCents, refundedCents: after.refunded_cents, feeCents: after.fee_cents }).sellerCents - after.label_cents,
  })
  const returned = returnAfter(after.return_status, to)
  const returnEnd = returned === after.return_status ? {} : { return_status: returned, return_by: null }
  const written = { ...change, ...fields, ...returnEnd, status: to, updated_at: now }
  await queries.updateOrderStatus(tx.db, row.id, written, to === row.status ? null : { order_id: row.id, at: now, status: to, by })
  return { ...row, ...written }
}

/**
 * Updates the payment state or the address of an order without a transition. The caller must lock the order. Errors: 409 `does_not_ship`.
 */
export async function changeOrder(tx: Tx, row: OrderRow, change: Pick<OrderChange, 'payment' | 'address'>): Promise<void> {
  if (change.address) requireShipping({ ship_from: row.shop_ship_from, ships_to: row.shop_ships_to }, change.address)
  await queries.updateOrder(tx.db, row.id, { ...change, updated_at: tx.now() })
}
