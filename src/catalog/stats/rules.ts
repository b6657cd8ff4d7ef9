const DAY_MS = 86_400_000

/** Returns the day before the week that ends today (UTC), as YYYY-MM-DD. */
export const dayBeforeWeek = (now: Date): string => new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)

export type Totals = { views: number; likes: number; offers: number; sales: number }

/** Sums the activity of several days. */
export const totalOf = (days: readonly Totals[]): Totals =>
  days.reduce(
    (sum, { views, likes, offers, sales }) => ({
      views: sum.views + views,
      likes: sum.likes + likes,
      offers: sum.offers + offers,
      sales: sum.sales + sales,
    }),
    { views: 0, likes: 0, offers: 0, sales: 0 },
  )
