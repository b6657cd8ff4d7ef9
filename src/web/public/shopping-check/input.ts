import { ApiError } from '#platform/errors/index.ts'
import { filled, typedAmount, type Problem } from '#web/framework/page/problem.ts'

/** The one field for a link or words, and what it costs. */
export type Typed = { text: string; amount: string }

/** What the verb is asked: what looks like an address is a link, anything else is words. */
export function askedOf({ text, amount }: Typed): Record<string, string> {
  const typed = text.trim()
  const link = linkOf(typed)
  return filled({ ...(link === null ? { words: typed } : { link }), price: typedAmount(amount) ?? '' })
}

/** People leave `https://` out. A dot alone makes no address: there are things called "No.5". */
function linkOf(typed: string): string | null {
  if (/\s/.test(typed)) return null
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed
  return /^(?:www\.[^/]+|[^/:@]+\.[a-z]{2,}\/)/i.test(typed) ? `https://${typed}` : null
}

export const nothingTyped = (): ApiError => new ApiError('invalid_request', 'Paste a link, or say in words what it is.', { param: 'words' })

/** What is wrong, at the field of the page that it is about. */
export const atItsField = (problem: Problem | undefined): Problem | undefined =>
  problem && { ...problem, param: FIELD_OF[problem.param ?? ''] ?? problem.param }

const FIELD_OF: Readonly<Record<string, string>> = { link: 'text', words: 'text', price: 'amount' }
