import { FACETS, passesFacets, type FacetName, type FacetValue, type ListingFacets } from '#catalog/browse/rules/facets/index.ts'
import { MARKET_CATEGORIES, PRICE_BAND_CENTS, PRICE_BANDS, type PriceBand } from '#catalog/browse/rules/market.ts'
import { foldCategory, type Facts, type Filter } from './documents.ts'

export type Category = (typeof MARKET_CATEGORIES)[number]

/** For each value of a filter, the number of listings that would remain, given all other filters (spec: completions 5 and 13.2). */
export type Facets = {
  category: Record<Category, number>
  price: Record<PriceBand, number>
  offers: number
  lists: readonly FacetList[]
}

/** The most common values of a facet, most common first. */
export type FacetList = { name: FacetName; values: readonly CountedValue[] }
/** `label`: most common spelling of the value among the counted listings. */
export type CountedValue = FacetValue & { count: number }

/** Maximum number of values per facet in a result (spec: completions 13.2). */
export const MOST_VALUES = 50

export type CountedBand = Exclude<PriceBand, 'any'>
export const COUNTED_BANDS = PRICE_BANDS.filter((band): band is CountedBand => band !== 'any')

const LAST_CENTS = { 'under-25': PRICE_BAND_CENTS['under-25'].maxCents!, '25-100': PRICE_BAND_CENTS['25-100'].maxCents! }

/** Returns the index of the price band that contains a price in cents. */
export const bandAt = (priceCents: number): number =>
  priceCents <= LAST_CENTS['under-25'] ? 0 : priceCents <= LAST_CENTS['25-100'] ? 1 : 2

/**
 * Builds the facets from the counts per category (case-folded) and price band, the number of listings that take offers, and the value
 * lists.
 */
export function facetsFrom(byCategory: (folded: string) => number, byBand: ArrayLike<number>, offers: number, lists: FacetList[]): Facets {
  const [under25 = 0, to100 = 0, over100 = 0] = Array.from(byBand)
  return {
    category: Object.fromEntries(MARKET_CATEGORIES.map((name) => [name, byCategory(foldCategory(name))])) as Facets['category'],
    price: { any: under25 + to100 + over100, 'under-25': under25, '25-100': to100, 'over-100': over100 },
    offers,
    lists,
  }
}

/** Facets of an empty result. */
export const NO_COUNTS: Facets = facetsFrom(
  () => 0,
  [],
  0,
  FACETS.map((name) => ({ name, values: [] })),
)

/** Builds a facet's value list from the count of each spelling. */
export function facetList(name: FacetName, spellings: Iterable<CountedValue>): FacetList {
  const byValue = new Map<string, CountedValue[]>()
  for (const one of spellings) {
    const known = byValue.get(one.value)
    if (known) known.push(one)
    else byValue.set(one.value, [one])
  }
  const values = [...byValue].map(([value, labels]) => ({
    value,
    label: commonest(labels),
    count: labels.reduce((sum, { count }) => sum + count, 0),
  }))
  return { name, values: values.toSorted(byCount).slice(0, MOST_VALUES) }
}

/** Compares facet values by count, highest first, then by value. */
export const byCount = (a: { count: number; value: string }, b: typeof a): number => b.count - a.count || (a.value < b.value ? -1 : 1)

/** Returns the most frequent spelling. If several are equally frequent, returns the first in code-unit order. */
export function commonest(labels: Iterable<{ label: string; count: number }>): string {
  const totals = new Map<string, number>()
  for (const { label, count } of labels) totals.set(label, (totals.get(label) ?? 0) + count)
  let [best, most] = ['', 0]
  for (const [label, count] of totals) if (count > most || (count === most && label < best)) [best, most] = [label, count]
  return best
}

/** The properties of a listing that the facets count. */
export type FacetFacts = Pick<Facts, 'category' | 'priceCents' | 'takeOffers'> & { facets: ListingFacets }

/** Counts facets for listings that are added one by one. For listings in the index, `FacetCounts` does the same with columns. */
export class FacetTally {
  readonly #filter: Filter
  readonly #categories = new Map<string, number>()
  readonly #bands = [0, 0, 0]
  #offers = 0
  readonly #spellings = new Map<string, CountedValue & { name: FacetName }>()

  constructor(filter: Filter) {
    this.#filter = filter
  }

  /** Counts a listing that matches the words of the query. Returns true when the listing also passes all filters. */
  add(listing: FacetFacts): boolean {
    const { category, priceCents, takeOffers, facets } = listing
    const failed = failedBy(listing, this.#filter)
    if (failed.length > 1) return false
    const isCounted = (choice: string) => failed.length === 0 || failed[0] === choice
    const folded = foldCategory(category)
    if (isCounted('category')) this.#categories.set(folded, (this.#categories.get(folded) ?? 0) + 1)
    if (isCounted('price')) this.#bands[bandAt(priceCents)]!++
    if (isCounted('offers') && takeOffers) this.#offers++
    for (const name of FACETS) if (isCounted(name)) for (const value of facets[name]) this.#count(name, value)
    return failed.length === 0
  }

  result(): Facets {
    const all = [...this.#spellings.values()]
    const lists = FACETS.map((name) =>
      facetList(
        name,
        all.filter((one) => one.name === name),
      ),
    )
    return facetsFrom((category) => this.#categories.get(category) ?? 0, this.#bands, this.#offers, lists)
  }

  #count(name: FacetName, { value, label }: FacetValue): void {
    const key = `${name}\t${value}\t${label}`
    const known = this.#spellings.get(key)
    if (known) known.count++
    else this.#spellings.set(key, { name, value, label, count: 1 })
  }
}

function failedBy({ category, priceCents, takeOffers, facets }: FacetFacts, filter: Filter): string[] {
  const selected = filter.values ?? {}
  return [
    ...(filter.category === null || foldCategory(category) === foldCategory(filter.category) ? [] : ['category']),
    ...(priceCents >= (filter.minCents ?? 0) && priceCents <= (filter.maxCents ?? Infinity) ? [] : ['price']),
    ...(takeOffers || !filter.offersOnly ? [] : ['offers']),
    ...FACETS.filter((name) => selected[name] !== undefined && !passesFacets(facets, { [name]: selected[name] })),
  ]
}
