import fc from 'fast-check'
import { CONDITION_LABELS, CONDITIONS, type FacetFilter, type FacetValue, type ListingFacets } from '#catalog/browse/rules/facets/index.ts'

const atMostOne = (values: readonly FacetValue[]) => fc.option(fc.constantFrom(...values)).map((one) => (one ? [one] : []))
const spelled = (value: string, ...labels: string[]): FacetValue[] => labels.map((label) => ({ value, label }))

/** Random facets of a listing. Counts and labels often tie, because each facet has few values and each value has several spellings. */
export const someFacets: fc.Arbitrary<ListingFacets> = fc.record({
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
export const someValues: fc.Arbitrary<FacetFilter> = fc.oneof(
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
