const DAY_MS = 86_400_000

/** Returns the day before the week that ends today (UTC), as YYYY-MM-DD. */
export const dayBeforeWeek = (now: Date): string => new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)

/**
 * Totals of the activity. `contacts` is the number of buyers who made an offer or started a conversation, `orders` the number of orders
 * placed, and `sales` the number of orders paid.
 */
export type Totals = { views: number; likes: number; offers: number; contacts: number; orders: number; sales: number }

const NONE: Totals = { views: 0, likes: 0, offers: 0, contacts: 0, orders: 0, sales: 0 }

/** Adds up the activity on several days. */
export const totalOf = (days: readonly Totals[]): Totals =>
  days.reduce(
    (sum, day) => ({
      views: sum.views + day.views,
      likes: sum.likes + day.likes,
      offers: sum.offers + day.offers,
      contacts: sum.contacts + day.contacts,
      orders: sum.orders + day.orders,
      sales: sum.sales + day.sales,
    }),
    NONE,
  )

/** Steps from a view to a sale, in order. `sold` is the number of paid orders. */
export const FUNNEL_STEPS = ['views', 'likes', 'contacts', 'orders', 'sold'] as const
export type FunnelStep = { step: (typeof FUNNEL_STEPS)[number]; count: number; before: number | null }

/** Returns the steps from a view to a sale, each with its count and, if known, the count for the preceding period. */
export const funnelOf = (period: Totals, before: Totals | null): FunnelStep[] =>
  FUNNEL_STEPS.map((step) => {
    const name = step === 'sold' ? 'sales' : step
    return { step, count: period[name], before: before && before[name] }
  })

/** Number of days for which the views of a shop's listings are compared. Listings that have been live for less time are never stale. */
export const STALE_DAYS = 30

/** Returns the publication time before which a listing can be stale. */
export const staleSince = (now: Date): Date => new Date(now.getTime() - STALE_DAYS * DAY_MS)

/**
 * Returns true if a listing has been live for at least 30 days and has few views: in the last 30 days, at most half as many as the median
 * listing in the same shop.
 */
export const isStale = ({ published_at: at, views, shop_median: median }: Staleness, now: Date): boolean =>
  at <= staleSince(now) && views * 2 <= median

type Staleness = { published_at: Date; views: number; shop_median: number }
