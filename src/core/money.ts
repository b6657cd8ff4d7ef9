/** Money is whole US cents inside and dollars with at most two decimals outside (completions 2, Money). */

/** Highest price, floor or shipping: 100 000 dollars (interface, Limits). */
export const MAX_PRICE_CENTS = 10_000_000

/**
 * Dollars as whole cents, or null when `dollars` is not a finite number with at most two decimals, or too
 * large to be counted exactly. Keeps the sign: the range is the caller's to check.
 */
export function centsFromDollars(dollars: unknown): number | null {
  if (typeof dollars !== 'number') return null
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents)) return null
  // 0.29 * 100 is not 29, but 29 / 100 is the very number that "0.29" reads as: so compare this way round.
  if (cents / 100 !== dollars) return null
  return cents + 0 // -0 becomes 0
}

/** Whole cents as the number of dollars that goes outside. */
export const dollarsFromCents = (cents: number): number => cents / 100

/** The same of an amount that there may not be. */
export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : dollarsFromCents(cents))

/** `percent` (at most two decimals) of an amount, rounded half up to a cent. */
export function percentOf(cents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.round((cents * basisPoints) / 10_000)
}

/**
 * The least a seller takes: the listing's own floor, or else the shop's percentage off the price, rounded
 * half up to whole dollars (interface, helper 8). Never above the price: at 60 cents, rounding would ask 1 dollar.
 */
export function floorCents({ priceCents, lowestPriceCents, lowestPercent }: FloorInput): number {
  if (lowestPriceCents !== null) return Math.min(lowestPriceCents, priceCents)
  const dollars = Math.round((priceCents * (100 - lowestPercent)) / 10_000)
  return Math.min(dollars * 100, priceCents)
}

export type FloorInput = { priceCents: number; lowestPriceCents: number | null; lowestPercent: number }
