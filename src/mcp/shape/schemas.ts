import { z } from 'zod'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { tidySchemas } from '#platform/http/openapi/tidy.ts'
import { withoutFloor } from './floor.ts'
import type { JsonSchema, Tool } from './tool.ts'

type Schema = { [key: string]: unknown }
type Parts = { properties: Schema; defs: Schema; required: string[] }
type Endpoints = ReadonlyMap<string, Endpoint>

/** Returns the schema for a tool's arguments, built from the schemas of its endpoints. */
export function inputSchema(tool: Tool, endpoints: Endpoints): JsonSchema {
  const properties: Schema = { ...tool.own }
  const defs: Schema = {}
  for (const [id, names] of Object.entries(tool.takes ?? {})) {
    const { query, body } = endpoints.get(id)!
    for (const part of [query, body].filter((one) => one !== undefined)) {
      const parts = partsOf(part, 'input')
      for (const name of names) if (parts.properties[name] !== undefined) properties[name] ??= short(name, parts.properties[name])
      Object.assign(defs, parts.defs)
    }
  }
  if (writesOf(tool, endpoints).length > 0) properties['idempotency_key'] = IDEMPOTENCY
  const required = tool.required?.length ? { required: [...tool.required] } : {}
  return withoutEmptyTexts(closed({ type: 'object', properties, ...required, additionalProperties: false }, defs))
}

/**
 * Omits descriptions of self-explanatory fields, because every model reads the whole list of tools. The endpoints still check all limits.
 */
function short(name: string, schema: unknown): unknown {
  if (!['limit', 'offset', 'updated_after'].includes(name)) return schema
  const { description: _, pattern: __, ...rest } = schema as Schema
  if (name === 'offset') return { type: 'integer' }
  return rest
}

/** Removes every minimum length of 1, which only says that a string must not be empty. */
function withoutEmptyTexts<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutEmptyTexts) as T
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, one]) => (key === 'minLength' && one === 1 ? [] : [[key, withoutEmptyTexts(one)]])),
  ) as T
}

/** has no description, because the server's instructions describe it once for all tools */
const IDEMPOTENCY = { type: 'string', maxLength: 255 }

/**
 * Returns a short schema for a result. It omits the fields of records, because every model that connects reads the whole list of tools. For
 * a write, it has a status, because the write may wait for approval. For a read, it names the kind of record.
 */
export function outputSchema(tool: Tool, endpoints: Endpoints): JsonSchema {
  if (mayWait(tool, endpoints))
    return {
      type: 'object',
      properties: { status: { enum: ['done', 'waiting'] }, result: RECORD, approval: RECORD },
      required: ['status'],
    }
  const kinds = [...new Set(tool.gives.map((id) => kindOf(endpoints.get(id)!)))]
  return { type: 'object', properties: { object: { enum: kinds } }, required: ['object'] }
}

/** Any record. */
const RECORD = {}

/** Returns the schema of a request body as one tool argument, without the fields that the handler fills in. */
export function payloadSchema({ body }: Endpoint, added: readonly string[]): JsonSchema {
  if (!body) return { type: 'object' }
  const { properties, required, defs } = partsOf(body, 'input')
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !added.includes(name)))
  return closed({ type: 'object', properties: own, required }, defs)
}

export const writesOf = (tool: Tool, endpoints: Endpoints): Endpoint[] =>
  tool.calls.map((id) => endpoints.get(id)!).filter(({ method }) => method !== 'GET')

/** True if some call of the tool may have to wait for approval. */
export const mayWait = (tool: Tool, endpoints: Endpoints): boolean =>
  writesOf(tool, endpoints).some(({ approvals }) => approvals !== undefined)

function kindOf({ id, answers }: Endpoint): string {
  const schema = Object.values(answers as Record<string, z.ZodType | null>).find((one) => one !== null)
  if (!schema) throw new Error(`endpoint ${id} returns no record`)
  const kind = partsOf(schema, 'output').properties['object'] as { const?: string } | undefined
  if (kind?.const === undefined) throw new Error(`endpoint ${id} returns a record without a kind`)
  return kind.const
}

function partsOf(schema: z.ZodType, io: 'input' | 'output'): Parts {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  const { properties = {}, required = [] } = resolved(whole, $defs as Schema)
  return { properties: properties as Schema, required: required as string[], defs: $defs as Schema }
}

/** Replaces a reference at the root of the schema with the definition that it refers to, because clients expect an object there. */
function resolved(schema: Schema, defs: Schema): Schema {
  const name = /^#\/\$defs\/(\w+)$/.exec(String(schema['$ref']))?.[1]
  return name === undefined ? schema : (defs[name] as Schema)
}

/** Adds the definitions that the schema uses, and removes the fields that reveal the minimum price. */
function closed(root: Schema, defs: Schema): JsonSchema {
  const plain = plainFlags(withoutFloor(tidySchemas(root))) as Schema
  const all = plainFlags(withoutFloor(tidySchemas(defs))) as Schema
  const used: Schema = {}
  const collect = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (used[name!] !== undefined) continue
      used[name!] = all[name!]
      collect(all[name!])
    }
  }
  collect(plain)
  return Object.keys(used).length === 0 ? plain : { ...plain, $defs: used }
}

/**
 * Replaces a flag's eight string values with a boolean. Forms and query strings need the strings, but models send booleans. Removes number
 * formats, which only code generators need.
 */
function plainFlags(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainFlags)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Schema
  const flat = Object.fromEntries(
    Object.entries(rest).flatMap(([key, one]) => (key === 'format' && one === 'double' ? [] : [[key, plainFlags(one)]])),
  )
  if ($ref === undefined) return flat
  return $ref === '#/$defs/Flag' ? { type: 'boolean', ...flat } : { $ref, ...flat }
}
