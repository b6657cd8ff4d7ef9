import { MAX_PRICE_CENTS } from '#core/money.ts'

/**
 * Parts of a cent in which prices are worked out: every quantile, factor and percentage of the rules is a whole number
 * of them, so no sum is rounded before the end. Floats would: `Math.round(50 * 1.15)` is 57, and the answer is 58.
 */
export const FINE = 400

const DOLLAR = 100 * FINE
const MAX_DOLLARS = MAX_PRICE_CENTS / 100

/** Fine parts as cents of whole dollars, rounded half up, at least 1 dollar and at most the highest price of a listing. */
export function wholeDollarCents(fine: number): number {
  const doubled = 2 * fine + DOLLAR
  const dollars = (doubled - (doubled % (2 * DOLLAR))) / (2 * DOLLAR)
  return Math.min(Math.max(dollars, 1), MAX_DOLLARS) * 100
}

/** A percentage of fine parts. Exact as long as `fine` is a multiple of 100, or the product is. */
export const share = (fine: number, percent: number): number => (fine * percent) / 100

/** `quarter` quarters of the way through sorted cents, between neighbours by their distance (type 7), as fine parts. */
export function quartile(sorted: readonly number[], quarter: 1 | 2 | 3): number {
  const { below, above, parts } = neighbours(sorted, quarter)
  return ((4 - parts) * below + parts * above) * (FINE / 4)
}

/** The values beside a quartile: it stands `parts` quarters of the way from `below` to `above`. */
export function neighbours(sorted: readonly number[], quarter: 1 | 2 | 3): { below: number; above: number; parts: number } {
  const place = (sorted.length - 1) * quarter
  const index = Math.floor(place / 4)
  return { below: sorted[index]!, above: sorted[Math.min(index + 1, sorted.length - 1)]!, parts: place % 4 }
}
