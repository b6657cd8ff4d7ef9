import type { z } from 'zod'
import { ApiError } from '#platform/errors/index.ts'

/**
 * Validates a value and returns the parsed result. Throws a 400 error `invalid_request` that names the invalid field (spec: completions 2).
 */
export function validate<T>(schema: z.ZodType<T>, raw: unknown): T {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  const issue = closest(result.error.issues[0]!)
  const param = pathText(issue.path)
  const message = sentence(issue, raw)
  throw new ApiError('invalid_request', param === '' ? `The body ${message}.` : `${param} ${message}.`, param === '' ? {} : { param })
}

/**
 * Returns the issue to report. If a value matches no member of a union, returns the first issue that names a field inside the value, such
 * as `address.city` for an address that may be a record or an id. Returns every other issue unchanged.
 */
function closest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inside = issue.errors.find(([first]) => first !== undefined && first.path.length > 0)?.[0]
  return inside ? { ...inside, path: [...issue.path, ...inside.path] } : issue
}

/** Formats the path of a field: `['photo_urls', 2]` becomes `photo_urls[2]`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  )

function sentence(issue: z.core.$ZodIssue, raw: unknown): string {
  if (issue.code === 'invalid_type' && valueAt(raw, issue.path) === undefined) return 'is required'
  if (issue.code === 'invalid_type' && (issue.message.startsWith('Invalid input') || issue.message === ''))
    return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
  return issue.message.replace(/\.$/, '')
}

const TYPE_NAMES: Record<string, string> = { string: 'text', array: 'a list', object: 'an object', record: 'an object', number: 'a number' }

const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined),
    raw,
  )
