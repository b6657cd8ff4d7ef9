const DAY_MS = 86_400_000

/** Longest absence of a shop, in days. */
export const MAX_AWAY_DAYS = 365

/**
 * Returns true while a shop does not accept orders, offers or holds (spec: completions 13.11, Vacation). The shop reopens exactly at
 * `until`.
 */
export const isAway = (until: Date | null, now: Date): until is Date => until !== null && until > now

/** Returns the time, in ms since 1970, when the result of `isAway` changes without any change to the data. */
export const awayExpiresAtMs = (until: Date | null, now: Date): number => (isAway(until, now) ? until.getTime() : Number.POSITIVE_INFINITY)

/** Returns the reason why a shop cannot be away until `until`, or null if it can be. */
export function awayProblem(until: Date, now: Date): string | null {
  if (until <= now) return 'must be in the future'
  return until.getTime() - now.getTime() > MAX_AWAY_DAYS * DAY_MS ? `must be at most ${MAX_AWAY_DAYS} days from now` : null
}
