import type { Tx } from '#platform/context/index.ts'
import { feeAfterRefund, type OrderOperation, type OrderParty } from '#commerce/orders/rules/order.ts'
import { allow } from './access.ts'
import { payOutOrder, refundOrder } from './money.ts'
import { collectShipping, leaveShipping } from './shared-shipping.ts'
import { transitionOrder } from './transition.ts'
import type { OrderChange, OrderRow } from './queries.ts'
import { recordEvents, type OrderNotification } from './notify.ts'

/**
 * Applies a transition to a locked order, and moves the money accordingly (spec: completions 7). Errors: 409 if the transition is not
 * allowed.
 */
export async function settleOrder(
  tx: Tx,
  before: OrderRow,
  operation: OrderOperation,
  by: OrderParty,
  change: OrderChange = {},
): Promise<OrderRow> {
  const { to, money } = allow(tx, operation, by, before)
  const row = await withShipping(tx, before, money)
  const backCents = backOf(row, money)
  const changed = await transitionOrder(tx, row, to, by, {
    ...change,
    refunded_cents: row.refunded_cents + backCents,
    fee_cents: feeLeft(row, backCents),
    ...(to === 'completed' ? { completed_at: tx.now() } : {}),
    ...(to === 'paid' ? {} : { cancel_by: null }),
  })
  await refundOrder(tx, changed, backCents)
  return money.includes('pay out') ? payOutOrder(tx, changed) : changed
}

/** Notifies both parties that an order has ended. */
export const recordOrderEnd = async (tx: Tx, row: OrderRow, refunded: boolean): Promise<void> =>
  void (await recordEvents(tx, row, orderEndNotifications(row, refunded)))

/** Returns the notifications about a change: public events for the seller, and an internal event for the buyer. */
export const orderEndNotifications = (row: OrderRow, refunded: boolean): OrderNotification[] => [
  ...(row.status === 'completed' ? [['order.completed', 'seller'] as const] : []),
  ...(refunded ? [['order.refunded', 'seller'] as const] : []),
  [row.status === 'cancelled' ? 'order.cancelled' : 'order.settled', 'buyer'],
]

const feeLeft = (row: OrderRow, backCents: number): number =>
  feeAfterRefund({ itemCents: row.item_cents, refundedCents: row.refunded_cents, feeCents: row.fee_cents }, backCents)

/**
 * Moves shipping between the orders of a purchase before the order `row` is refunded or paid out. The shipping of a refunded order moves to
 * an open order, and the shipping of all open orders moves to a completed order.
 */
async function withShipping(tx: Tx, row: OrderRow, money: readonly string[]): Promise<OrderRow> {
  if (row.purchase_id === null) return row
  if (money.includes('give back all')) return leaveShipping(tx, row, row.purchase_id)
  return money.includes('pay out') ? collectShipping(tx, row, row.purchase_id) : row
}

function backOf(row: OrderRow, money: readonly string[]): number {
  if (money.includes('give back all')) return row.item_cents + row.shipping_cents - row.refunded_cents
  return money.includes('give back the part') ? (row.problem?.offered_cents ?? 0) : 0
}
