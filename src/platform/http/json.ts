import { ApiError } from '#platform/errors/index.ts'

const MAX_DEPTH = 32
/** Maximum number of values in one body, including nested values. The largest legitimate bodies have several hundred. */
export const MAX_JSON_VALUES = 5_000

/** Decodes UTF-8. Throws a 400 error for invalid bytes. */
export function utf8Text(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}

/** Parses a JSON object of limited depth and size. Throws a 400 error that names the violated limit. */
export function readJson(text: string): Record<string, unknown> {
  const value = readAnyJson(text)
  if (!isObject(value) || Array.isArray(value)) throw new ApiError('invalid_request', 'The body must be a JSON object.')
  return value
}

/** Parses any JSON value of limited depth and size, not only an object. Throws the same errors as `readJson`. */
export function readAnyJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON.')
  }
  if (isObject(value)) requireBounds(value)
  return value
}

/**
 * Checks the depth and the number of values. Works level by level, without recursion, so that deep nesting cannot exhaust the call stack.
 */
function requireBounds(root: object): void {
  let level: object[] = [root]
  let values = 0
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ApiError('invalid_request', `The body is nested more than ${MAX_DEPTH} levels deep.`)
    const below: object[] = []
    for (const outer of level) {
      const inner: unknown[] = Array.isArray(outer) ? outer : Object.values(outer)
      values += inner.length
      if (values > MAX_JSON_VALUES) throw new ApiError('invalid_request', `The body has more than ${MAX_JSON_VALUES} values. Send fewer.`)
      for (const value of inner) if (isObject(value)) below.push(value)
    }
    level = below
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
