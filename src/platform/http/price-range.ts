import { invalid } from '#platform/errors/index.ts'
import { money } from './fields.ts'

/** Creates the query fields for a price filter (spec: completions 13.2 and 13.8). */
export const priceRange = () => ({
  min_price: money().optional().describe('Minimum price in US dollars.'),
  max_price: money().optional().describe('Maximum price in US dollars.'),
})

/** Returns the inclusive bounds of a price filter in cents. An omitted bound is null. Errors: 400 for an empty range. */
export function boundsOf({ min_price, max_price }: { min_price?: number | undefined; max_price?: number | undefined }): {
  minCents: number | null
  maxCents: number | null
} {
  const [minCents, maxCents] = [min_price ?? null, max_price ?? null]
  if (minCents !== null && maxCents !== null && minCents > maxCents) throw invalid('min_price', 'min_price must not be above max_price.')
  return { minCents, maxCents }
}
