import type { PriceBand } from '#catalog/browse/rules/market.ts'
import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import type { PriceAndFacets } from '#catalog/browse/index.ts'
import type { StoredFacets } from './queries.ts'

/** Converts the filters in a request to their stored form. The stored form does not depend on the order of the values. */
export function storedFacets({ min_price, max_price, ...query }: Omit<PriceAndFacets, 'price'>): StoredFacets {
  const lists = FACETS.flatMap((name) => (query[name]?.length ? [[name, query[name].toSorted((a, b) => (a < b ? -1 : 1))] as const] : []))
  return {
    ...Object.fromEntries(lists),
    ...(min_price !== undefined && { min_price_cents: min_price }),
    ...(max_price !== undefined && { max_price_cents: max_price }),
  }
}

/** Converts stored filters to search filters. */
export const searchFilters = (price: string, { min_price_cents, max_price_cents, ...lists }: StoredFacets) =>
  ({
    price: price as PriceBand,
    ...lists,
    ...(min_price_cents !== undefined && { min_price: min_price_cents }),
    ...(max_price_cents !== undefined && { max_price: max_price_cents }),
  }) as PriceAndFacets
