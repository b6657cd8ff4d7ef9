import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '#platform/http/openapi.ts'
import { ENDPOINTS } from '#api/index.ts'

type Response = { $ref?: string; content?: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Response> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { responses: Record<string, Response>; schemas: object } }

/**
 * Forbids additional properties in every object of a schema. The OpenAPI file lets clients ignore unknown fields, but the service
 * must not send any.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const all = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))
  return 'properties' in all && !('additionalProperties' in all) ? { ...all, additionalProperties: false } : all
}

const document = closed(openApiDocument(ENDPOINTS, { version: 'test', publicUrl: 'https://resale.test' })) as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'openapi', components: document.components })

// Puts paths with fewer parameters first, as the matching rules of OpenAPI require.
const parameters = (path: string) => path.split('{').length
const paths = Object.keys(document.paths)
  .toSorted((one, other) => parameters(one) - parameters(other))
  .map((path) => ({ path, pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
const compiled = new Map<string, ValidateFunction>()

/** Operations that succeeded at least once, for the test that all operations are called. */
export const reached = new Set<string>()

/** Finds the path and the operation for a method and URL in the OpenAPI file. Returns undefined if there is none. */
export function operationAt(method: string, url: string): { path: string; operation: Operation & { operationId: string } } | undefined {
  const match = paths.find(({ pattern }) => pattern.test(url.split('?')[0]!))
  const operation = match && document.paths[match.path]![method === 'HEAD' ? 'get' : method.toLowerCase()]
  return operation && { path: match.path, operation: operation as Operation & { operationId: string } }
}

/** Fails when a response does not match the OpenAPI file for its operation and status. */
export function contract(method: string, url: string, status: number, body: unknown): void {
  const match = operationAt(method, url)
  if (!match) return
  const name = `${method} ${match.path} ${status}`
  if (status < 300) reached.add(`${method} ${match.path}`)
  const { responses } = match.operation
  const response = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined)
  const named = response?.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)!]
  const schema = named?.content?.['application/json']?.schema
  assert.ok(schema, `${name} is not in the OpenAPI file`)
  fits(schema, body, name)
}

/** Fails when a value does not match a schema of the OpenAPI file. */
export function fits(schema: object, value: unknown, name: string): void {
  const validate =
    compiled.get(name) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object)
  compiled.set(name, validate)
  assert.ok(
    validate(value),
    `${name} does not match the OpenAPI file: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 2)}`,
  )
}
