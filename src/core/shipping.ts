import { priceText } from './format/money.ts'
import { dollarsOrNull } from './money.ts'

/**
 * How a thing gets to its buyer, told in the same words from card to receipt (completions 12): nobody has said yet what sending
 * costs, it is fetched, or it is sent for so many cents. `place` is the shop's location, null where it has none.
 */
export type Shipping = { kind: 'ask' } | { kind: 'pickup'; place: string | null } | { kind: 'sent'; cents: number }

/** Of a listing: null is a question, 0 is pickup only (interface, listing `shipping`). */
export function shippingOf(cents: number | null, place: string | null = null): Shipping {
  if (cents === null) return { kind: 'ask' }
  return cents === 0 ? { kind: 'pickup', place } : { kind: 'sent', cents }
}

/** Of an order, as the listing said when it was made: one that is sent and charges nothing for it was a question. */
export function shippingOfOrder({ cents, pickup, place }: { cents: number; pickup: boolean; place: string | null }): Shipping {
  if (pickup) return { kind: 'pickup', place }
  return cents === 0 ? { kind: 'ask' } : { kind: 'sent', cents }
}

/** Of an order's record, in dollars (completions 7); one of before completions 12 says 0 for what was not agreed. */
export const shippingOfRecord = (record: {
  shipping: number | null
  pickup: boolean
  pickup_place?: string | null | undefined
}): Shipping =>
  shippingOfOrder({ cents: Math.round((record.shipping ?? 0) * 100), pickup: record.pickup, place: record.pickup_place ?? null })

/** The amount, in cents, as records say it: null for what is not agreed yet, 0 for a pickup. */
export const shippingCentsOf = (shipping: Shipping): number | null =>
  shipping.kind === 'ask' ? null : shipping.kind === 'pickup' ? 0 : shipping.cents

/** The same of an order's row, in dollars. */
export function shippingDollarsOf({ shipping_cents: cents, pickup }: { shipping_cents: number; pickup: boolean }): number | null {
  return dollarsOrNull(shippingCentsOf(shippingOfOrder({ cents, pickup, place: null })))
}

/** `Ask about shipping`, `Pickup only`, `$6 shipping`. */
export function shippingWords(shipping: Shipping): string {
  if (shipping.kind === 'ask') return 'Ask about shipping'
  return shipping.kind === 'pickup' ? 'Pickup only' : `${priceText(shipping.cents)} shipping`
}

/** What both sides must know of it beside those words; null where they say it all. */
export function shippingNote(shipping: Shipping): string | null {
  if (shipping.kind === 'sent') return null
  if (shipping.kind === 'ask') return 'Nothing is charged for shipping here: buyer and seller agree on it by message.'
  return shipping.place === null ? 'Buyer and seller agree by message where it is picked up.' : `It is picked up in ${shipping.place}.`
}
