import type { Context } from '#platform/context/index.ts'
import type { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import type { Condition } from '#catalog/browse/rules/facets/index.ts'
import { dollarsOrNull } from '#core/money.ts'
import { searchPartsOf } from './filters.ts'
import type { SearchRow } from './queries.ts'

export const presentSearch = (ctx: Context, row: SearchRow) => ({
  object: 'search' as const,
  id: row.id,
  name: row.name,
  q: row.q,
  category: row.category as (typeof MARKET_CATEGORIES)[number] | null,
  price: row.price as (typeof PRICE_BANDS)[number],
  offers: row.offers,
  brand: row.facets.brand ?? [],
  size: row.facets.size ?? [],
  condition: (row.facets.condition ?? []) as Condition[],
  color: row.facets.color ?? [],
  min_price: dollarsOrNull(row.facets.min_price_cents ?? null),
  max_price: dollarsOrNull(row.facets.max_price_cents ?? null),
  alert: row.alert,
  url: ctx.urls.search(searchPartsOf(row)),
  created_at: row.created_at.toISOString(),
})
