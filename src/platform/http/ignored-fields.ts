import { z } from 'zod'
import { suggest } from './suggest.ts'
import type { Endpoint } from './endpoint.ts'
import type { RawRequest } from './run.ts'

const MAX_NAMES = 10
const MAX_CHARS = 64

/**
 * Returns the `Ignored-Fields` header, or null if all fields are known. The header lists unknown parameters and fields, each with the most
 * similar known name, if any, such as `titel; did-you-mean=title, colour` (spec: completions 13.1). It contains at most 10 names with at
 * most 64 characters each. Takes linear time.
 */
export function ignoredFields(endpoint: Endpoint, { query, body }: Pick<RawRequest, 'query' | 'body'>): string | null {
  const found: string[] = []
  collect(endpoint.query, query, '', found)
  if (endpoint.method !== 'GET') collect(endpoint.body, body, '', found)
  return found.length === 0 ? null : found.join(', ')
}

function collect(schema: z.ZodType | undefined, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const known = fieldsOf(schema)
  if (known === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MAX_NAMES) return
    if (known.byName.has(name)) collect(known.byName.get(name), inner, `${path}${name}.`, found)
    else found.push(item(path, name, known.names))
  }
}

function item(path: string, name: string, known: readonly string[]): string {
  const near = suggest(name, known)
  const shown = tokenOf(`${path}${name}`)
  return near === null ? shown : `${shown}; did-you-mean=${tokenOf(`${path}${near}`)}`
}

/**
 * Shortens a name and replaces characters that are not allowed in a header token (RFC 9110, 5.6.2). Needed because clients choose the
 * names.
 */
const tokenOf = (name: string): string => name.slice(0, MAX_CHARS).replaceAll(/[^\w!#$%&'*+.^`|~-]/g, '_') || '_'

type Fields = { byName: ReadonlyMap<string, z.ZodType>; names: readonly string[] }

/** Known fields of an endpoint that accepts none, so that every field in a request counts as ignored. */
const NONE: Fields = { byName: new Map(), names: [] }
const known = new WeakMap<z.ZodType, Fields>()

/** Returns the known fields of an object schema. Returns null if the schema accepts any name, or is not an object schema. */
function fieldsOf(schema: z.ZodType | undefined): Fields | null {
  if (schema === undefined) return NONE
  const before = known.get(schema)
  if (before) return before
  const object = unwrapped(schema)
  if (!(object instanceof z.ZodObject) || object.def.catchall !== undefined) return null
  const shape = object.shape as Record<string, z.ZodType>
  const fields = { byName: new Map(Object.entries(shape)), names: Object.keys(shape) }
  known.set(schema, fields)
  return fields
}

function unwrapped(schema: z.ZodType): unknown {
  let base: unknown = schema
  for (;;) {
    if (base instanceof z.ZodOptional || base instanceof z.ZodNullable || base instanceof z.ZodDefault) base = base.unwrap()
    else if (base instanceof z.ZodPipe) base = base.in
    else if (base instanceof z.ZodUnion) base = base.options.find((one) => one instanceof z.ZodObject)
    else return base
  }
}
