import fc from 'fast-check'
import { MARKET_SORTS } from '#catalog/browse/rules/market.ts'
import { CONDITION_LABELS, CONDITIONS, type FacetFilter, type FacetValue, type ListingFacets } from '#catalog/browse/rules/facets/index.ts'
import type { MarketDocument, MarketIndex } from '#search/market-index.ts'

const atMostOne = (values: readonly FacetValue[]) => fc.option(fc.constantFrom(...values)).map((one) => (one ? [one] : []))
const spelled = (value: string, ...labels: string[]): FacetValue[] => labels.map((label) => ({ value, label }))

/** Random facets of a listing. Counts and labels often tie, because each facet has few values and each value has several spellings. */
const someFacets: fc.Arbitrary<ListingFacets> = fc.record({
  brand: atMostOne([...spelled('levis', "Levi's", 'LEVIS', 'levis'), ...spelled('muji', 'Muji', 'MUJI'), ...spelled('zorbu', 'Zorbu')]),
  size: atMostOne([...spelled('m', 'M', 'Medium'), ...spelled('eu 38', 'EU 38')]),
  condition: atMostOne(CONDITIONS.slice(0, 3).map((value) => ({ value, label: CONDITION_LABELS[value] }))),
  color: fc.uniqueArray(fc.constantFrom(...spelled('grey', 'Grey', 'gray'), ...spelled('navy', 'Navy', 'navy'), ...spelled('red', 'Red')), {
    maxLength: 3,
    selector: ({ value }) => value,
  }),
})

const oneOrMore = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })

/** Generates a random facet filter, which is often empty. */
const someValues: fc.Arbitrary<FacetFilter> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      brand: oneOrMore('levis', 'muji', 'unheard'),
      size: oneOrMore('m', 'eu 38'),
      condition: oneOrMore('new', 'good', 'parts'),
      color: oneOrMore('grey', 'navy', 'red'),
    },
    { requiredKeys: [] },
  ),
)

/** Fields of a random listing with these words. Their values often tie. */
export const documentFields = (word: fc.Arbitrary<string>) => ({
  id: fc.integer({ min: 0, max: 25 }).map((n) => `lst_${String(n).padStart(2, '0')}`),
  shopId: fc.constantFrom('shp_a', 'shp_b', 'shp_c', 'shp_d'),
  category: fc.constantFrom('Home', 'Xylo', null),
  priceCents: fc.constantFrom(0, 24_99, 25_00, 100_00, 100_01),
  takeOffers: fc.boolean(),
  publishedAtMs: fc.constantFrom(1_000, 2_000, 3_000),
  reserved: fc.boolean(),
  title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  oneLiner: fc.option(word),
  values: fc.array(word, { maxLength: 2 }),
  description: fc.option(word),
  facets: someFacets,
})

/** Fields of a random search with one or two of these words. */
export const queryFields = (word: fc.Arbitrary<string>) => ({
  q: fc.option(fc.uniqueArray(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))),
  category: fc.constantFrom('Home', 'Xylo', null, 'home', 'Unheard'),
  minCents: fc.constantFrom(null, 25_00),
  maxCents: fc.constantFrom(null, 100_00),
  offersOnly: fc.boolean(),
  sort: fc.constantFrom(...MARKET_SORTS),
  shopId: fc.constantFrom(null, null, 'shp_a', 'shp_unheard'),
  values: someValues,
})

export type Edit = { put: MarketDocument } | { drop: string }

export const someEdits = (document: fc.Arbitrary<MarketDocument>, maxLength = 60): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: document.map((put) => ({ put })) },
      { weight: 1, arbitrary: document.map(({ id }) => ({ drop: id })) },
    ),
    { maxLength },
  )

export function applyEdit(index: MarketIndex, truth: Map<string, MarketDocument>, edit: Edit): void {
  if ('put' in edit) {
    index.put(edit.put)
    truth.set(edit.put.id, edit.put)
  } else {
    index.drop(edit.drop)
    truth.delete(edit.drop)
  }
}
