import { ApiError } from '#platform/errors/index.ts'

const MAX_DEPTH = 32
/** Values of all kinds in one body, those inside of others too. The largest that a field takes are some hundreds. */
export const MAX_JSON_VALUES = 5_000

/** A JSON body: an object of bounded depth and size. Errors: 400 that says what it is beyond. */
export function readJson(text: string): Record<string, unknown> {
  const value = readAnyJson(text)
  if (!isObject(value) || Array.isArray(value)) throw new ApiError('invalid_request', 'The body must be a JSON object.')
  return value
}

/** Any JSON of bounded depth and size, where a list may come instead of an object. Errors: as `readJson`. */
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

/** Level by level, so that no depth of nesting is a depth of calls. */
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
