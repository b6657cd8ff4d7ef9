import type { Person, Core } from '#platform/context/index.ts'
import { knownSlug, listShops, statsOf, type ShopCounts, type ShopRow, type ShopStats } from '#catalog/shops/index.ts'
import { notFound } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { CategoryRow, DayRow, UnseenRow } from './queries.ts'
import { isStale, STALE_DAYS, staleSince, totalOf, type Totals } from './rules.ts'
import type { ReadStats } from './schema.ts'

const DAY_MS = 86_400_000

/** Minimum number of days for which views are stored (src/platform/retention/rules.ts). */
const RETAINED_DAYS = 100

/** Maximum number of categories in the stats, and also of stale listings. */
export const MOST_CATEGORIES = 10
export const MOST_STALE = 20

export type Stats = {
  shop: string | null
  rows: DayRow[]
  /** Totals for the preceding period of the same length. Null if the views from that period may already have been deleted. */
  before: Totals | null
  sells: CategoryRow[]
  stale: UnseenRow[]
  shops: readonly (ShopRow & { stats: ShopStats & ShopCounts })[]
}

/**
 * Returns the activity up to today, by day and by category, in one or all of the actor's shops. Also returns the live listings with few
 * views. Errors: 404 `shop`.
 */
export async function readDailyStats(ctx: Core, actor: Person, { days, shop: slug }: ReadStats): Promise<Stats> {
  const all = await listShops(ctx, actor)
  const shop = slug === undefined ? undefined : all.find((one) => one.slug === knownSlug(slug))
  if (slug !== undefined && !shop) throw notFound('shop')
  const shopIds = (shop ? [shop] : all).map(({ id }) => id)
  const isCompared = 2 * days <= RETAINED_DAYS
  const dayOf = (ago: number): string => new Date(ctx.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const since = dayOf(days - 1)
  const range = { ownerId: actor.accountId, shopIds, first: dayOf((isCompared ? 2 : 1) * days - 1), last: dayOf(0) }
  const [rows, sells, least, stats] = await Promise.all([
    queries.dailySeries(ctx.db, { ...range, since }),
    queries.soldByCategory(ctx.db, { ...range, first: since }, MOST_CATEGORIES),
    queries.leastViewed(ctx.db, { shopIds, from: dayOf(STALE_DAYS - 1), before: staleSince(ctx.now()) }, MOST_STALE),
    statsOf(ctx, all),
  ])
  return {
    shop: shop?.slug ?? null,
    rows: rows.slice(-days),
    before: isCompared ? totalOf(rows.slice(0, -days)) : null,
    sells,
    stale: least.filter((listing) => isStale(listing, ctx.now())),
    shops: all.map((one) => ({ ...one, stats: stats(one) })),
  }
}
