import { MAX_PRICE_CENTS } from '#core/money.ts'

/**
 * Number of fine units (the internal unit of price calculations) in one cent. Every quantile, factor and percentage is a whole number of
 * fine units, so only the result is rounded. Floats would cause wrong results: `Math.round(50 * 1.15)` is 57, but 58 is correct.
 */
export const FINE = 400

export const DOLLAR = 100 * FINE
const MAX_DOLLARS = MAX_PRICE_CENTS / 100

/**
 * Converts fine units to cents. Rounds half up to whole dollars, and limits the result to the range from 1 dollar to the maximum price of a
 * listing.
 */
export function wholeDollarCents(fine: number): number {
  const doubled = 2 * fine + DOLLAR
  const dollars = (doubled - (doubled % (2 * DOLLAR))) / (2 * DOLLAR)
  return Math.min(Math.max(dollars, 1), MAX_DOLLARS) * 100
}

/** Returns `percent` percent of an amount in fine units. The result is exact if `fine * percent` is a multiple of 100. */
export const share = (fine: number, percent: number): number => (fine * percent) / 100

/** Returns a quartile in fine units. `sorted` must contain amounts in cents, in ascending order. Interpolates linearly (type 7 in R). */
export function quartile(sorted: readonly number[], quarter: 1 | 2 | 3): number {
  const { below, above, parts } = neighbours(sorted, quarter)
  return ((4 - parts) * below + parts * above) * (FINE / 4)
}

/** Returns the values on both sides of a quartile, which lies `parts` quarters of the way from `below` to `above`. */
export function neighbours(sorted: readonly number[], quarter: 1 | 2 | 3): { below: number; above: number; parts: number } {
  const rank = (sorted.length - 1) * quarter
  const index = Math.floor(rank / 4)
  return { below: sorted[index]!, above: sorted[Math.min(index + 1, sorted.length - 1)]!, parts: rank % 4 }
}
