import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { EVENT_TYPES } from '#core/scopes.ts'
import { ENDPOINTS } from '#api/index.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { contract, fits } from '#test/contract.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json; example?: Json }>
type Operation = {
  operationId: string
  description: string
  parameters?: Json[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content; headers?: object }>
}

const examples = recordedExamples()
const document = openApiDocument(ENDPOINTS, { version: '1', publicUrl: 'https://resale.test', examples }) as Json & {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Record<string, Record<string, Json>>
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

/** Yields every object in the OpenAPI document with its path, except examples, which are not schemas. */
function* objectsIn(value: unknown, at: string): Generator<[at: string, one: Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, one] of Object.entries(value)) if (key !== 'example') yield* objectsIn(one, `${at}/${key}`)
}

test('every property and every parameter in the OpenAPI file has a description', () => {
  let properties = 0
  const bare: string[] = []
  for (const [at, one] of objectsIn(document, '#')) {
    for (const [name, property] of Object.entries((one['properties'] ?? {}) as Record<string, Json>)) {
      properties++
      if (!property['description']) bare.push(`${at}/${name}`)
    }
    if (typeof one['in'] === 'string' && one['type'] === undefined && !one['description']) bare.push(at)
  }
  assert.deepEqual(bare, [])
  assert.ok(properties > 800, String(properties))
})

test('every API operation has a description, a response example and headers, and all operations share the error definitions', () => {
  const missing: string[] = []
  for (const { operationId: id, description, responses } of operations) {
    if (!description) missing.push(`${id}: words`)
    for (const [status, { $ref, content = {}, headers }] of Object.entries(responses)) {
      if (status >= '300') {
        if (!$ref?.startsWith('#/components/responses/')) missing.push(`${id} ${status}: shared`)
        continue
      }
      if ($ref) continue
      if (!headers) missing.push(`${id} ${status}: headers`)
      if (Object.keys(content).length === 0) missing.push(`${id} ${status}: media type`)
    }
    const good = Object.entries(responses).filter(([status, { content }]) => status < '300' && content?.['application/json'])
    if (good.length > 0 && !good.some(([, { content }]) => content!['application/json']!.example)) missing.push(`${id}: example`)
  }
  assert.deepEqual(missing, [])
})

test('each example of a request, response or event matches its schema', () => {
  for (const { operationId, requestBody, responses } of [...operations, ...Object.values(document.webhooks).map(({ post }) => post)]) {
    const all = [requestBody, ...Object.values(responses)].flatMap((one, at) =>
      Object.values(one?.content ?? {}).map((media) => ({ ...media, at })),
    )
    for (const { schema, example, at } of all) if (example !== undefined) fits(schema, example, `example ${operationId} ${at}`)
  }
})

/** Expected status of the record after each operation (spec: completions 6 and 7). */
const BRINGS: Readonly<Record<string, string>> = {
  makeOffer: 'open',
  acceptOffer: 'accepted',
  declineOffer: 'declined',
  counterOffer: 'countered',
  withdrawOffer: 'withdrawn',
  createOrder: 'awaiting_payment',
  payOrder: 'paid',
  shipOrder: 'shipped',
  deliverOrder: 'delivered',
  confirmOrder: 'completed',
  reportProblem: 'problem',
  askHold: 'asked',
  payHold: 'active',
  createPurchase: 'awaiting_payment',
  payPurchase: 'paid',
  cancelPurchase: 'cancelled',
  returnHold: 'returned',
  publishListing: 'live',
  unpublishListing: 'draft',
  markListingSold: 'sold',
  relistListing: 'live',
  approve: 'done',
  decline: 'declined',
}
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'listing.sold': 'paid',
  'offer.received': 'open',
  'order.completed': 'completed',
  'order.problem': 'problem',
}

test('the example for each operation and event shows the resulting status of the record', () => {
  for (const [id, status] of Object.entries(BRINGS)) {
    const { answers } = examples[id]!
    const [, answer] = Object.entries(answers).find(([code]) => code !== '202')!
    assert.equal((answer as { status: string }).status, status, id)
  }
  for (const [type, status] of Object.entries(DESCRIPTIONS)) {
    const { data } = examples[type]!.body as { data: { object: { status: string } } }
    assert.equal(data.object.status, status, type)
  }
  const held = ENDPOINTS.flatMap(({ id, approvals }) =>
    approvals && examples[id]!.answers[202] ? [[id, JSON.stringify(examples[id]!.answers[202])]] : [],
  )
  assert.ok(held.length > 30)
  for (const [id, answer] of held) assert.match(answer!, /"object":"approval".*"status":"pending"|"object":"research"|"object":"bulk"/, id)
})

test('each endpoint that can require approval documents when an approval is necessary', () => {
  for (const { id, approvals, approvalText } of ENDPOINTS) assert.equal(approvals === undefined, approvalText === undefined, id)
})

test('the OpenAPI file has a schema for each of the nine events, permits extra response fields, and has an absolute server URL', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...EVENT_TYPES])
  const shapes = Object.values(document.webhooks).map(({ post }) => JSON.stringify(post.requestBody!.content['application/json']!.schema))
  assert.equal(new Set(shapes).size, 9)
  for (const [at, one] of objectsIn(document, '#')) assert.notEqual(one['additionalProperties'], false, at)
  for (const { operationId, requestBody } of operations)
    if (requestBody) assert.equal(typeof (requestBody as { required?: boolean }).required, 'boolean', operationId)
  assert.deepEqual((document['servers'] as { url: string }[])[0]!.url, 'https://resale.test/v1')
})

test('the OpenAPI file uses a type array for simple nullable types, so that code generators understand them', () => {
  for (const [at, { anyOf }] of objectsIn(document, '#')) {
    const shapes = (anyOf ?? []) as Json[]
    if (shapes.length !== 2 || shapes[1]!['type'] !== 'null') continue
    assert.ok(shapes[0]!['$ref'] || shapes[0]!['properties'] || shapes[0]!['items'] || shapes[0]!['anyOf'], at)
  }
})

test('contract checks reject a response field that is not in the OpenAPI file', () => {
  const { answers } = examples['getOffer']!
  contract('GET', '/v1/offers/off_1', 200, answers[200])
  assert.throws(() => contract('GET', '/v1/offers/off_1', 200, { ...answers[200], floor: 36 }), /must NOT have additional properties/)
})

test('the OpenAPI file is smaller than 200 KB when compressed', () => {
  assert.ok(brotliCompressSync(JSON.stringify(document)).length < 200_000)
})

test('each OpenAPI schema has at most one type besides null, and component names are unique, as Go code generators require', () => {
  const typesOf = ({ type }: Json) => [type].flat().filter((one) => one !== 'null')
  const mixed = [...objectsIn(document, '#')].filter(([at, one]) => !at.endsWith('/properties') && typesOf(one).length > 1)
  assert.deepEqual(
    mixed.map(([at]) => at),
    [],
  )
  const names = Object.values(document.components).flatMap((group) => Object.keys(group).map((name) => name.toLowerCase()))
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})
