import { z } from 'zod'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { tidySchemas } from '#platform/http/openapi/tidy.ts'
import { withoutFloor } from './floor.ts'
import type { JsonSchema, Tool } from './tool.ts'

type Schema = { [key: string]: unknown }
type Parts = { properties: Schema; defs: Schema; required: string[] }
type Endpoints = ReadonlyMap<string, Endpoint>

/** The arguments of a tool: the very schemas that its endpoints validate by. */
export function inputSchema(tool: Tool, endpoints: Endpoints): JsonSchema {
  const properties: Schema = { ...tool.own }
  const defs: Schema = {}
  for (const [id, names] of Object.entries(tool.takes ?? {})) {
    const { query, body } = endpoints.get(id)!
    for (const part of [query, body].filter((one) => one !== undefined)) {
      const parts = partsOf(part, 'input')
      for (const name of names) if (parts.properties[name] !== undefined) properties[name] ??= parts.properties[name]
      Object.assign(defs, parts.defs)
    }
  }
  if (writesOf(tool, endpoints).length > 0) properties['idempotency_key'] = IDEMPOTENCY
  return closed({ type: 'object', properties, required: [...(tool.required ?? [])] }, defs)
}

const IDEMPOTENCY = {
  type: 'string',
  maxLength: 255,
  description: 'Any text of your own. The same key with the same arguments does nothing twice: send it again when you got no answer.',
}

/** The result of a tool. What writes may wait for its owner, so its answer says which of the two it is. */
export function outputSchema(tool: Tool, endpoints: Endpoints): JsonSchema {
  const defs: Schema = {}
  const answers = tool.gives.map((id) => answerOf(endpoints.get(id)!, defs))
  const answer = answers.length === 1 ? answers[0]! : { anyOf: answers }
  if (!mayWait(tool, endpoints)) return closed({ ...resolved(answer, defs), type: 'object' }, defs)
  const approval = answerOf(endpoints.get('getApproval')!, defs)
  return closed(
    {
      type: 'object',
      properties: {
        status: {
          type: 'string',
          enum: ['done', 'waiting'],
          description: '`done`: `result` is the answer. `waiting`: nothing happened yet, the owner is asked first; see `approval`.',
        },
        result: answer,
        approval,
        next: { type: 'string', description: 'What to do now, where it waits.' },
      },
      required: ['status'],
    },
    defs,
  )
}

/** The body of an endpoint as an argument, but for what its door adds by itself. */
export function payloadSchema({ body }: Endpoint, added: readonly string[]): JsonSchema {
  if (!body) return { type: 'object' }
  const { properties, required, defs } = partsOf(body, 'input')
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !added.includes(name)))
  return closed({ type: 'object', properties: own, required }, defs)
}

export const writesOf = (tool: Tool, endpoints: Endpoints): Endpoint[] =>
  tool.calls.map((id) => endpoints.get(id)!).filter(({ method }) => method !== 'GET')

/** Whether a call of it can be held for the owner. */
export const mayWait = (tool: Tool, endpoints: Endpoints): boolean => writesOf(tool, endpoints).some(({ asks }) => asks !== undefined)

function answerOf({ id, answers }: Endpoint, defs: Schema): Schema {
  const schemas = Object.values(answers as Record<string, z.ZodType | null>).filter((one) => one !== null)
  if (schemas.length === 0) throw new Error(`${id} gives no record`)
  const { $schema: _, $defs = {}, ...answer } = shapeOnly(z.toJSONSchema(schemas[0]!, { io: 'output', unrepresentable: 'any' })) as Schema
  Object.assign(defs, $defs)
  return answer
}

/** Without the words on each field, which are more than half of it: a model reads the names, and its context is small. */
function shapeOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOnly)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, one]) => key !== 'description' || typeof one !== 'string')
  return Object.fromEntries(entries.map(([key, one]) => [key, shapeOnly(one)]))
}

function partsOf(schema: z.ZodType, io: 'input' | 'output'): Parts {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  const { properties = {}, required = [] } = resolved(whole, $defs as Schema)
  return { properties: properties as Schema, required: required as string[], defs: $defs as Schema }
}

/** A root that only points to a shape is that shape: clients want an object at the root. */
function resolved(schema: Schema, defs: Schema): Schema {
  const name = /^#\/\$defs\/(\w+)$/.exec(String(schema['$ref']))?.[1]
  return name === undefined ? schema : (defs[name] as Schema)
}

/** With the definitions that it points to, and no others, and nothing of a floor. */
function closed(root: Schema, defs: Schema): JsonSchema {
  const plain = plainFlags(withoutFloor(tidySchemas(root))) as Schema
  const all = plainFlags(withoutFloor(tidySchemas(defs))) as Schema
  const used: Schema = {}
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (used[name!] !== undefined) continue
      used[name!] = all[name!]
      look(all[name!])
    }
  }
  look(plain)
  return Object.keys(used).length === 0 ? plain : { ...plain, $defs: used }
}

/** The eight words are for forms and queries: a model sends true or false. */
function plainFlags(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainFlags)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Schema
  const flat = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, plainFlags(one)]))
  if ($ref === undefined) return flat
  return $ref === '#/$defs/Flag' ? { type: 'boolean', ...flat } : { $ref, ...flat }
}
