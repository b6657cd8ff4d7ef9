import { z } from 'zod'
import { codePointLength } from '#core/text.ts'
import { conditionNamed, CONDITIONS, FACETS, filterValue, type Condition, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import { priceRange } from '#platform/http/price-range.ts'
import { count } from '#platform/http/record-fields.ts'

/** Maximum number of values in one filter (spec: completions 13.2). */
export const MAX_VALUES = 10
const LONGEST = 100

/** Schema of the filter for one facet. Converts each string to the form in which listings store it, and omits empty strings. */
const valueFilter = (facet: Exclude<FacetName, 'condition'>, description: string) =>
  z
    .array(z.string())
    .max(MAX_VALUES, `must have at most ${MAX_VALUES} values`)
    .transform((texts, issues) => {
      const filled = texts.filter((text) => text.trim() !== '')
      if (filled.some((text) => codePointLength(text) > LONGEST))
        issues.addIssue({ code: 'custom', message: `must have at most ${LONGEST} characters per value` })
      return [...new Set(filled.map((text) => filterValue(facet, text)))]
    })
    .optional()
    .describe(description)

const conditions = (description: string) =>
  z
    .array(z.string().meta({ enum: [...CONDITIONS] }))
    .max(MAX_VALUES, `must have at most ${MAX_VALUES} values`)
    .transform((texts, issues) => {
      const found = texts.filter((text) => text.trim() !== '').map(conditionNamed)
      if (found.includes(null)) issues.addIssue({ code: 'custom', message: `must be one of ${CONDITIONS.join(', ')}` })
      return [...new Set(found.filter((condition): condition is Condition => condition !== null))]
    })
    .optional()
    .describe(description)

/** Creates the facet filters and the price filter that all searches share (spec: completions 13.2). */
export const facetFilters = () => ({
  brand: valueFilter('brand', 'Filter by brand, in any common spelling.'),
  size: valueFilter('size', 'Filter by size, such as `M`, `EU 38` or `W32 L34`.'),
  condition: conditions('Filter by condition.'),
  color: valueFilter('color', 'Filter by colour.'),
  ...priceRange(),
})

/** Schema of the facets that the service derives from a listing (spec: completions 13.2). */
export const derivedFacets = () => ({
  brand: z.string().nullable().describe('Brand, derived from `fields`; null if it is unknown.'),
  size: z.string().nullable().describe('Size in the usual spelling, such as `M` or `EU 38`, derived from `fields`; null if it is unknown.'),
  condition: z.enum(CONDITIONS).nullable().describe('Condition, derived from `fields`; null if it is unknown.'),
})

/**
 * Number of listings per facet value (spec: completions 13.2). The counts for a facet take all filters into account except the filter for
 * that facet.
 */
export const Facets = z
  .array(
    z.object({
      name: z.enum(FACETS).describe('Name of the facet, which is also the name of the filter.'),
      values: z
        .array(
          z.object({
            value: z.string().describe('Value to send in the filter.'),
            label: z.string().describe('Most common spelling of the value.'),
            count: count('Number of listings that have this value and match all other filters.'),
          }),
        )
        .describe('The most common values, at most 50.'),
    }),
  )
  .meta({ id: 'Facets' })
