import type { OrderStatus } from './order.ts'

const HELD: readonly OrderStatus[] = ['paid', 'shipped', 'delivered', 'problem']

/** Returns true if an order can take over the shipping of a different order in its purchase. */
export const takesShipping = ({ status }: { status: OrderStatus }): boolean => HELD.includes(status)

/**
 * Returns true if an open order passes its shipping on to the order that completes first. This requires that none of its money is disputed
 * or refunded. An order's part of a chargeback depends on its total, so the total must not change during a chargeback.
 */
export const givesShipping = (order: { status: OrderStatus; disputed_cents: number; refunded_cents: number }): boolean =>
  takesShipping(order) && order.disputed_cents === 0 && order.refunded_cents === 0

/** Returns the part of an order's shipping, in cents, that is still in escrow and can move to a different order. */
export const movableShipping = (order: { item_cents: number; shipping_cents: number; refunded_cents: number }): number =>
  Math.max(0, Math.min(order.shipping_cents, order.item_cents + order.shipping_cents - order.refunded_cents))
