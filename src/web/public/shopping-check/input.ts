import { ApiError } from '#platform/errors/index.ts'
import { filled, typedAmount, type Problem } from '#web/framework/page/problem.ts'

/** User input of a check: a link or a description, and the price. */
export type Typed = { text: string; amount: string }

/** Returns the request body of a check: a link when the text looks like a URL, and otherwise a description. */
export function inputOf({ text, amount }: Typed): Record<string, string> {
  const typed = text.trim()
  const link = linkOf(typed)
  return filled({ ...(link === null ? { words: typed } : { link }), price: typedAmount(amount) ?? '' })
}

/**
 * Returns the text as a URL, or null if it is not one. Adds a missing `https://`. A dot alone does not make a text a URL, because names
 * such as "No.5" contain a dot.
 */
function linkOf(typed: string): string | null {
  if (/\s/.test(typed)) return null
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed
  return /^(?:www\.[^/]+|[^/:@]+\.[a-z]{2,}\/)/i.test(typed) ? `https://${typed}` : null
}

export const isEmptyInput = (): ApiError => new ApiError('invalid_request', 'Paste a link, or describe the item.', { param: 'words' })

/** Replaces the API parameter of a problem with the form field that corresponds to it. */
export const atItsField = (problem: Problem | undefined): Problem | undefined =>
  problem && { ...problem, param: FIELD_OF[problem.param ?? ''] ?? problem.param }

const FIELD_OF: Readonly<Record<string, string>> = { link: 'text', words: 'text', price: 'amount' }
