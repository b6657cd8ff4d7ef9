import { z } from 'zod'
import { RESEARCH_CATEGORIES } from '#domain/market.ts'
import { PRICED_BY, RUN_STATUSES, STEP_NAMES, STEP_STATUSES } from '#domain/research.ts'
import { text, timestamp } from '#lib/http/fields.ts'

export const ResearchParams = z.object({ id: z.string() })

/** Body of `POST /listings/{id}/research`. */
export const StartResearch = z.object({ prompt: text(0, 500).nullable().optional() })
export type StartResearch = z.output<typeof StartResearch>

const span = () => z.object({ low: z.number(), high: z.number() })

/** A second-hand price that was compared; `kind` says whether it was asked or paid. */
export const ComparablePrice = z.object({
  title: z.string(),
  price: z.number(),
  shipping: z.number().nullable(),
  condition: z.string().nullable(),
  kind: z.enum(['asking', 'sold']),
  url: z.string(),
  image: z.string().nullable(),
  source: z.string(),
})

/** What a run found, in dollars (completions 9). */
export const ResearchResult = z.object({
  identified: z.string(),
  brand: z.string().nullable(),
  category: z.enum(RESEARCH_CATEGORIES),
  color: z.string().nullable(),
  size: z.string().nullable(),
  confidence: z.enum(['high', 'medium', 'low']),
  suggested_price: z.number(),
  price_range: span(),
  band: span(),
  summary: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string(), about_model: z.boolean() })),
  price_facts: z.array(z.string()),
  questions: z.array(z.object({ key: z.string(), label: z.string(), question: z.string() })),
  new_price: z.number().nullable(),
})
export type ResearchResult = z.output<typeof ResearchResult>

/** completions 9, research. */
export const ResearchRun = z
  .object({
    object: z.literal('research'),
    id: z.string(),
    listing: z.string(),
    status: z.enum(RUN_STATUSES),
    steps: z.array(
      z.object({ name: z.enum(STEP_NAMES), status: z.enum(STEP_STATUSES), note: z.string().nullable(), skipped: z.boolean() }),
    ),
    result: ResearchResult.extend({ priced_by: z.enum(PRICED_BY), comparables: z.array(ComparablePrice) }).nullable(),
    started_at: timestamp(),
    touched_at: timestamp(),
  })
  .meta({ id: 'ResearchRun' })

/** What a model is asked for. Loosely: a bound that a model breaks would fail the call, so domain/identification.ts trims. */
export const AskedIdentification = z.object({
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
