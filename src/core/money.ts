/** The database stores money as whole US cents. The API uses dollars with at most two decimals (spec: completions 2, Money). */

/** Maximum for prices, minimum prices and shipping prices: 100,000 dollars (spec: interface, Limits). */
export const MAX_PRICE_CENTS = 10_000_000

/**
 * Converts dollars to whole cents. Returns null if `dollars` is not a finite number with at most two decimals, or is too large to be exact.
 * Negative amounts are allowed, so the caller must check the range.
 */
export function centsFromDollars(dollars: unknown): number | null {
  if (typeof dollars !== 'number') return null
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents)) return null
  // divides by 100, because 0.29 * 100 is not exactly 29, whereas 29 / 100 is exactly the number that "0.29" parses to
  if (cents / 100 !== dollars) return null
  return cents + 0 // -0 becomes 0
}

/** Converts whole cents to dollars, the unit that the API uses. */
export const dollarsFromCents = (cents: number): number => cents / 100

/** Like `dollarsFromCents`, but returns null for null. */
export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollarsFromCents(cents))

/** Returns `percent` percent of an amount, rounded half up to whole cents. `percent` can have at most two decimals. */
export function percentOf(cents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.round((cents * basisPoints) / 10_000)
}

/**
 * Returns the lowest price that a seller accepts: the minimum price of the listing or, if it has none, the price minus the shop's
 * percentage, rounded half up to whole dollars (spec: interface, helper 8). The result is capped at the price, because rounding could
 * exceed it: for a price of 60 cents, the rounded minimum would be 1 dollar.
 */
export function floorCents({ priceCents, lowestPriceCents, lowestPercent }: FloorInput): number {
  if (lowestPriceCents !== null) return Math.min(lowestPriceCents, priceCents)
  const dollars = Math.round((priceCents * (100 - lowestPercent)) / 10_000)
  return Math.min(dollars * 100, priceCents)
}

export type FloorInput = { priceCents: number; lowestPriceCents: number | null; lowestPercent: number }
