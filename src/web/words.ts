import { priceText } from '#domain/money.ts'

export { priceText } from '#domain/money.ts'

/** The other half of the price. 0 dollars is pickup only, not free shipping; null is a question to the seller. */
export function shippingText(shippingCents: number | null): string {
  if (shippingCents === null) return 'Ask about shipping'
  return shippingCents === 0 ? 'Pickup only' : `+ ${priceText(shippingCents)} shipping`
}

/** What it comes to with shipping, where that is more than the price. */
export const totalText = (priceCents: number, shippingCents: number | null): string | null =>
  shippingCents === null || shippingCents === 0 ? null : `${priceText(priceCents + shippingCents)} with shipping`

/** `21 November 2026`, by UTC. */
export const dateText = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `21 November 2026, 14:05 UTC`. */
export const dateTimeText = (date: Date): string => `${dateText(date)}, ${date.toISOString().slice(11, 16)} UTC`

/** `1 thing`, `2 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
