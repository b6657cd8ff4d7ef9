import type { Operation } from './operations.ts'
import { mainOf, resolved, type Schema } from './schema.ts'

/** The request in a code sample: the recorded call or, if there is none or it sends a file, a similar call. */
export type Sent = {
  operation: Operation
  address: string
  inPath: readonly string[]
  query: Readonly<Record<string, string | number | boolean>>
  body:
    | { kind: 'none' }
    | { kind: 'json'; value: object }
    | { kind: 'csv'; file: string }
    /** `texts`: text fields that are required in addition to the file. */
    | { kind: 'file'; field: string; many: boolean; file: string; texts: Readonly<Record<string, string>> }
  /** True if the call can be retried safely only with an idempotency key. */
  repeats: boolean
  answers: 'json' | 'text' | 'file'
}

/** Returns the media type and schema of the body that the page describes: JSON if the operation accepts it, otherwise the first type. */
export function mediaOf({ body }: Operation): [media: string, schema: Schema | undefined] {
  const [media, content] = Object.entries(body).find(([name]) => name === 'application/json') ?? Object.entries(body)[0] ?? ['', undefined]
  return [media, content?.schema]
}

export function sentBy(operation: Operation, baseUrl: string): Sent {
  const { method, access, path: template, parameters, answers } = operation
  const [path = '', search = ''] = (
    operation.recorded?.path ?? template.replaceAll(/\{(\w+)\}/g, (_, name: string) => PLACEHOLDERS[name] ?? name)
  ).split('?')
  const body = bodyOf(operation)
  const types = new Map(parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]))
  const good = Object.entries(answers).find(([status]) => status < '300')?.[1].content ?? {}
  return {
    operation,
    address: `${baseUrl}${path}${search ? `?${search}` : ''}`,
    inPath: (new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path) ?? []).slice(1).map(decodeURIComponent),
    query: Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, typed(value, types.get(name))])),
    body,
    repeats: method === 'POST' && access === 'key' && body.kind !== 'none',
    answers: 'application/json' in good ? 'json' : Object.keys(good).some((type) => type.startsWith('text/')) ? 'text' : 'file',
  }
}

/** Placeholder values for path parameters, used if no call was recorded. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { id: 'exp_01k9zsd6x1n8h4c2w7j5f0b9mt', number: '1' }

function bodyOf({ body, recorded }: Operation): Sent['body'] {
  if (recorded?.body) return { kind: 'json', value: recorded.body }
  if ('text/csv' in body) return { kind: 'csv', file: 'listings.csv' }
  const { properties = {}, required = [] } = body['multipart/form-data']?.schema ?? {}
  const form = Object.entries(properties)
  const file = form.find(([, one]) => one.format === 'binary' || one.items?.format === 'binary')
  if (!file) return { kind: 'none' }
  const texts = Object.fromEntries(required.filter((name) => name !== file[0]).map((name) => [name, 'Text']))
  return { kind: 'file', field: file[0], many: file[1].items !== undefined, file: 'front.jpg', texts }
}

function typed(value: string, schema: Schema | undefined): string | number | boolean {
  const { type } = schema ? mainOf(resolved(schema, {}), {}) : {}
  if ((type === 'integer' || type === 'number') && !Number.isNaN(Number(value))) return Number(value)
  return type === 'boolean' ? value === 'true' : value
}
