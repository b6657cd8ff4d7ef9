import type { Core } from '#platform/context/index.ts'
import type { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { FACETS, type Condition } from '#catalog/browse/rules/facets/index.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import type { SearchFilters } from '#platform/context/urls.ts'
import type { Filters, SearchRow } from './queries.ts'

export const presentSearch = (ctx: Core, row: SearchRow) => ({
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
  alert_by: row.alert_by,
  url: ctx.urls.search(searchPartsOf(row)),
  created_at: row.created_at.toISOString(),
})

/** Returns the filters of a saved search in the form that URLs use, with prices in dollars. */
export const searchPartsOf = ({ q, category, price, offers, facets }: Filters): SearchFilters => ({
  q,
  category,
  price,
  offers,
  ...Object.fromEntries(FACETS.flatMap((name) => (facets[name] ? [[name, facets[name]] as const] : []))),
  ...(facets.min_price_cents !== undefined && { min_price: dollarsFromCents(facets.min_price_cents) }),
  ...(facets.max_price_cents !== undefined && { max_price: dollarsFromCents(facets.max_price_cents) }),
})
