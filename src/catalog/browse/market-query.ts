import { FACETS, type FacetFilter } from '#catalog/browse/rules/facets/index.ts'
import { PRICE_BAND_CENTS } from '#catalog/browse/rules/market.ts'
import { boundsOf } from '#platform/http/price-range.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Filter } from '#search/documents.ts'
import type { MarketQuery } from '#search/market-index.ts'
import { understand } from '#search/understand.ts'
import type { SearchMarket } from './schema.ts'

/** Price and facet filters in a search. */
export type PriceAndFacets = Pick<SearchMarket, 'price' | 'min_price' | 'max_price' | 'brand' | 'size' | 'condition' | 'color'>

/**
 * Converts an API search to a query for the search engines. Errors: 400 `sort` if best match is requested without `q`, and the errors of
 * `filterOf`.
 */
export function marketQueryOf(query: SearchMarket): MarketQuery {
  const q = query.q === undefined || query.q === '' ? null : query.q
  if (query.sort === 'best' && q === null)
    throw invalid('sort', 'sort=best needs q: enter a search, or use newest, price-asc or price-desc.')
  return {
    // Both engines treat a query that consists only of stop words as an empty query.
    q: q !== null && understand(q).length > 0 ? q : null,
    category: query.category ?? null,
    ...filterOf(query),
    offersOnly: query.offers === true,
    sort: query.sort ?? (q === null ? 'newest' : 'best'),
    limit: query.limit,
    offset: query.offset,
    facets: query.facets === true,
  }
}

/** Converts the price and facet filters. Errors: 400 for an empty range, or for both a price band and a range. */
export function filterOf(query: PriceAndFacets): Pick<Filter, 'minCents' | 'maxCents'> & { values: FacetFilter } {
  const { price } = query
  const { minCents, maxCents } = boundsOf(query)
  const isRange = minCents !== null || maxCents !== null
  if (isRange && price !== 'any') throw invalid('price', 'Use either price or min_price and max_price, not both.')
  const values = FACETS.flatMap((name) => (query[name]?.length ? [[name, query[name]] as const] : []))
  return { ...(isRange ? { minCents, maxCents } : PRICE_BAND_CENTS[price]), values: Object.fromEntries(values) }
}

/** Returns true if a query filters by at least one facet. */
export const hasFacetFilter = ({ values = {} }: Pick<Filter, 'values'>): boolean => Object.keys(values).length > 0
