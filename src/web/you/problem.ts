import { ApiError } from '#lib/errors.ts'

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
  return { at, says: sentenceOf(at, error.message), status: error.status as PageStatus }
}

/** Messages of the API begin with the name of the parameter; beside its field it is named as people say it. */
function sentenceOf(at: string | null, message: string): string {
  if (at === null) return message
  const file = /^files\[(\d)\] (.*)$/s.exec(message)
  if (file) return `Picture ${Number(file[1]) + 1} ${file[2]}`
  const rest = message.startsWith(`${at} `) ? message.slice(at.length) : null
  return rest === null ? message : `${LABELS[at] ?? wordsOf(at)}${rest}`
}

const LABELS: Readonly<Record<string, string>> = {
  line1: 'Street and number',
  line2: 'The second line',
  body: 'The text',
  rating: 'The rating',
}

const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
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
