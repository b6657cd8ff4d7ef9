import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { foldCategory, type Filter } from '#search/documents.ts'
import { COUNTED_BANDS, facetList, facetsFrom, type Facets } from '#search/facets.ts'
import { formsField, spellingOf } from './entry.ts'
import { allOf, filtersOf, type FilterName, type Query } from './match.ts'
import type { Answered, Bucket } from './terms.ts'

/** Maximum number of spellings of a facet that the server returns. Counts are exact for facets with fewer spellings. */
const MOST_SPELLINGS = 10_000

/**
 * Builds a search that counts the matching listings for each value of each filter. The counts for one filter take all other filters into
 * account.
 */
export function countingSearch(matching: Query, filter: Filter): object {
  const choices = (name: FilterName, values: object) => ({ [name]: { filter: allOf(filtersOf(filter, name)), aggs: { values } } })
  return {
    size: 0,
    track_total_hits: false,
    query: matching,
    aggs: {
      ...choices('category', {
        terms: { field: 'category', include: MARKET_CATEGORIES.map(foldCategory), size: MARKET_CATEGORIES.length },
      }),
      ...choices('price', { terms: { field: 'band', size: COUNTED_BANDS.length } }),
      ...choices('offers', { filter: { term: { offers: true } } }),
      ...Object.assign({}, ...FACETS.map((name) => choices(name, { terms: { field: formsField(name), size: MOST_SPELLINGS } }))),
    },
  }
}

/** Reads the response to `countingSearch`. */
export function countedFacets({ aggregations = {} }: Answered): Facets {
  const buckets = (name: FilterName): Bucket[] => aggregations[name]?.values?.buckets ?? []
  const counts = (name: FilterName) => new Map(buckets(name).map(({ key, doc_count }) => [key, doc_count]))
  const [categories, bands] = [counts('category'), counts('price')]
  return facetsFrom(
    (category) => categories.get(category) ?? 0,
    COUNTED_BANDS.map((_, at) => bands.get(String(at)) ?? 0),
    aggregations.offers?.values?.doc_count ?? 0,
    FACETS.map((name) =>
      facetList(
        name,
        buckets(name).map(({ key, doc_count }) => spellingOf(key, doc_count)),
      ),
    ),
  )
}
