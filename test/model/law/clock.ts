export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * Adds working days (Monday to Friday). The result has the same time of day in UTC. A start on a weekend counts as the end of the preceding
 * Friday.
 */
export function workingDaysAfter(from: number, days: number): number {
  const at = new Date(from)
  const sinceFriday = at.getUTCDay() === 6 ? 1 : at.getUTCDay() === 0 ? 2 : 0
  if (sinceFriday > 0) at.setTime(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - sinceFriday + 1) - 1)
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (at.getUTCDay() % 6 !== 0) left--
  }
  return at.getTime()
}
