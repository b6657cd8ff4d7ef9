import { z } from 'zod'
import { researchFields, Span } from '#catalog/listings/index.ts'
import { RESEARCH_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { RUN_STATUSES, STEP_NAMES, STEP_STATUSES } from '#helpers/research/rules/research.ts'
import { text, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const ResearchParams = idParams('listing')

export const StartResearch = z.object({
  prompt: text(0, 500).nullable().optional().describe('Description of the item in your own words; research starts from it.'),
})
export type StartResearch = z.output<typeof StartResearch>

/** `kind` distinguishes asking prices from sold prices. */
export const ComparablePrice = z
  .object({
    title: z.string().describe('Title in the source.'),
    price: dollars('Price in the source'),
    shipping: dollars('Shipping cost').nullable(),
    condition: z.string().nullable().describe('Condition as stated in the source.'),
    kind: z.enum(['asking', 'sold']).describe('`asked`: asking price. `sold`: price paid.'),
    url: link('URL of the source page.'),
    image: link('URL of the picture in the source; null if there is none.').nullable(),
    source: z.string().describe('Source of the price.'),
  })
  .meta({ id: 'ComparablePrice' })

/** Prices in dollars (spec: completions 9). */
export const ResearchResult = z.object({
  identified: researchFields.identified,
  brand: z.string().nullable().describe('Brand; null if not recognized.'),
  category: z.enum(RESEARCH_CATEGORIES).describe('Best-matching category.'),
  color: z.string().nullable().describe('Colour.'),
  size: z.string().nullable().describe('Size.'),
  confidence: researchFields.confidence,
  suggested_price: researchFields.suggested_price,
  price_range: researchFields.price_range,
  band: Span.describe('Price range in which most similar items sell.'),
  summary: researchFields.summary,
  facts: z
    .array(
      z.object({
        label: z.string().describe('Name of the fact.'),
        value: z.string().describe('Text of the fact.'),
        about_model: z.boolean().describe('True if the fact applies to every item of this model.'),
      }),
    )
    .describe('3 to 6 facts about the item.'),
  price_facts: z.array(z.string()).describe('3 or 4 facts about the price, as text.'),
  questions: z
    .array(
      z.object({
        key: z.string().describe('Key of the detail that the answer fills.'),
        label: z.string().describe('Label of that detail.'),
        question: z.string().describe('Text of the question.'),
      }),
    )
    .describe('1 to 4 questions that only the seller can answer, starting with the condition.'),
  new_price: dollars('Price of a new item; null if none was found').nullable(),
})
export type ResearchResult = z.output<typeof ResearchResult>

/** A research run (spec: completions 9, research). */
export const ResearchRun = z
  .object({
    object: kind('research'),
    id: id('run'),
    listing: id('listing'),
    status: z.enum(RUN_STATUSES).describe('Status of the run.'),
    steps: z
      .array(
        z.object({
          name: z.enum(STEP_NAMES).describe('Name of the step.'),
          status: z.enum(STEP_STATUSES).describe('Status of the step.'),
          note: z.string().nullable().describe('Result of the step, or the reason why it found nothing.'),
          skipped: z.boolean().describe('True if a step with status `done` was skipped for lack of input; its note says why.'),
        }),
      )
      .describe('Steps in order. Steps that do not apply are omitted.'),
    result: ResearchResult.extend({
      priced_by: researchFields.priced_by,
      comparables: z.array(ComparablePrice).describe('Second-hand prices that were compared.'),
    })
      .nullable()
      .describe('Result; null until the run is done.'),
    started_at: timestamp('Time when the run started.'),
    touched_at: timestamp('Time when the run last progressed.'),
  })
  .meta({ id: 'ResearchRun' })

/**
 * Output of the model that identifies an item. The schema sets no length limits, because the call would fail if a value were too long.
 * Instead, rules/pricing/identification.ts shortens the values.
 */
export const IdentificationSchema = z.object({
  name: z.string().describe('The item as a buyer would search for it, at most 80 characters.'),
  brand: z.string().nullable(),
  category: z.string().describe(`One of: ${RESEARCH_CATEGORIES.join(', ')}.`),
  color: z.string().nullable(),
  size: z.string().nullable(),
  condition: z.string().describe('One of: new_with_tags, like_new, good, fair, poor, unknown.'),
  facts: z
    .array(z.object({ label: z.string(), value: z.string(), about_model: z.boolean() }))
    .describe('3 to 6 short facts. about_model: true for facts about every item of this model that were not seen on this one.'),
  questions: z.array(z.object({ label: z.string(), question: z.string() })).describe('1 to 4 questions that only the seller can answer.'),
})

export const SummaryReply = z.object({ summary: z.string() })
