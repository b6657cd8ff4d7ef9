import type { Context } from '#platform/context/index.ts'
import type { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import type { SearchRow } from './queries.ts'

export const presentSearch = (ctx: Context, row: SearchRow) => ({
  object: 'search' as const,
  id: row.id,
  name: row.name,
  q: row.q,
  category: row.category as (typeof MARKET_CATEGORIES)[number] | null,
  price: row.price as (typeof PRICE_BANDS)[number],
  offers: row.offers,
  alert: row.alert,
  url: ctx.urls.search({ q: row.q, category: row.category, price: row.price, offers: row.offers }),
  created_at: row.created_at.toISOString(),
})
