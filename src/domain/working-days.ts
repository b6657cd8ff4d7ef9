const DAY_MS = 86_400_000

/** The same time of day, `days` working days later: Monday to Friday, UTC (completions 7, "5 working days"). */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from.getTime()
  for (let left = days; left > 0;) {
    at += DAY_MS
    if (isWorkingDay(at)) left--
  }
  return new Date(at)
}

const SATURDAY = 6

const isWorkingDay = (at: number): boolean => {
  const day = new Date(at).getUTCDay()
  return day > 0 && day < SATURDAY
}
