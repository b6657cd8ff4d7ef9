import { ApiError } from '#platform/errors/index.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'

/** Why a form could not be done: which of its fields, where it is one, and in what words. */
export type Problem = { param: string | null; message: string; status: ProblemStatus; headers?: Record<string, string> }

type ProblemStatus = 400 | 401 | 402 | 403 | 409 | 413 | 415 | 429 | 503

const STATUSES = new Set([400, 401, 402, 403, 409, 413, 415, 422, 429, 503])

/** 403 that is no matter of the form: it came from elsewhere, or its sender has to confirm who they are (`confirmed`). */
const ELSEWHERE = new Set(['origin', 'form_token', 'proof'])

/**
 * An error as something to say beside a form. What a form cannot mend goes on as it is: 404, a form from elsewhere, and
 * what is our own fault.
 */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || !STATUSES.has(error.status) || ELSEWHERE.has(error.code ?? '')) throw error
  // `files[2]` belongs to `files`, and each line of an address to itself
  const param = error.param?.replace(/^address\./, '').split(/[.[]/)[0]
  return {
    param: param || null,
    message: fieldSentence(error),
    status: (error.status === 422 ? 400 : error.status) as ProblemStatus,
    headers: error.headers,
  }
}

/** Does what may not be possible, and says why where it is not. Errors: what a form cannot mend. */
export async function tried<T>(work: () => Promise<T>): Promise<{ done: T } | { problem: Problem }> {
  try {
    return { done: await work() }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** The words for one field. */
export const problemAt = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.param === field ? problem.message : undefined

/** A field of a form that comes again: its name, what was typed rather than what is `known`, and what is wrong with it. Never of a password. */
export const fieldAt = ({ typed, problem }: { typed: Typed; problem?: Problem | undefined }, name: string, known?: string) => ({
  name,
  value: typed[name] ?? known,
  problem: problemAt(problem, name),
})

type Typed = Readonly<Record<string, string | undefined>>

/** The words above the form: what belongs to none of its fields. */
export const problemAbove = (problem: Problem | undefined, fields: readonly string[]): string | null =>
  problem && (problem.param === null || !fields.includes(problem.param)) ? problem.message : null

/** The fields that were filled in: an empty one is one that was left out. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** An amount as people type it: `$1,250.50`. */
export const typedAmount = (text: string | undefined): string | undefined => text?.replaceAll(/[$,\s]/g, '') || undefined
