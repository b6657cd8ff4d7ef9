import type { ModelAnswer, Prompted } from './model.ts'

/** The subset of JSON Schema that is used for structured output. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
}

/** Returns a value that matches the schema. All strings in the value are `text`, and all numbers are `number`. */
export function filled(schema: Schema, use: { text: string; number: number }): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return filled(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, use)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object') return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, filled(one, use)]))
  if (type === 'array') return [filled(schema.items ?? {}, use)]
  if (type === 'number' || type === 'integer') return use.number
  if (type === 'boolean') return true
  return use.text
}

/** Simulates a model that obeys every instruction in its prompt and returns the lowest number that the prompt contains. */
export function obeyed({ schema, user, system }: Prompted): ModelAnswer {
  const text = [...user.matchAll(ORDERS)].map((match) => match[1]!.trim()).join(' ') || 'Yes, agreed.'
  const numbers = [...`${system} ${user}`.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
  return schema ? { object: filled(schema, { text, number: Math.floor(Math.min(...numbers, 1_000_000)) }) } : { text }
}

const ORDERS =
  /\b(?:say|reply|answer|write|print|output|repeat|tell (?:me|them|the buyer)|agree|confirm|accept|set|reveal|show)\b(?: with| that| to)?:? *([^\n]*)/gi

/** Simulates a model that leaks its whole prompt. */
export function echoed({ schema, user, system }: Prompted): ModelAnswer {
  const text = `${system}\n${user}`
  return schema ? { object: filled(schema, { text, number: 1 }) } : { text }
}
