import { ApiError } from '#platform/errors/index.ts'

/** Maximum number of name and value pairs in a form, a query or a multipart body (spec: completions 12, Forms). */
export const MAX_PAIRS = 1_000

export type Pair = readonly [name: string, value: string]

/**
 * Parses a form body, where `+` means a space. Throws a 400 error for more than `MAX_PAIRS` pairs (checked first), and for an invalid
 * percent encoding.
 */
export function readPairs(text: string): Pair[] {
  requireFewPairs(countOf(text, '&') + 1)
  try {
    return text.split('&').filter(Boolean).map(readPair)
  } catch {
    throw new ApiError('invalid_request', 'The form body has a percent sign that does not encode a character.')
  }
}

/** Throws a 400 error if `count` exceeds `MAX_PAIRS`. */
export function requireFewPairs(count: number): void {
  if (count > MAX_PAIRS) throw new ApiError('invalid_request', `The request has more than ${MAX_PAIRS} fields. Send fewer.`)
}

/** Counts the occurrences of a character in a string. */
export function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}

function readPair(pair: string): Pair {
  const at = pair.indexOf('=')
  return at === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
}

const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))

/**
 * Builds one object from pairs in a single pass. `a=1&a=2` and `a[]=1&a[]=2` are lists, and `fields[Brand]=Nike` is a map.
 * `fields[0][label]=Brand` and `fields[][label]=Brand` are parts of a list of maps. The objects have no prototypes, because clients choose
 * the names. Throws a 400 error for more than `MAX_PAIRS` pairs.
 */
export function pairsToObject(pairs: readonly Pair[]): Record<string, unknown> {
  requireFewPairs(pairs.length)
  const result: Record<string, unknown> = Object.create(null)
  const items = new Map<string, Items>()
  for (const [name, value] of pairs) {
    const [, outer, index, part] = ITEM.exec(name) ?? []
    const [, map, key] = MAP.exec(name) ?? []
    if (outer !== undefined && index !== undefined && part !== undefined) {
      const list = items.get(outer) ?? createItems()
      items.set(outer, list)
      list.put(index, part, value)
      result[outer] = list.all
    } else if (map !== undefined && key !== undefined) {
      const inner = isMap(result[map]) ? result[map] : (result[map] = Object.create(null) as Record<string, unknown>)
      inner[key] = value
    } else if (name.endsWith('[]')) addTo(result, name.slice(0, -2), value, true)
    else addTo(result, name, value, false)
  }
  return result
}

const ITEM = /^([^[\]]+)\[(\d*)\]\[([^[\]]+)\]$/
const MAP = /^([^[\]]+)\[([^[\]]+)\]$/

/** Adds a value. A repeated name, or a name that ends with `[]`, produces a list. */
function addTo(result: Record<string, unknown>, name: string, value: string, asList: boolean): void {
  const before = result[name]
  if (Array.isArray(before)) before.push(value)
  else if (asList) result[name] = [value]
  else result[name] = before === undefined ? value : [before, value]
}

type Items = { all: Record<string, unknown>[]; put(index: string, key: string, value: string): void }

/**
 * Builds a list of maps from fields with an index. A field without an index belongs to the last item. If the last item already has this
 * field, the field starts a new item.
 */
function createItems(): Items {
  const all: Record<string, unknown>[] = []
  const byIndex = new Map<string, Record<string, unknown>>()
  const begin = (index: string): Record<string, unknown> => {
    const item = Object.create(null) as Record<string, unknown>
    all.push(item)
    if (index !== '') byIndex.set(index, item)
    return item
  }
  return {
    all,
    put(index, key, value) {
      const known = index === '' ? all.at(-1) : byIndex.get(index)
      const item = known && !(index === '' && key in known) ? known : begin(index)
      item[key] = value
    },
  }
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
