import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#endpoints.ts'

/** Lists and maps of a schema that nothing bounds, by their paths. */
function unbounded(schema: unknown, path: string): string[] {
  if (!(schema instanceof z.ZodType)) return []
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, field]) => unbounded(field, `${path}.${name}`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unbounded(option, path))
  if (schema instanceof z.ZodPipe) return [...unbounded(schema.in, path), ...unbounded(schema.out, path)]
  if (schema instanceof z.ZodRecord) return [path]
  if (schema instanceof z.ZodArray)
    return [...(hasMost(schema) ? [] : [path]), ...unbounded(schema.element, `${path}[]`)]
  const inner: unknown = (schema as unknown as { def: { innerType?: unknown } }).def.innerType
  return inner === undefined ? [] : unbounded(inner, path)
}

const hasMost = ({ def: { checks = [] } }: z.ZodArray): boolean =>
  checks.some((check) => (check as { _zod: { def: { check: string } } })._zod.def.check === 'max_length')

describe('what a request says is bounded before it is looked at', () => {
  test('every list in the schema of a request has a most', () => {
    const found = ENDPOINTS.flatMap(({ id, query, body, params }) => [query, body, params].flatMap((schema) => unbounded(schema, id)))
    assert.deepEqual(found, [])
  })
})
