import { priceText } from './format/money.ts'
import { dollarsOrNull } from './money.ts'

/**
 * Delivery of an item, in the same words from card to receipt (completions 12): shipping price open, pickup, or shipped for `cents`.
 * `place` is the shop's location, or null.
 */
export type Shipping = { kind: 'ask' } | { kind: 'pickup'; place: string | null } | { kind: 'sent'; cents: number }

/** Returns the shipping of a listing. Null means ask, 0 means pickup only (interface, listing `shipping`). */
export function shippingOf(cents: number | null, place: string | null = null): Shipping {
  if (cents === null) return { kind: 'ask' }
  return cents === 0 ? { kind: 'pickup', place } : { kind: 'sent', cents }
}

/** Returns the shipping of an order as its listing had it. Shipped at no charge means that the price was open. */
export function shippingOfOrder({ cents, pickup, place }: { cents: number; pickup: boolean; place: string | null }): Shipping {
  if (pickup) return { kind: 'pickup', place }
  return cents === 0 ? { kind: 'ask' } : { kind: 'sent', cents }
}

/** Returns the shipping of an order record, in dollars (completions 7). Records before completions 12 have 0 where no price was agreed. */
export const shippingOfRecord = (record: {
  shipping: number | null
  pickup: boolean
  pickup_place?: string | null | undefined
}): Shipping =>
  shippingOfOrder({ cents: Math.round((record.shipping ?? 0) * 100), pickup: record.pickup, place: record.pickup_place ?? null })

/** Returns the cents of a record: null if not agreed yet, 0 for pickup. */
export const shippingCentsOf = (shipping: Shipping): number | null =>
  shipping.kind === 'ask' ? null : shipping.kind === 'pickup' ? 0 : shipping.cents

/** Returns the shipping of an order row in dollars, like `shippingCentsOf`. */
export function shippingDollarsOf({ shipping_cents: cents, pickup }: { shipping_cents: number; pickup: boolean }): number | null {
  return dollarsOrNull(shippingCentsOf(shippingOfOrder({ cents, pickup, place: null })))
}

/** `Ask about shipping`, `Pickup only`, `$6 shipping`. */
export function shippingText(shipping: Shipping): string {
  if (shipping.kind === 'ask') return 'Ask about shipping'
  return shipping.kind === 'pickup' ? 'Pickup only' : `${priceText(shipping.cents)} shipping`
}

/** Returns what both parties must also know, or null when `shippingText` says everything. */
export function shippingNote(shipping: Shipping): string | null {
  if (shipping.kind === 'sent') return null
  if (shipping.kind === 'ask') return 'Shipping is not part of this payment: buyer and seller agree on it by message.'
  return shipping.place === null ? 'Buyer and seller agree on the place of pickup by message.' : `The place of pickup is ${shipping.place}.`
}
