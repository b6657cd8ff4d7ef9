import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import { mergeFields } from '#catalog/listings/rules/fields.ts'

/** Names of text fields that this test skips: multi-line fields, search queries, and vendors' ids, which are not stored as text. */
const MORE_LINES = new Set(
  'about alt answer body description instruction message note privacy prompt question reason terms text words q query link method id handler_id type token currency cursor categories selected_destination_id endpoint p256dh auth ids'.split(
    ' ',
  ),
)
const ODD = { 'a newline': 'ab\ncd', 'U+2028': 'ab\u2028cd', 'U+202E': 'ab\u202ecd', 'U+2067': 'ab\u2067cd', 'U+200F': 'ab\u200fcd' }

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
}
type Field = { at: string; name: string; schema: z.ZodType }

/** Yields every text field that has a length limit, at any depth in the schema. */
function* textsOf(schema: z.ZodType, at: string, name = ''): Generator<Field> {
  const { def } = schema as unknown as { def: Def }
  const { maxLength } = (schema.meta() ?? {}) as { maxLength?: number }
  const inner = def.innerType ?? def.in
  if (def.shape) for (const [key, one] of Object.entries(def.shape)) yield* textsOf(one, `${at}.${key}`, key)
  else if (def.element) yield* textsOf(def.element, `${at}[]`, name)
  else if (def.type === 'pipe' && maxLength !== undefined) yield { at, name, schema }
  else if (inner) yield* textsOf(inner, at, name)
  else if (def.options) for (const one of def.options) yield* textsOf(one, at, name)
}

test('every one-line field rejects line breaks and direction control characters', (t) => {
  const fields = ENDPOINTS.flatMap(({ id, body, query }) =>
    [body, query].flatMap((schema) => (schema ? [...textsOf(schema as z.ZodType, id)] : [])),
  ).filter(({ name }) => !MORE_LINES.has(name) && name !== 'password')
  const taken = fields.flatMap(({ at, schema }) =>
    Object.entries(ODD).flatMap(([what, text]) => (schema.safeParse(text).success ? [`${at} takes ${what}`] : [])),
  )
  t.diagnostic(`${fields.length} fields`)
  assert.deepEqual(taken, [])
  for (const one of ['createListing.title', 'createListing.one_liner', 'createShop.name', 'createAccount.name', 'createKey.name'])
    assert.ok(
      fields.some(({ at }) => at === one),
      `${one} is not among ${fields.map(({ at }) => at).join(', ')}`,
    )
})

test('every text field rejects a lone carriage return and converts CRLF to newlines', () => {
  const fields = ENDPOINTS.flatMap(({ id, body }) => (body ? [...textsOf(body as z.ZodType, id)] : []))
  const taken = fields.filter(({ name, schema }) => name !== 'password' && schema.safeParse('ab\rcd').success)
  assert.deepEqual(
    taken.map(({ at }) => at),
    [],
  )
  const description = fields.find(({ at }) => at === 'createListing.description')!
  assert.equal(description.schema.parse('ab\r\ncd'), 'ab\ncd')
})

test('the label of a detail line cannot contain line breaks', () => {
  for (const label of ['Br\nand', 'Br\u202eand']) assert.equal(mergeFields([], [{ label, value: 'Nike' }], 'you').ok, false)
})
