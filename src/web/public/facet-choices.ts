import {
  CONDITION_LABELS,
  FACETS,
  sizeRank,
  brandName,
  CONDITIONS,
  sizeName,
  type Condition,
  type FacetName,
} from '#catalog/browse/rules/facets/index.ts'
import type { SearchParts } from '#web/framework/routes.ts'
import type { Facets } from '#search/facets.ts'

export const FACET_TITLES: Readonly<Record<FacetName, string>> = { brand: 'Brand', size: 'Size', condition: 'Condition', color: 'Colour' }

/** A choice in a filter. `count` is undefined if the number of results is not known. */
export type FacetChoice = { value: string; label: string; count: number | undefined; isOn: boolean }

/** Returns the choices of a facet in display order. Always includes the selected values, so that submitting the form preserves them. */
export function choicesOf(name: FacetName, facets: Facets | null, parts: SearchParts): FacetChoice[] {
  const counted = facets?.lists.find((list) => list.name === name)?.values ?? []
  const on = new Set(parts[name])
  const known = new Set(counted.map(({ value }) => value))
  const missing = [...on].filter((value) => !known.has(value)).map((value) => ({ value, label: value, count: facets ? 0 : undefined }))
  const choices = [...counted, ...missing].map(({ value, label, count }) => ({
    value,
    label: labelOf(name, value, label),
    count,
    isOn: on.has(value),
  }))
  if (name === 'size') return choices.toSorted((a, b) => sizeRank(a.value) - sizeRank(b.value))
  if (name === 'condition') return choices.toSorted((a, b) => rankOf(a.value) - rankOf(b.value))
  return choices
}

const rankOf = (condition: string): number => CONDITIONS.indexOf(condition as Condition)

/** `label`: the most common spelling of the value. The default is the value itself. */
function labelOf(name: FacetName, value: string, label = value): string {
  if (name === 'condition') return CONDITION_LABELS[value as Condition] ?? label
  if (name === 'size') return sizeName({ value, label })
  if (name === 'brand') return brandName({ value, label })
  return value.charAt(0).toUpperCase() + value.slice(1)
}

/** Returns the search without one of the selected values of a facet. */
export const withoutValue = (parts: SearchParts, name: FacetName, value: string): SearchParts => ({
  ...parts,
  [name]: parts[name]?.filter((one) => one !== value),
})

/** Returns true if the search filters by a facet. */
export const hasFacetParts = (parts: SearchParts): boolean => FACETS.some((name) => (parts[name]?.length ?? 0) > 0)
