const DAY_MS = 86_400_000

/** Returns the day before the week that ends today (UTC), as YYYY-MM-DD. */
export const dayBeforeWeek = (now: Date): string => new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)

/**
 * Totals of the activity. `contacts` counts the buyers who made an offer or started a conversation, `orders` the orders that were placed,
 * and `sales` the orders that were paid.
 */
export type Totals = { views: number; likes: number; offers: number; contacts: number; orders: number; sales: number }

const NONE: Totals = { views: 0, likes: 0, offers: 0, contacts: 0, orders: 0, sales: 0 }

/** Adds up the activity of several days. */
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

/** Returns the steps from a view to a sale, with the counts for the preceding period if they are known. */
export const funnelOf = (period: Totals, before: Totals | null): FunnelStep[] =>
  FUNNEL_STEPS.map((step) => {
    const name = step === 'sold' ? 'sales' : step
    return { step, count: period[name], before: before && before[name] }
  })

/** Number of days for which the views of a shop's listings are compared. Younger listings are never stale. */
export const STALE_DAYS = 30

/** Returns the latest publication time at which a listing can be stale. */
export const staleSince = (now: Date): Date => new Date(now.getTime() - STALE_DAYS * DAY_MS)

/**
 * Returns true for a listing that has been live for at least 30 days with few views: in the last 30 days, at most half the median of the
 * live listings in its shop.
 */
export const isStale = ({ published_at: at, views, shop_median: median }: Staleness, now: Date): boolean =>
  at <= staleSince(now) && views * 2 <= median

type Staleness = { published_at: Date; views: number; shop_median: number }
