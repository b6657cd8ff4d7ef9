import type { PriceBand } from '#catalog/browse/rules/market.ts'
import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import type { PriceAndFacets } from '#catalog/browse/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { SearchFilters } from '#platform/context/urls.ts'
import type { Filters, StoredFacets } from './queries.ts'

/** Converts the filters of a request. Equal filters have equal results, whatever the order of their values. */
export function storedFacets({ min_price, max_price, ...query }: Omit<PriceAndFacets, 'price'>): StoredFacets {
  const lists = FACETS.flatMap((name) => (query[name]?.length ? [[name, query[name].toSorted((a, b) => (a < b ? -1 : 1))] as const] : []))
  return {
    ...Object.fromEntries(lists),
    ...(min_price !== undefined && { min_price_cents: min_price }),
    ...(max_price !== undefined && { max_price_cents: max_price }),
  }
}

/** Converts stored filters to the filters of a search. */
export const searchFilters = (price: string, { min_price_cents, max_price_cents, ...lists }: StoredFacets) =>
  ({
    price: price as PriceBand,
    ...lists,
    ...(min_price_cents !== undefined && { min_price: min_price_cents }),
    ...(max_price_cents !== undefined && { max_price: max_price_cents }),
  }) as PriceAndFacets

/** Returns the filters of a stored search as the parts of a URL, with prices in dollars. */
export const searchPartsOf = ({ q, category, price, offers, facets }: Filters): SearchFilters => ({
  q,
  category,
  price,
  offers,
  ...Object.fromEntries(FACETS.flatMap((name) => (facets[name] ? [[name, facets[name]] as const] : []))),
  ...(facets.min_price_cents !== undefined && { min_price: dollarsFromCents(facets.min_price_cents) }),
  ...(facets.max_price_cents !== undefined && { max_price: dollarsFromCents(facets.max_price_cents) }),
})
