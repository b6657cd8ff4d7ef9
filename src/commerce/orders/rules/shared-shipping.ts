import type { OrderStatus } from './order.ts'

/** Statuses in which the money of a paid order is still held. */
const HELD: readonly OrderStatus[] = ['paid', 'shipped', 'delivered', 'problem']

/** Returns true for an order that can take over the shipping of another order of its purchase. */
export const takesShipping = ({ status }: { status: OrderStatus }): boolean => HELD.includes(status)

/** Returns the part of an order's shipping, in cents, that is still held and can move to another order. */
export const movableShipping = (order: { item_cents: number; shipping_cents: number; refunded_cents: number }): number =>
  Math.max(0, Math.min(order.shipping_cents, order.item_cents + order.shipping_cents - order.refunded_cents))
