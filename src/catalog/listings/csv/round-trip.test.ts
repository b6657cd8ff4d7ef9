import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { multipart, startApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import type { Seller } from '#test/factories.ts'

type Line = { label: string; value: string }
type Answered = { row: number; error?: { type: string; param?: string } }

const app = await startApp({ after })
const { me, records } = await inEveryState(app)
const [draft] = records.listings
await me.call('PATCH', `/v1/listings/${draft}`, {
  json: { description: 'Two\nlines\n\nand more, "quoted"', lowest_price: 80.5, shipping: 0, parcel: { weight_oz: 24.5, length_in: 12, width_in: 9, height_in: 4 }, take_offers: false, fields: { '=1+1': "'x", '2': 'b', '1': 'a' } },
}) // prettier-ignore
const file = { name: 'file', filename: 'a.jpg', type: 'image/jpeg', bytes: await jpegWithMetadata(64, 48) }
const photos = multipart([file, file])
assert.equal((await me.call('POST', `/v1/listings/${draft}/photos`, { raw: { type: photos.type, bytes: photos.bytes } })).status, 201)
// adds an unanswered question from research, and hides a listing as the operator would
await sql`update listings set fields = fields || '[{"key":"bought","label":"When bought","value":"","source":"agent"}]'::jsonb where id = ${draft!}`.execute(
  app.service.ctx.db,
)
await sql`update listings set asked_visibility = visibility, visibility = 'hidden', hidden_at = now() where id = ${records.listings[1]!}`.execute(
  app.service.ctx.db,
)

const exported = async () => (await me.call('GET', '/v1/listings/export')).bytes.toString()
const imported = async (csv: string, seller: Seller = me) => {
  const reply = await seller.call('POST', '/v1/listings/import', { raw: { type: 'text/csv', bytes: csv } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
/** Returns all rows, as text, from every table that changes to a seller's listings affect. */
async function allRows(): Promise<string[]> {
  const tables = ['listings', 'photos', 'stored_files', 'wanted_photos', 'events', 'offers', 'orders', 'holds', 'shops']
  const rows = await Promise.all(
    tables.map(
      async (table) =>
        (await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by t::text`.execute(app.service.ctx.db)).rows,
    ),
  )
  return rows.flatMap((of, index) => of.map(({ row }) => `${tables[index]}: ${row}`))
}

test('importing an unedited export changes no row, whatever the states of the exported listings', async () => {
  const { rows } = await sql<{ status: string }>`select distinct status from listings where owner_id = ${me.id}`.execute(app.service.ctx.db)
  assert.deepEqual(rows.map(({ status }) => status).toSorted(), ['draft', 'live', 'sold'])
  const csv = await exported()
  const before = await allRows()
  const body = await imported(csv)
  assert.equal(body.format, 'resale')
  assert.ok(body.total > 20)
  assert.deepEqual(
    body.data.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged'),
    [],
  )
  assert.deepEqual(await allRows(), before)
  assert.equal(await exported(), csv)
})

test('an import ignores formatting that a spreadsheet changed in an exported file', async () => {
  const csv = (await exported()).replaceAll('\n', '\r\n').replaceAll(/,(true|false),/g, (all) => all.toUpperCase()).replaceAll(',100,', ',100.00,') // prettier-ignore
  const before = await allRows()
  const body = await imported(csv)
  assert.deepEqual(body.data.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged'), []) // prettier-ignore
  assert.deepEqual(await allRows(), before)
})

test('an import changes only fields that differ, clears fields whose cells are empty, removes missing detail lines and leaves photos unchanged', async () => {
  const csv = `id,price,shipping,fields\n${draft},90,,"[{""label"":""1"",""value"":""c""}]"\n`
  const stored = (await me.call('GET', `/v1/listings/${draft}`)).body
  assert.deepEqual((await imported(csv)).data, [{ object: 'import_row', row: 1, ok: true, id: draft, outcome: 'changed', notes: [] }])
  const { updated_at: _, step: __, ...now } = (await me.call('GET', `/v1/listings/${draft}`)).body
  assert.deepEqual([now.price, now.shipping, now.fields.map(({ label, value }: Line) => [label, value])], [90, null, [['1', 'c']]]) // prettier-ignore
  assert.deepEqual(
    [now.photos, now.title, now.description, now.lowest_price],
    [stored.photos, stored.title, stored.description, stored.lowest_price],
  )
})

test('an import rejects a sold listing, an unknown shop and a duplicate ID, with errors that name the row and the column', async () => {
  const sold = records.listings[2]
  const { data } = await imported(`id,title,shop\n${sold},Other,\n${draft},,nobody-has-this\n${draft},Again,\n${draft},Once more,\n`)
  assert.deepEqual(
    data.map(({ row, error }: Answered) => [row, error?.type, error?.param]),
    [
      [1, 'conflict', undefined],
      [2, 'invalid_request', 'shop'],
      [3, 'invalid_request', 'id'],
      [4, 'invalid_request', 'id'],
    ],
  )
  assert.deepEqual([data[2].error.message, data[3].error.message], Array(2).fill('id is already in row 2.'))
})

test('an imported row with the ID of a different account’s listing creates a draft, and that listing does not change', async () => {
  const before = (await app.call('GET', `/v1/market/listings/${records.othersListing}`)).body
  const { data } = await imported(`id,title,price\n${records.othersListing},Mine,1\n`)
  assert.equal(data[0].outcome, 'created')
  assert.notEqual(data[0].id, records.othersListing)
  assert.deepEqual((await app.call('GET', `/v1/market/listings/${records.othersListing}`)).body, before)
})

test('a key with ask_first needs approval to change listings through an import, but can import new drafts without approval', async () => {
  const key = await me.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish'] })
  const csv = (bytes: string) => ({ key, raw: { type: 'text/csv', bytes } })
  assert.equal((await app.call('POST', '/v1/listings/import', csv('title\nLamp\n'))).status, 200)
  const held = await app.call('POST', '/v1/listings/import', csv(`"id",title\n${records.listings[3]},Changed\n`))
  assert.equal(held.status, 202)
  assert.match(held.body.summary, /change listings/)
})
