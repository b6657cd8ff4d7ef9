import { z } from 'zod'
import { listOf, text } from '#platform/http/fields.ts'
import { kind, link } from '#platform/http/record-fields.ts'

export const Suggest = z.object({ q: text(1, 200).describe('Text that the user has typed.') })

/** A search suggestion: words to search for, a category, or a store. */
export const Suggestion = z
  .object({
    object: kind('suggestion'),
    kind: z.enum(['words', 'category', 'store']).describe('Kind of suggestion: a search, a category or a shop.'),
    text: z.string().describe('Text of the suggestion.'),
    url: link('URL of the suggested page on the marketplace.'),
  })
  .meta({ id: 'Suggestion' })
export const SuggestionList = listOf(Suggestion)
