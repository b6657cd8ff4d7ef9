import { ApiError } from '#platform/errors/index.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'

/** The reason why a form was rejected and, if a field caused the problem, that field. */
export type Problem = { param: string | null; message: string; status: ProblemStatus; headers?: Record<string, string> }

type ProblemStatus = 400 | 401 | 402 | 403 | 409 | 413 | 415 | 429 | 503

const STATUSES = new Set([400, 401, 402, 403, 409, 413, 415, 422, 429, 503])

/** Codes of 403 errors that do not concern a field: the form came from a different site, or the user must first confirm their identity. */
const ELSEWHERE = new Set(['origin', 'form_token', 'proof'])

/**
 * Converts an error to a form problem. Rethrows errors that the user cannot fix in a form: 404, forms from other sites, and internal
 * errors.
 */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || !STATUSES.has(error.status) || ELSEWHERE.has(error.code ?? '')) throw error
  // an error about `files[2]` belongs to the field `files`, whereas each line of an address has its own field
  const param = error.param?.replace(/^address\./, '').split(/[.[]/)[0]
  return {
    param: param || null,
    message: fieldSentence(error),
    status: (error.status === 422 ? 400 : error.status) as ProblemStatus,
    headers: error.headers,
  }
}

/** Runs `work` and returns its result, or the problem if it fails. Rethrows errors that the user cannot fix in a form. */
export async function tried<T>(work: () => Promise<T>): Promise<{ done: T } | { problem: Problem }> {
  try {
    return { done: await work() }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Returns a record, or null if it does not exist. Rethrows all other errors. */
export async function found<T>(record: Promise<T>): Promise<T | null> {
  try {
    return await record
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Returns the message for one field, or undefined. */
export const problemAt = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.param === field ? problem.message : undefined

/**
 * Returns the props for a field in a form that is shown again: its name, its problem, and its submitted or `known` value. Never use this
 * for a password.
 */
export const fieldAt = ({ typed, problem }: { typed: Typed; problem?: Problem | undefined }, name: string, known?: string) => ({
  name,
  value: typed[name] ?? known,
  problem: problemAt(problem, name),
})

type Typed = Readonly<Record<string, string | undefined>>

/** Returns the message to show above the form, or null if one of `fields` shows the problem. */
export const problemAbove = (problem: Problem | undefined, fields: readonly string[]): string | null =>
  problem && (problem.param === null || !fields.includes(problem.param)) ? problem.message : null

/** Removes empty and blank fields, so that they count as missing. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** Removes the dollar sign, commas and spaces from a typed amount such as `$1,250.50`. */
export const typedAmount = (text: string | undefined): string | undefined => text?.replaceAll(/[$,\s]/g, '') || undefined
