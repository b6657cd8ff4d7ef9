import { priceText } from '#domain/money.ts'
import { shippingOf, shippingWords } from '#domain/shipping.ts'

export { priceText } from '#domain/money.ts'

/** The other half of the price of a listing. */
export const shippingText = (shippingCents: number | null): string => shippingWords(shippingOf(shippingCents))

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

/** What is left until a moment, in its largest unit, rounded down: `3 h`, `2 days`, `12 min`, `less than a minute`. */
export function leftText(at: Date, now: Date): string {
  const minutes = Math.floor((at.getTime() - now.getTime()) / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1440)} days`
}
