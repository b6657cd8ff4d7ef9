import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

type Line = { key: string; label: string; value: string; source: string }
const lines = (fields: Line[]) => fields.map(({ label, value }) => [label, value])
const patch = (id: string, call: object) => ana.call('PATCH', `/v1/listings/${id}`, call)

test('detail lines can be sent as a map or as a list, and each is returned with its key and source', async () => {
  const expected = [
    { key: 'brand', label: 'Brand', value: 'Nike', source: 'you' },
    { key: 'shoe_size_eu', label: 'Shoe size (EU)', value: '42', source: 'you' },
  ]
  assert.deepEqual((await ana.list({ fields: { Brand: 'Nike', 'Shoe size (EU)': '42' } })).fields, expected)
  const list = [
    { label: 'Brand', value: 'Nike' },
    { label: 'Shoe size (EU)', value: '42' },
  ]
  assert.deepEqual((await ana.list({ fields: list })).fields, expected)
})

for (const form of [
  'fields[Brand]=Nike&fields[Size]=42',
  'fields%5BBrand%5D=Nike&fields%5BSize%5D=42',
  'fields[0][label]=Brand&fields[0][value]=Nike&fields[1][label]=Size&fields[1][value]=42',
  'fields[][label]=Brand&fields[][value]=Nike&fields[][label]=Size&fields[][value]=42',
]) {
  test(`detail lines can be sent in a form as ${form.slice(0, 40)}…`, async () => {
    const { status, body } = await ana.call('POST', '/v1/listings', { form })
    assert.equal(status, 201)
    assert.deepEqual(lines(body.fields), [
      ['Brand', 'Nike'],
      ['Size', '42'],
    ])
  })
}

test('detail lines are merged by key: an existing line is replaced, a line with an empty value is removed, and a new line is appended', async () => {
  const { id } = await ana.list({ fields: { Brand: 'Nike', Colour: 'Red', Size: '42' } })
  const { body } = await patch(id, { json: { fields: { BRAND: 'Adidas', Colour: '', Year: '1999' } } })
  assert.deepEqual(lines(body.fields), [
    ['BRAND', 'Adidas'],
    ['Size', '42'],
    ['Year', '1999'],
  ])
  const form = await patch(id, { form: 'fields[Size]=&fields[Material]=Mesh' })
  assert.deepEqual(lines(form.body.fields), [
    ['BRAND', 'Adidas'],
    ['Year', '1999'],
    ['Material', 'Mesh'],
  ])
})

for (const label of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
  test(`the label ${label} is treated as an ordinary label in JSON and forms`, async () => {
    const json = await ana.call('POST', '/v1/listings', { raw: { type: 'application/json', bytes: `{"fields":{"${label}":"a"}}` } })
    const list = await ana.list({ fields: [{ label, value: 'a' }] })
    const form = await ana.call('POST', '/v1/listings', { form: `fields[${label}]=a` })
    for (const body of [json.body, list, form.body]) assert.deepEqual(lines(body.fields), [[label, 'a']])
    assert.deepEqual((await patch(list.id, { raw: { type: 'application/json', bytes: `{"fields":{"${label}":""}}` } })).body.fields, [])
  })
}

test('a request with a 61st detail line is rejected, and none of its lines are merged', async () => {
  const { id } = await ana.list({ fields: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`Line ${n}`, 'x'])) })
  const { status, body } = await patch(id, { json: { fields: { 'Line 0': 'changed', 'One more': 'x' } } })
  assert.deepEqual([status, body.error.param], [400, 'fields'])
  assert.equal((await ana.call('GET', `/v1/listings/${id}`)).body.fields[0].value, 'x')
  const swapped = await patch(id, { json: { fields: { 'Line 0': '', 'One more': 'x' } } })
  assert.equal(swapped.body.fields.length, 60)
})

test('the OpenAPI file describes detail lines both as a map and as a list', async () => {
  const { body } = await app.call('GET', '/v1/openapi.json')
  const { CreateListingBody, DetailLines } = body.components.schemas
  assert.equal(CreateListingBody.properties.fields.$ref, '#/components/schemas/DetailLines')
  assert.deepEqual(DetailLines.oneOf.map(({ type }: { type: string }) => type), ['object', 'array']) // prettier-ignore
  assert.deepEqual(CreateListingBody.required ?? [], [])
})
