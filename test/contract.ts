import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '#lib/http/openapi.ts'
import { ENDPOINTS } from '#endpoints.ts'

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> }

const document = openApiDocument(ENDPOINTS, 'test') as unknown as { paths: Record<string, Record<string, Operation>>; components: object }
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'openapi', components: document.components })

// a path without parameters goes before one with them, as OpenAPI matches
const parameters = (path: string) => path.split('{').length
const paths = Object.keys(document.paths)
  .toSorted((one, other) => parameters(one) - parameters(other))
  .map((path) => ({ path, pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
const compiled = new Map<string, ValidateFunction>()

/** Operations that answered well at least once, for the test that every one of them was reached. */
export const reached = new Set<string>()

/** Fails when an answer is not what the OpenAPI file says of that operation and status. */
export function contract(method: string, url: string, status: number, body: unknown): void {
  const path = url.split('?')[0]!
  const match = paths.find(({ pattern }) => pattern.test(path))
  const operation = match && document.paths[match.path]![method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!operation) return
  const name = `${method} ${match.path} ${status}`
  if (status < 300) reached.add(`${method} ${match.path}`)
  const schema = operation.responses[String(status)]?.content?.['application/json']?.schema
  assert.ok(schema, `${name} is not in the OpenAPI file`)
  const validate =
    compiled.get(name) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object)
  compiled.set(name, validate)
  assert.ok(validate(body), `${name} is not as the OpenAPI file says: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`)
}
