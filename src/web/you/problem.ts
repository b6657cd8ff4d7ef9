import { ApiError } from '#platform/errors.ts'
import { fieldSentence } from '#web/field-sentence.ts'

/** What is wrong with a form that was sent: at one of its fields, or with all of it. */
export type Problem = { at: string | null; says: string; status: PageStatus }

type PageStatus = 400 | 401 | 402 | 403 | 409 | 413 | 415 | 429 | 503

const SHOWN = new Set([400, 401, 402, 403, 409, 413, 415, 429, 503])

/** 403 that is no matter of the form: it came from elsewhere, or its sender has to confirm who they are (`confirmed`). */
const ELSEWHERE = new Set(['origin', 'form_token', 'proof'])

/**
 * An error as something to say beside a form. What a form cannot mend goes on as it is: 404, a form from elsewhere, and
 * what is our own fault.
 */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || !SHOWN.has(error.status) || ELSEWHERE.has(error.code ?? '')) throw error
  // `files[2]` belongs to `files`
  const at = error.param === undefined ? null : error.param.replace(/^address\./, '').replace(/\[\d+\]$/, '')
  return { at, says: fieldSentence(error), status: error.status as PageStatus }
}

/** The words for one field. */
export const problemAt = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.at === field ? problem.says : undefined

/** The words above the form: what belongs to none of its fields. */
export const problemAbove = (problem: Problem | undefined, fields: readonly string[]): string | null =>
  problem && (problem.at === null || !fields.includes(problem.at)) ? problem.says : null

/** The fields that were filled in: an empty one is one that was left out. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** An amount as people type it: `$1,250.50`. */
export const typedAmount = (text: string | undefined): string | undefined => text?.replaceAll(/[$,\s]/g, '') || undefined
