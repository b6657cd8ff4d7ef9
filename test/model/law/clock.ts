export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Monday to Friday, the same time of day, UTC. */
export function workingDaysAfter(from: number, days: number): number {
  const at = new Date(from)
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (at.getUTCDay() % 6 !== 0) left--
  }
  return at.getTime()
}
