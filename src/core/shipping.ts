import { priceText } from './format/money.ts'
import { dollarsOrNull } from './money.ts'

/**
 * Describes how an item is shipped. Every page, email and record derives its wording from this type (spec: completions 12). `ask`: no price
 * is agreed yet. `pickup`: `place` is the shop's location, or null. `sent`: shipped for `cents`.
 */
export type Shipping = { kind: 'ask' } | { kind: 'pickup'; place: string | null } | { kind: 'sent'; cents: number }

/**
 * Returns the shipping of a listing. A stored null means that the buyer must ask for the price; 0 means pickup only (spec: interface,
 * listing `shipping`).
 */
export function shippingOf(cents: number | null, place: string | null = null): Shipping {
  if (cents === null) return { kind: 'ask' }
  return cents === 0 ? { kind: 'pickup', place } : { kind: 'sent', cents }
}

/**
 * Returns the shipping of an order, as copied from its listing. For orders other than pickups, 0 cents means that no shipping price was
 * agreed.
 */
export function shippingOfOrder({ cents, pickup, place }: { cents: number; pickup: boolean; place: string | null }): Shipping {
  if (pickup) return { kind: 'pickup', place }
  return cents === 0 ? { kind: 'ask' } : { kind: 'sent', cents }
}

/**
 * Returns the shipping of an order in the format of the API, with the amount in dollars (spec: completions 7). Records from before
 * completions 12 contain 0 if no price was agreed.
 */
export const shippingOfRecord = (record: {
  shipping: number | null
  pickup: boolean
  pickup_place?: string | null | undefined
  purchase?: string | null | undefined
}): Shipping =>
  // in a purchase, the shipping price is always agreed, even if a different order contains it
  record.purchase && record.shipping === 0
    ? { kind: 'sent', cents: 0 }
    : shippingOfOrder({ cents: Math.round((record.shipping ?? 0) * 100), pickup: record.pickup, place: record.pickup_place ?? null })

/** Returns the shipping price in cents. It is null if no price has been agreed, and 0 for pickup. */
export const shippingCentsOf = (shipping: Shipping): number | null =>
  shipping.kind === 'ask' ? null : shipping.kind === 'pickup' ? 0 : shipping.cents

/**
 * Returns the shipping price of an order row in dollars. It is null if no price has been agreed. It is 0 for a pickup, and if a different
 * order of the purchase contains the price.
 */
export function shippingDollarsOf({ shipping_cents: cents, pickup, purchase_id: purchaseId }: OrderShipping): number | null {
  if (purchaseId) return dollarsOrNull(cents)
  return dollarsOrNull(shippingCentsOf(shippingOfOrder({ cents, pickup, place: null })))
}

type OrderShipping = { shipping_cents: number; pickup: boolean; purchase_id?: string | null }

/** Formats shipping as `Ask about shipping`, `Pickup only` or `$6 shipping`. */
export function shippingText(shipping: Shipping): string {
  if (shipping.kind === 'ask') return 'Ask about shipping'
  return shipping.kind === 'pickup' ? 'Pickup only' : `${priceText(shipping.cents)} shipping`
}

/** Returns an additional note about shipping for the buyer and the seller, or null if `shippingText` says everything. */
export function shippingNote(shipping: Shipping): string | null {
  if (shipping.kind === 'sent') return null
  if (shipping.kind === 'ask') return 'Shipping is not part of this payment: buyer and seller agree on it by message.'
  return shipping.place === null ? 'Buyer and seller agree on the place of pickup by message.' : `The place of pickup is ${shipping.place}.`
}
