import { ApiError } from '#platform/errors/index.ts'
import { filled, typedAmount, type Problem } from '#web/framework/page/problem.ts'

/** User input for a check: a link or a description, and a price. */
export type Typed = { text: string; amount: string }

/** Returns the request body for a check: a link if the input looks like a URL, and otherwise a description. */
export function inputOf({ text, amount }: Typed): Record<string, string> {
  const typed = text.trim()
  const link = linkOf(typed)
  return filled({ ...(link === null ? { words: typed } : { link }), price: typedAmount(amount) ?? '' })
}

/**
 * Returns the input as a URL, or null if it is not a URL. Adds a missing `https://`. A dot alone does not make the input a URL, because
 * names such as "No.5" contain a dot.
 */
function linkOf(typed: string): string | null {
  if (/\s/.test(typed)) return null
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed
  return /^(?:www\.[^/]+|[^/:@]+\.[a-z]{2,}\/)/i.test(typed) ? `https://${typed}` : null
}

export const isEmptyInput = (): ApiError => new ApiError('invalid_request', 'Paste a link, or describe the item.', { param: 'words' })

/** Replaces the API parameter in a problem with the name of the matching form field. */
export const atItsField = (problem: Problem | undefined): Problem | undefined =>
  problem && { ...problem, param: FIELD_OF[problem.param ?? ''] ?? problem.param }

const FIELD_OF: Readonly<Record<string, string>> = { link: 'text', words: 'text', price: 'amount' }
