import { foldWords } from '#core/fold.ts'
import { memoized } from '#core/memo.ts'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import { brandName, brandOf } from './brand.ts'
import { colorsOf } from './color.ts'
import { CONDITION_LABELS, conditionOf, type Condition } from './condition.ts'
import { FACETS, facetField, type FacetField, type FacetName } from './fields.ts'
import { sizeName, sizeOf } from './size.ts'
import type { FacetValue } from './value.ts'

export { CONDITION_LABELS, conditionNamed, CONDITIONS, type Condition } from './condition.ts'
export { brandName } from './brand.ts'
export { FACETS, type FacetName } from './fields.ts'
export { sizeName, sizeRank } from './size.ts'
export type { FacetValue } from './value.ts'

/** A listing's values by facet. The list is empty for a facet without a known value. Only `color` may have several values. */
export type ListingFacets = Readonly<Record<FacetName, readonly FacetValue[]>>

export type FacetLine = Pick<DetailLine, 'label' | 'value' | 'source'>

/**
 * Derives the facets of a listing from its detail lines (spec: completions 13.2). As on the listing's page, the seller's line about an
 * attribute takes precedence over lines from research.
 */
export function facetsOfLines(lines: readonly FacetLine[]): ListingFacets {
  const found: Partial<Record<FacetName, readonly FacetValue[]>> = {}
  for (const isAgent of [false, true]) {
    const decided = new Set(Object.keys(found))
    for (const { label, value, source } of lines) {
      if ((source === 'agent') !== isAgent || value === '') continue
      const field = facetField(label)
      if (field === null || decided.has(field.facet) || (found[field.facet] ?? []).length > 0) continue
      found[field.facet] = valuesIn(field, value)
    }
  }
  return { ...NO_FACETS, ...found }
}

export const NO_FACETS: ListingFacets = { brand: [], size: [], condition: [], color: [] }

const brands = memoized(brandOf, 10_000)
const sizes = memoized((text) => sizeOf(text), 10_000)
const conditions = memoized(conditionOf, 10_000)
const colors = memoized(colorsOf, 10_000)

function valuesIn({ facet, context }: FacetField, text: string): readonly FacetValue[] {
  if (facet === 'color') return colors(text)
  if (facet === 'condition') return conditionValues(conditions(text))
  const found = facet === 'brand' ? brands(text) : context.isRing || context.system !== null ? sizeOf(text, context) : sizes(text)
  return found === null ? [] : [found]
}

const conditionValues = (value: Condition | null): FacetValue[] => (value === null ? [] : [{ value, label: CONDITION_LABELS[value] }])

/** Facets of a listing in the form that its card shows. */
export type ShownFacets = { brand: string | null; size: string | null; condition: Condition | null }

/** Returns the facets as buyers see them: known brands and sizes have their usual names. */
export function shownFacets({ brand: [brand], size: [size], condition: [condition] }: ListingFacets): ShownFacets {
  return {
    brand: brand ? brandName(brand) : null,
    size: size ? sizeName(size) : null,
    condition: condition ? (condition.value as Condition) : null,
  }
}

/**
 * Converts a filter value to the form that listings store, so that every spelling of a value finds the same listings. If no letters or
 * digits remain, returns an empty string, which matches no listing.
 */
export function filterValue(facet: FacetName, text: string): string {
  const [known] = facet === 'condition' ? [] : valuesIn({ facet, context: { isRing: /^\s*ring\b/i.test(text), system: null } }, text)
  return known?.value ?? (facet === 'condition' ? text : foldWords(text))
}

/**
 * The selected values by facet. A listing matches if it has at least one of the selected values for each of these facets. No list is empty.
 */
export type FacetFilter = Readonly<Partial<Record<FacetName, readonly string[]>>>

/** Returns true if the listing has a selected value for every facet in the filter, except the facet `besides`. */
export const passesFacets = (facets: ListingFacets, filter: FacetFilter, besides?: FacetName): boolean =>
  FACETS.every((name) => name === besides || filter[name] === undefined || facets[name].some(({ value }) => filter[name]!.includes(value)))
