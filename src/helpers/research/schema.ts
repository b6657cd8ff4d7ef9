import { z } from 'zod'
import { researchFields, Span } from '#catalog/listings/index.ts'
import { RESEARCH_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { RUN_STATUSES, STEP_NAMES, STEP_STATUSES } from '#helpers/research/rules/research.ts'
import { text, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const ResearchParams = idParams('listing')

/** Body of `POST /listings/{id}/research`. */
export const StartResearch = z.object({
  prompt: text(0, 500).nullable().optional().describe('What it is, in your words. Research begins with it.'),
})
export type StartResearch = z.output<typeof StartResearch>

/** `kind` states whether it was asked or paid. */
export const ComparablePrice = z
  .object({
    title: z.string().describe('What it was called there.'),
    price: dollars('Its price'),
    shipping: dollars('Shipping').nullable(),
    condition: z.string().nullable().describe('Its condition, as written there.'),
    kind: z.enum(['asking', 'sold']).describe('Whether the price was asked or paid.'),
    url: link('Its address.'),
    image: link('Address of a picture of it.').nullable(),
    source: z.string().describe('Where it was found.'),
  })
  .meta({ id: 'ComparablePrice' })

/** In dollars (completions 9). */
export const ResearchResult = z.object({
  identified: researchFields.identified,
  brand: z.string().nullable().describe('Brand, where it was recognised.'),
  category: z.enum(RESEARCH_CATEGORIES).describe('Category that fits it best.'),
  color: z.string().nullable().describe('Colour.'),
  size: z.string().nullable().describe('Size.'),
  confidence: researchFields.confidence,
  suggested_price: researchFields.suggested_price,
  price_range: researchFields.price_range,
  band: Span.describe('Where most of them sell.'),
  summary: researchFields.summary,
  facts: z
    .array(
      z.object({
        label: z.string().describe('Name of the fact.'),
        value: z.string().describe('The fact.'),
        about_model: z.boolean().describe('Whether it holds for every one of its kind.'),
      }),
    )
    .describe('3 to 6 facts about it.'),
  price_facts: z.array(z.string()).describe('3 or 4 facts about its price, in words.'),
  questions: z
    .array(
      z.object({
        key: z.string().describe('Key of the detail line that the answer fills.'),
        label: z.string().describe('Label of that line.'),
        question: z.string().describe('The question.'),
      }),
    )
    .describe('1 to 4 questions that only the seller can answer; condition comes first.'),
  new_price: dollars('Price of a new one, where one was found').nullable(),
})
export type ResearchResult = z.output<typeof ResearchResult>

/** completions 9, research. */
export const ResearchRun = z
  .object({
    object: kind('research'),
    id: id('run'),
    listing: id('listing'),
    status: z.enum(RUN_STATUSES).describe('State of the run.'),
    steps: z
      .array(
        z.object({
          name: z.enum(STEP_NAMES).describe('Name of the step.'),
          status: z.enum(STEP_STATUSES).describe('State of the step.'),
          note: z.string().nullable().describe('What the step found, or why it found nothing.'),
          skipped: z.boolean().describe('Whether a step that reads `done` had nothing to go on and looked nothing up; its note says why.'),
        }),
      )
      .describe('The steps in their order; one that does not apply is left out.'),
    result: ResearchResult.extend({
      priced_by: researchFields.priced_by,
      comparables: z.array(ComparablePrice).describe('Second-hand prices that were compared.'),
    })
      .nullable()
      .describe('What it found; null until it is done.'),
    started_at: timestamp('When it began.'),
    touched_at: timestamp('When it last did something.'),
  })
  .meta({ id: 'ResearchRun' })

/** Without limits, because a violation would fail the call; rules/pricing/identification.ts trims instead. */
export const IdentificationSchema = z.object({
  name: z.string().describe('What it is, as a buyer would search for it, at most 80 characters.'),
  brand: z.string().nullable(),
  category: z.string().describe(`One of: ${RESEARCH_CATEGORIES.join(', ')}.`),
  color: z.string().nullable(),
  size: z.string().nullable(),
  condition: z.string().describe('One of: new_with_tags, like_new, good, fair, poor, unknown.'),
  facts: z
    .array(z.object({ label: z.string(), value: z.string(), about_model: z.boolean() }))
    .describe('3 to 6 short facts. about_model: true where it holds for every one of its kind and was not seen on this one.'),
  questions: z.array(z.object({ label: z.string(), question: z.string() })).describe('1 to 4 things that only the seller knows.'),
})

export const AskedSummary = z.object({ summary: z.string() })
