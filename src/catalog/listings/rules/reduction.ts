const DAY_MS = 86_400_000

/** Length of the period before a reduction. The lowest price in that period is the reference price (EU directive 98/6/EC, article 6a). */
const REFERENCE_MS = 30 * DAY_MS
/**
 * Minimum time for which a listing must have been publicly for sale in the reference period. Otherwise, the listing has no reference price,
 * so that a short-lived high price does not count.
 */
const MIN_PUBLIC_MS = DAY_MS
/** Time in ms for which a reduction is shown after its last price drop. After that, the lower price counts as the usual price. */
export const REDUCTION_MS = 30 * DAY_MS

/** Period during which a listing was publicly for sale at one price, in cents. `until` is null for the current period. */
export type PublicPrice = { cents: number; from: Date; until: Date | null }

/** `wasCents` is the crossed-out price, and `at` is the time of the last price drop. */
export type Reduction = { wasCents: number; at: Date }

/**
 * Returns the price reduction that a listing may announce, or null if there is none. `periods` contains all public prices, oldest first;
 * the last one is the current price. Further price drops do not change the reference price of the first drop. A price increase ends the
 * reduction.
 */
export function reductionOf(periods: readonly PublicPrice[], now: Date): Reduction | null {
  let reduction: Reduction | null = null
  for (const [index, { cents, from }] of periods.entries()) {
    const before = periods[index - 1]
    if (before === undefined || cents === before.cents) continue
    const was: number | null = (current(reduction, from) ?? { wasCents: referenceCents(periods.slice(0, index), from) }).wasCents
    reduction = cents < before.cents && was !== null && cents < was ? { wasCents: was, at: from } : null
  }
  return current(reduction, now)
}

const current = (reduction: Reduction | null, now: Date): Reduction | null =>
  reduction !== null && now.getTime() - reduction.at.getTime() < REDUCTION_MS ? reduction : null

/**
 * Returns the lowest public price in the 30 days before `at`. Returns null if the listing was publicly for sale for less than one day in
 * this period.
 */
export function referenceCents(periods: readonly PublicPrice[], at: Date): number | null {
  const start = at.getTime() - REFERENCE_MS
  const recent = periods.filter(({ until }) => (until ?? at).getTime() > start)
  const publicMs = recent.reduce((sum, { from, until }) => sum + (until ?? at).getTime() - Math.max(from.getTime(), start), 0)
  return publicMs < MIN_PUBLIC_MS ? null : Math.min(...recent.map(({ cents }) => cents))
}
