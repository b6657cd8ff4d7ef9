import { ApiError } from '#platform/errors/index.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'

/** The reason why a form failed, and its field if there is one. */
export type Problem = { param: string | null; message: string; status: ProblemStatus; headers?: Record<string, string> }

type ProblemStatus = 400 | 401 | 402 | 403 | 409 | 413 | 415 | 429 | 503

const STATUSES = new Set([400, 401, 402, 403, 409, 413, 415, 422, 429, 503])

/** 403 codes that no field can fix: the form came from elsewhere, or its sender must prove their identity (`confirmed`). */
const ELSEWHERE = new Set(['origin', 'form_token', 'proof'])

/** Converts an error to a form problem. Rethrows errors that a form cannot fix: 404, a form from elsewhere, and internal errors. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || !STATUSES.has(error.status) || ELSEWHERE.has(error.code ?? '')) throw error
  // `files[2]` belongs to `files`, and each line of an address is its own field
  const param = error.param?.replace(/^address\./, '').split(/[.[]/)[0]
  return {
    param: param || null,
    message: fieldSentence(error),
    status: (error.status === 422 ? 400 : error.status) as ProblemStatus,
    headers: error.headers,
  }
}

/** Runs `work` and returns its result or the problem. Rethrows errors that a form cannot fix. */
export async function tried<T>(work: () => Promise<T>): Promise<{ done: T } | { problem: Problem }> {
  try {
    return { done: await work() }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Returns the message for one field. */
export const problemAt = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.param === field ? problem.message : undefined

/** Returns the props of a field that is shown again: name, typed or `known` value, and problem. Never use it for a password. */
export const fieldAt = ({ typed, problem }: { typed: Typed; problem?: Problem | undefined }, name: string, known?: string) => ({
  name,
  value: typed[name] ?? known,
  problem: problemAt(problem, name),
})

type Typed = Readonly<Record<string, string | undefined>>

/** Returns the message above the form, when it belongs to none of `fields`. */
export const problemAbove = (problem: Problem | undefined, fields: readonly string[]): string | null =>
  problem && (problem.param === null || !fields.includes(problem.param)) ? problem.message : null

/** Returns the non-empty fields. An empty field counts as omitted. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** Normalizes a typed amount such as `$1,250.50`. */
export const typedAmount = (text: string | undefined): string | undefined => text?.replaceAll(/[$,\s]/g, '') || undefined
