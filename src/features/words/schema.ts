import { z } from 'zod'
import { TONES } from '#domain/words.ts'
import { oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export { Listing } from '#features/listings/schema.ts'

export const WordsParams = z.object({ id: z.string() })
export const TakeParams = z.object({ id: z.string(), take: z.string() })
export const ListTakes = z.object(paging())

/** Body of `POST /listings/{id}/words`. */
export const WriteWords = z.object({ tone: oneOf(TONES), instruction: text(1, 500).default('take') })
export type WriteWords = z.output<typeof WriteWords>

/** What a model is asked for; it is trimmed in code. */
export const Draft = z.object({ title: z.string(), one_liner: z.string(), description: z.string(), teaser: z.string() })

export const Take = z
  .object({
    object: z.literal('take'),
    id: z.string(),
    title: z.string(),
    one_liner: z.string(),
    description: z.string(),
    teaser: z.string(),
    tone: z.enum(TONES),
    instruction: z.string(),
    used_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'Take' })

/** completions 9: a take, or a message that says why there is none. */
export const WordsAnswer = z
  .object({ object: z.literal('words'), take: Take.nullable(), message: z.string().nullable() })
  .meta({ id: 'Words' })
