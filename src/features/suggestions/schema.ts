import { z } from 'zod'
import { listOf, text } from '#lib/http/fields.ts'

export const Suggest = z.object({ q: text(1, 200) })

/** A way to go on from what is typed: words to search for, a category, or a store. */
export const Suggestion = z
  .object({ object: z.literal('suggestion'), kind: z.enum(['words', 'category', 'store']), text: z.string(), url: z.string() })
  .meta({ id: 'Suggestion' })
export const SuggestionList = listOf(Suggestion)
