import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { multipart, startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

const send = (seller: Seller, csv: string | Uint8Array, type = 'text/csv') =>
  seller.call('POST', '/v1/listings/import', { raw: { type, bytes: csv } })
const table = (text: string): Record<string, string>[] => parse(text, { columns: true })

test('an import creates a draft for each row of the file, and returns a result for each row', async () => {
  const { status, body } = await send(ana, 'title,price,take_offers,fields\nBoots,45,no,"{""Brand"":""Nike""}"\nLamp,,,\n')
  assert.equal(status, 200)
  assert.deepEqual([body.object, body.total, body.has_more], ['list', 2, false])
  const [boots, lamp] = body.data
  assert.deepEqual([boots.object, boots.row, boots.ok, lamp.row, lamp.ok], ['import_row', 1, true, 2, true])
  const read = (await ana.call('GET', `/v1/listings/${boots.id}`)).body
  assert.deepEqual([read.status, read.title, read.price, read.take_offers, read.shop], ['draft', 'Boots', 45, false, ana.slug])
  assert.deepEqual(read.fields, [{ key: 'brand', label: 'Brand', value: 'Nike', source: 'import' }])
})

test('in an import, an invalid row fails with an error, and all other rows succeed', async () => {
  const rows = ['Good,1,,', `${'x'.repeat(81)},1,,`, 'Dear,1e9,,', 'Floor,5,6,', 'Short,1', 'Json,1,,{', 'Other,1,,"{""a"":1}"', 'Last,2,,']
  const { total } = (await ana.call('GET', '/v1/listings')).body
  const { status, body } = await send(ana, `title,price,lowest_price,fields\r\n${rows.join('\r\n')}`)
  assert.equal(status, 200)
  const shown = body.data.map((row: { ok: boolean; error?: { param?: string } }) => (row.ok ? 'ok' : (row.error!.param ?? 'row')))
  assert.deepEqual(shown, ['ok', 'title', 'price', 'lowest_price', 'row', 'fields', 'fields', 'ok'])
  assert.equal((await ana.call('GET', '/v1/listings')).body.total, total + 2)
})

test('in an import, a row for a different account’s shop fails, and all other rows succeed', async () => {
  const bea = await openSeller(app, 'Bea')
  const { body } = await send(ana, `shop,title\n${bea.slug},A\n${ana.slug},B\n`)
  assert.deepEqual([body.data[0].error.param, body.data[1].ok], ['shop', true])
  assert.equal((await bea.call('GET', '/v1/listings')).body.total, 0)
})

for (const [why, csv] of [
  ['an unknown column', 'title,colour\nA,red\n'],
  ['a duplicate column', 'title,title\nA,B\n'],
  ['no header', 'Boots,45\n'],
  ['no rows', '\n'],
  ['only export columns', 'id,status\nlst_1,live\n'],
  ['an open quote', 'title\n"Boots\n'],
  ['1001 rows', `title\n${'A\n'.repeat(1001)}`],
] as const) {
  test(`importing a table with ${why} returns 400 and creates nothing`, async () => {
    const before = await traceOf(app)
    const { status, body } = await send(ana, csv)
    assert.deepEqual([status, body.error.param], [400, 'csv'])
    assert.equal(await traceOf(app), before)
  })
}

test('an import with 1,000 rows is accepted', async () => {
  const bea = await openSeller(app, 'Bea')
  const { status, body } = await send(bea, `title,price\n${'A,1\n'.repeat(1000)}`)
  assert.deepEqual([status, body.total], [200, 1000])
  assert.equal((await bea.call('GET', '/v1/listings')).body.total, 1000)
})

test('an import creates drafts up to the quota, in the order of the rows, and reports each further row', async () => {
  const bea = await openSeller(app, 'Bea')
  const { limit } = (await bea.call('GET', '/v1/me')).body.quotas.listings
  const { db } = app.service.ctx
  await db
    .updateTable('account_use')
    .set({ listings: limit - 2 })
    .where('account_id', '=', bea.id)
    .execute()
  const { status, body } = await send(bea, `title,parcel\n${'x'.repeat(81)},\nOne,"24 oz, 12 x 9 x 4 in"\nTwo,\nThree,\nFour,\n`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ row, ok, error }: { row: number; ok: boolean; error?: { param?: string; code?: string } }) => [
      row,
      ok || (error!.code ?? error!.param),
    ]),
    [
      [1, 'title'],
      [2, true],
      [3, true],
      [4, 'quota'],
      [5, 'quota'],
    ],
  )
  const { data } = (await bea.call('GET', '/v1/listings?sort=newest')).body
  assert.deepEqual(
    data.map(({ title }: { title: string }) => title),
    ['Two', 'One'],
  )
  assert.deepEqual(data[1].parcel, { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 })
})

test('an import accepts a single multipart file with a byte order mark, and rejects a request with two files', async () => {
  const file = { name: 'file', filename: 'mine.csv', type: 'text/csv', bytes: Buffer.from('\uFEFFtitle\nBoots\n') }
  const one = multipart([file])
  const { status, body } = await send(ana, one.bytes, one.type)
  assert.deepEqual([status, body.data?.[0].ok], [200, true], JSON.stringify(body))
  const two = multipart([file, file])
  assert.equal((await send(ana, two.bytes, two.type)).status, 400)
})

test('an import returns 413 for more than 5 MB, 400 for text that is not UTF-8, and 415 for an unsupported media type', async () => {
  assert.equal((await send(ana, Buffer.alloc(5 * 1_048_576 + 1, 'a'))).status, 413)
  assert.equal((await send(ana, Buffer.from([0x74, 0xff, 0xfe]))).status, 400)
  assert.equal((await send(ana, '{}', 'application/json')).status, 415)
})

test('repeating an import with the same idempotency key creates no duplicate listings', async () => {
  const bea = await openSeller(app, 'Bea')
  const call = { raw: { type: 'text/csv', bytes: 'title\nBoots\n' }, headers: { 'idempotency-key': 'once' } }
  const first = await bea.call('POST', '/v1/listings/import', call)
  const again = await bea.call('POST', '/v1/listings/import', call)
  assert.deepEqual(again.body, first.body)
  assert.equal((await bea.call('GET', '/v1/listings')).body.total, 1)
})

const HOSTILE = ['=1+1', "'=1+1", '@SUM(A1)', '+49 170', '-5', '\ttab', '"quoted", with comma', 'two\nlines', '＝full width', 'a;b'] // prettier-ignore

const lineOf = (text: string): string => text.replace('\n', ' ')

test('importing an exported file creates listings with the same text, prices and details as the originals', async () => {
  const bea = await openSeller(app, 'Bea')
  const cem = await openSeller(app, 'Cem')
  for (const text of HOSTILE) {
    await bea.list({ title: `x ${lineOf(text)}`, one_liner: lineOf(text), description: text, category: lineOf(text), price: 12.5, lowest_price: 10, shipping: 0, take_offers: false, visibility: 'link', fields: [{ label: lineOf(text), value: text }, { label: '__proto__', value: 'b' }, { label: '2', value: 'a' }] }) // prettier-ignore
  }
  const exported = await bea.call('GET', '/v1/listings/export')
  assert.deepEqual([exported.status, exported.headers['content-type']], [200, 'text/csv; charset=utf-8'])
  const [header = '', ...rows] = exported.bytes.toString().split('\n')
  const imported = await send(cem, [header, ...rows].join('\n').replaceAll(bea.slug, cem.slug))
  assert.ok(
    imported.body.data.every(({ ok }: { ok: boolean }) => ok),
    JSON.stringify(imported.body),
  )
  const NAMES = ['title', 'one_liner', 'description', 'category', 'price', 'lowest_price', 'shipping', 'take_offers', 'visibility'] as const
  const words = async (seller: Seller) => {
    const { data } = (await seller.call('GET', '/v1/listings?limit=100')).body
    const read = data.map((row: Record<string, unknown>) => [...NAMES.map((name) => row[name]), (row.fields as Record<string, string>[]).map(({ label, value }) => [label, value])]) // prettier-ignore
    return (read as unknown[]).map((row) => JSON.stringify(row)).toSorted()
  }
  assert.deepEqual(await words(cem), await words(bea))
})

test('a spreadsheet never interprets an exported cell as a formula', async () => {
  const bea = await openSeller(app, 'Bea')
  for (const text of HOSTILE) await bea.list({ title: lineOf(text), description: text, prompt: text, category: lineOf(text) })
  for (const row of table((await bea.call('GET', '/v1/listings/export')).bytes.toString())) {
    for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠\t\r]/)
  }
})

test('an export contains only the seller’s own listings, and can be filtered by shop and status', async () => {
  const bea = await openSeller(app, 'Bea')
  await bea.list({ title: 'Live', price: 1, publish: true })
  await bea.list({ title: 'Draft' })
  const titles = async (query: string) =>
    table((await bea.call('GET', `/v1/listings/export${query}`)).bytes.toString()).map(({ title }) => title)
  assert.deepEqual(await titles(''), ['Live', 'Draft'])
  assert.deepEqual(await titles('?status=live'), ['Live'])
  assert.deepEqual(await titles(`?shop=${ana.slug}`), [])
})

test('CSV import and export require an API key, and the import also requires its scope', async () => {
  const reader = await ana.keyWith({ scopes: ['shops'] })
  const raw = { type: 'text/csv', bytes: 'title\nA\n' }
  assert.equal((await app.call('POST', '/v1/listings/import', { raw })).status, 401)
  assert.equal((await app.call('POST', '/v1/listings/import', { raw, key: reader })).status, 403)
  assert.equal((await app.call('GET', '/v1/listings/export')).status, 401)
  assert.equal((await app.call('DELETE', '/v1/listings/export', { key: ana.key })).status, 405)
})

test('an import rejects a row that has far more cells than the table has columns', async () => {
  const many = Array.from({ length: 1000 }, () => 'a').join(',')
  for (const csv of [`${many}\n`, `title\nLamp\n${many}\n`]) {
    const reply = await ana.call('POST', '/v1/listings/import', { raw: { type: 'text/csv', bytes: csv } })
    assert.deepEqual([reply.status, reply.body.error.param], [400, 'csv'])
    assert.match(reply.body.error.message, /a row of more than \d+ cells/)
  }
})
