/** The database stores money as whole US cents. The API uses dollars with at most two decimals (spec: completions 2, Money). */

/** Maximum of a price, a lowest price and a shipping price: 100,000 dollars (spec: interface, Limits). */
export const MAX_PRICE_CENTS = 10_000_000

/**
 * Converts dollars to whole cents. Returns null if `dollars` is not a finite number with at most two decimals, or is too large to be
 * exact. Keeps the sign, so the caller must check the range.
 */
export function centsFromDollars(dollars: unknown): number | null {
  if (typeof dollars !== 'number') return null
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents)) return null
  // 0.29 * 100 is not 29, but 29 / 100 is exactly the number that "0.29" parses to.
  if (cents / 100 !== dollars) return null
  return cents + 0 // -0 becomes 0
}

/** Converts whole cents to dollars, the unit of the API. */
export const dollarsFromCents = (cents: number): number => cents / 100

/** Like `dollarsFromCents`, but returns null for null. */
export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollarsFromCents(cents))

/** Returns `percent` (at most two decimals) of an amount, rounded half up to a cent. */
export function percentOf(cents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.round((cents * basisPoints) / 10_000)
}

/**
 * Returns the lowest price that a seller accepts: the listing's own, or else the price minus the shop's percentage, rounded half up to
 * whole dollars (spec: interface, helper 8). The result never exceeds the price: rounding alone would give a price of 60 cents a floor of 1
 * dollar.
 */
export function floorCents({ priceCents, lowestPriceCents, lowestPercent }: FloorInput): number {
  if (lowestPriceCents !== null) return Math.min(lowestPriceCents, priceCents)
  const dollars = Math.round((priceCents * (100 - lowestPercent)) / 10_000)
  return Math.min(dollars * 100, priceCents)
}

export type FloorInput = { priceCents: number; lowestPriceCents: number | null; lowestPercent: number }
