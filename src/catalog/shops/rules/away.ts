const DAY_MS = 86_400_000

/** Longest absence of a shop, in days. */
export const MAX_AWAY_DAYS = 365

/**
 * Returns true while a shop is away, and therefore accepts no orders, offers or holds (spec: completions 13.11, Vacation). At `until`, the
 * shop is open again.
 */
export const isAway = (until: Date | null, now: Date): until is Date => until !== null && until > now

/** Returns the time, in ms since 1970, when the result of `isAway` changes even if the data does not. */
export const awayExpiresAtMs = (until: Date | null, now: Date): number => (isAway(until, now) ? until.getTime() : Number.POSITIVE_INFINITY)

/** Returns null if a shop can be away until `until`, and otherwise the reason why not. */
export function awayProblem(until: Date, now: Date): string | null {
  if (until <= now) return 'must be in the future'
  return until.getTime() - now.getTime() > MAX_AWAY_DAYS * DAY_MS ? `must be at most ${MAX_AWAY_DAYS} days from now` : null
}
