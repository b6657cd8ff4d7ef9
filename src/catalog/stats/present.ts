import { presentCounts, presentStats } from '#catalog/shops/present.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { Stats } from './index.ts'
import { funnelOf, totalOf } from './rules.ts'

export const presentDailyStats = ({ shop, rows, before, sells, stale, shops }: Stats) => ({
  object: 'stats' as const,
  shop,
  days: rows.length,
  before: before && { views: before.views, likes: before.likes, offers: before.offers, sales: before.sales },
  data: rows.map(({ day, views, likes, offers, sales }) => ({ day, views, likes, offers, sales })),
  funnel: funnelOf(totalOf(rows), before),
  sells: sells.map(({ category, sold, median_days, median_cents }) => ({
    category,
    sold,
    median_days: median_days === null ? null : Math.round(median_days * 10) / 10,
    median_price: dollarsFromCents(Math.round(median_cents)),
  })),
  stale: stale.map(({ id, title, shop_slug, price_cents, published_at, views, likes, shop_median }) => ({
    listing: { id, title },
    shop: shop_slug,
    price: dollarsFromCents(price_cents),
    published_at: published_at.toISOString(),
    views,
    shop_median,
    likes,
  })),
  shops: shops.map(({ slug, name, stats }) => ({ slug, name, counts: presentCounts(stats), stats: presentStats(stats) })),
})
