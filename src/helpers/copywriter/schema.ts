import { z } from 'zod'
import { TONES } from '#helpers/copywriter/rules/copy.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { id, idParams, kind } from '#platform/http/record-fields.ts'

export { Listing } from '#catalog/listings/index.ts'

export const WordsParams = idParams('listing')
export const TakeParams = z.object({ id: id('listing'), take: id('take') })
export const ListTakes = z.object(paging())

export const WriteWords = z.object({
  tone: oneOf(TONES).describe('Tone of the text.'),
  instruction: text(1, 500).default('take').describe('`take` for a new version, `shorter`, `longer`, or an instruction in your own words.'),
})
export type WriteWords = z.output<typeof WriteWords>

/** Output of the model. `cleanCopy` later shortens it. */
export const Draft = z.object({ title: z.string(), one_liner: z.string(), description: z.string(), teaser: z.string() })

export const Take = z
  .object({
    object: kind('take'),
    id: id('take'),
    title: z.string().describe('Title, at most 80 characters.'),
    one_liner: z.string().describe('One line under the title, at most 120 characters.'),
    description: z.string().describe('Full text.'),
    teaser: z.string().describe('Short text for cards, at most 60 characters.'),
    tone: z.enum(TONES).describe('Tone of the text.'),
    instruction: z.string().describe('Request that produced this take.'),
    used_at: timestamp('Time of the last use in the listing; null if never used.').nullable(),
    created_at: timestamp('Time when the take was written.'),
  })
  .meta({ id: 'Take' })

/** Response with a new take, that is, a generated draft of a listing's copy (spec: completions 9). */
export const WordsAnswer = z
  .object({
    object: kind('words'),
    take: Take.nullable().describe('New take; null if none was written.'),
    message: z.string().nullable().describe('Reason why there is no take; null if there is one.'),
  })
  .meta({ id: 'Words' })
