import {
  FACETS,
  NO_FACETS,
  type FacetFilter,
  type FacetName,
  type FacetValue,
  type ListingFacets,
} from '#catalog/browse/rules/facets/index.ts'
import { MARKET_CATEGORIES, PRICE_BAND_CENTS, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import type { Facets } from '#search/facets.ts'

/** A listing and a filter, each reduced to the fields that affect facets. */
export type Plain = {
  shopId: string
  category: string | null
  priceCents: number
  takeOffers: boolean
  facets?: ListingFacets
}
export type PlainFilter = {
  category: string | null
  minCents: number | null
  maxCents: number | null
  offersOnly: boolean
  shopId?: string | null
  values?: FacetFilter
}

/** Returns true if a listing passes the filter. */
export const passes = (
  { shopId, category, priceCents, takeOffers, facets = NO_FACETS }: Plain,
  { category: expected, minCents, maxCents, offersOnly, shopId: shop = null, values = {} }: PlainFilter,
): boolean =>
  (shop === null || shopId === shop) &&
  (expected === null || (category ?? '').toLowerCase() === expected.toLowerCase()) &&
  priceCents >= (minCents ?? 0) &&
  priceCents <= (maxCents ?? Infinity) &&
  (takeOffers || !offersOnly) &&
  FACETS.every((name) => !values[name] || values[name].some((one) => facets[name].some(({ value }) => value === one)))

/**
 * For each choice of a facet, counts the results by scanning all listings. The choice replaces the facet's own filter; all other filters
 * still apply.
 */
export function bruteFacets(all: readonly Plain[], filter: PlainFilter): Facets {
  const count = (change: Partial<PlainFilter>) => all.filter((one) => passes(one, { ...filter, ...change })).length
  return {
    category: Object.fromEntries(MARKET_CATEGORIES.map((category) => [category, count({ category })])) as Facets['category'],
    price: Object.fromEntries(PRICE_BANDS.map((band) => [band, count(PRICE_BAND_CENTS[band])])) as Facets['price'],
    offers: count({ offersOnly: true }),
    lists: FACETS.map((name) => ({ name, values: bruteValues(all, filter, name) })),
  }
}

function bruteValues(all: readonly Plain[], { values = {}, ...filter }: PlainFilter, name: FacetName) {
  const { [name]: _own, ...others } = values
  const found = all
    .filter((one) => passes(one, { ...filter, values: others }))
    .flatMap(({ facets }): readonly FacetValue[] => facets?.[name] ?? [])
  const distinct = [...new Set(found.map(({ value }) => value))].map((value) => {
    const labels = found.filter((one) => one.value === value).map(({ label }) => label)
    const uses = (label: string) => labels.filter((one) => one === label).length
    const [label] = [...new Set(labels)].toSorted((a, b) => uses(b) - uses(a) || (a < b ? -1 : 1))
    return { value, label: label!, count: labels.length }
  })
  return distinct.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, 50)
}
