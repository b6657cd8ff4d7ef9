const DAY_MS = 86_400_000

/**
 * Returns the time that is `days` working days after the start, at the same time of day. Working days are Monday to Friday, UTC (spec:
 * completions 7, "5 working days"). If the start is on a weekend, counts from the end of Friday, so that a later start never leads to an
 * earlier deadline.
 */
export function addWorkingDays(from: Date, days: number): Date {
  let at = workingInstant(from.getTime())
  for (let left = days; left > 0;) {
    at += DAY_MS
    if (isWorkingDay(at)) left--
  }
  return new Date(at)
}

const workingInstant = (at: number): number => {
  const midnight = at - (at % DAY_MS)
  const day = new Date(at).getUTCDay()
  return day === SATURDAY ? midnight - 1 : day === SUNDAY ? midnight - DAY_MS - 1 : at
}

const SUNDAY = 0
const SATURDAY = 6

const isWorkingDay = (at: number): boolean => {
  const day = new Date(at).getUTCDay()
  return day > SUNDAY && day < SATURDAY
}
