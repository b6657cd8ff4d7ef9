const DAY_MS = 86_400_000

/** Returns the day before the week that ends today (UTC), as YYYY-MM-DD. */
export const dayBeforeWeek = (now: Date): string => new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)
