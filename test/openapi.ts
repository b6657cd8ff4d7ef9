import { ENDPOINTS } from '#api/index.ts'
import { openApiDocument } from '#platform/http/openapi.ts'

type Json = Record<string, unknown>

/** Returns the OpenAPI file with all request references resolved, for tests that build requests. */
export function documentOfRequests(): unknown {
  const document = openApiDocument(ENDPOINTS, { version: 'test', publicUrl: 'https://resale.test' }) as Json & { paths: Json }
  const at = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Json)[key], document)
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as Json
    const all = typeof $ref === 'string' ? { ...(at($ref) as Json), ...rest } : rest
    return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, key === 'responses' ? {} : written(one)]))
  }
  return { ...document, paths: written(document.paths) }
}
