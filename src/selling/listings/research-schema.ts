import { z } from 'zod'
import { PRICED_BY } from '#domain/research.ts'
import { dollars } from '#platform/http/record-fields.ts'

/** From the lowest price to the highest. */
export const Span = z.object({ low: dollars('Lower end'), high: dollars('Upper end') }).meta({ id: 'PriceSpan' })

/** What a listing shows of a run of research, as the run does. */
export const researchFields = {
  identified: z.string().describe('What it is.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('How sure research is of what it is.'),
  suggested_price: dollars('Suggested price'),
  price_range: Span.describe('From the lowest to the highest price that was found.'),
  priced_by: z
    .enum(PRICED_BY)
    .describe('`comparables`: from second-hand prices. `rule_of_thumb`: none was found, so the price says nothing of what others get.'),
  summary: z.string().describe('The findings in a sentence or two.'),
}
