import { z } from 'zod'

/**
 * Form bodies and queries carry strings only. This turns them into what JSON would have said, by the schema
 * that validates: numbers are read, an empty string is null for a nullable field, one value may stand for a
 * list of one (completions 2, Form bodies). What cannot be read stays as it is and fails validation.
 */
export function coerceStrings(schema: z.ZodType, raw: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return raw
  const shape = schema.shape as Record<string, z.ZodType>
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(raw)) {
    const field = shape[name]
    result[name] = field ? coerceValue(field, value) : value
  }
  return result
}

function coerceValue(field: z.ZodType, value: unknown): unknown {
  const { base, nullable } = unwrap(field)
  if (value === '' && nullable) return null
  if (base instanceof z.ZodArray) return Array.isArray(value) ? value : [value]
  if (base instanceof z.ZodNumber && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  return value
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

function unwrap(field: z.ZodType): { base: z.ZodType; nullable: boolean } {
  let base: unknown = field
  let nullable = false
  for (;;) {
    if (base instanceof z.ZodNullable) nullable = true
    if (base instanceof z.ZodOptional || base instanceof z.ZodNullable || base instanceof z.ZodDefault) base = base.unwrap()
    else if (base instanceof z.ZodPipe) base = base.in
    else return { base: base as z.ZodType, nullable }
  }
}

/**
 * A list of name and value pairs as one object: `a=1&a=2` and `a[]=1&a[]=2` are lists, `fields[Brand]=Nike`
 * is a map, `fields[0][label]=Brand` (or `fields[][label]=Brand`) is part of a list of maps. Names come from strangers, so no object here has a prototype.
 */
export function pairsToObject(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  const lists = new Map<string, Item[]>()
  for (const [name, value] of pairs) {
    const item = /^([^[\]]+)\[(\d*)\]\[([^[\]]+)\]$/.exec(name)
    if (item) {
      const [, outer = '', index = '', key = ''] = item
      putItem(lists, outer, index, key, value)
      result[outer] = lists.get(outer)!.map(({ parts }) => parts)
      continue
    }
    const map = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name)
    if (map) {
      const [, outer = '', key = ''] = map
      const inner = isMap(result[outer]) ? result[outer] : (result[outer] = Object.create(null) as Record<string, unknown>)
      inner[key] = value
      continue
    }
    const plain = name.endsWith('[]') ? name.slice(0, -2) : name
    const before = result[plain]
    if (name.endsWith('[]')) result[plain] = Array.isArray(before) ? [...before, value] : [value]
    else if (before === undefined) result[plain] = value
    else result[plain] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return result
}

type Item = { index: string; parts: Record<string, unknown> }

/** Without an index, a part that the last item has already begins the next one. */
function putItem(lists: Map<string, Item[]>, outer: string, index: string, key: string, value: string): void {
  const items = lists.get(outer) ?? []
  lists.set(outer, items)
  const known = index === '' ? items.at(-1) : items.find((item) => item.index === index)
  const item = known && !(index === '' && key in known.parts) ? known : { index, parts: Object.create(null) as Record<string, unknown> }
  if (item !== known) items.push(item)
  item.parts[key] = value
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
