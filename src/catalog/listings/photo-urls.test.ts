import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { multipart, startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { jpegWithMetadata, mp4 } from '#test/fixtures/media.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
let fetched = 0
const jpeg = await jpegWithMetadata(64, 48)
const server = createServer((request, response) => {
  fetched++
  const found = request.url?.startsWith('/photo')
  response.writeHead(found ? 200 : 404, { 'content-type': 'image/jpeg' }).end(found ? jpeg : 'none')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.close()
  server.closeAllConnections()
})
const pictures = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const sources = ({ photos }: { photos: { source: string; alt: string | null }[] }) => photos.map(({ source, alt }) => [source, alt])

test('the photos at the given URLs are copied, in the given order, as the seller’s own photos', async () => {
  const made = await ana.list({ title: 'Boots', photo_urls: [`${pictures}/photo/1`, `${pictures}/photo/2`] })
  assert.deepEqual(sources(made), [['own', null], ['own', null]]) // prettier-ignore
  assert.equal(made.step, 'price')
  assert.equal((await app.call('GET', new URL(made.photos[0].url).pathname)).status, 200)
})

test('a photo URL is accepted as a single value and in every form encoding of a list', async () => {
  const url = encodeURIComponent(`${pictures}/photo`)
  assert.equal((await ana.list({ photo_urls: `${pictures}/photo` })).photos.length, 1)
  for (const [form, count] of [[`photo_urls=${url}`, 1], [`photo_urls=${url}&photo_urls=${url}`, 2], [`photo_urls[]=${url}&photo_urls[]=${url}`, 2], ['photo_urls=', 0]] as const) {
    const { status, body } = await ana.call('POST', '/v1/listings', { form })
    assert.deepEqual([status, body.photos?.length], [201, count])
  }
}) // prettier-ignore

test('a call with one invalid photo URL creates nothing, and the error states the index of the invalid URL', async () => {
  const trace = await traceOf(app)
  for (const [bad, index] of [[`${pictures}/none`, 1], ['not an address', 1], ['ftp://127.0.0.1/photo', 1]] as const) {
    const { status, body } = await ana.call('POST', '/v1/listings', { json: { title: 'Boots', photo_urls: [`${pictures}/photo`, bad] } })
    assert.deepEqual([status, body.error.type, body.error.param], [400, 'invalid_request', `photo_urls[${index}]`])
  }
  assert.equal(await traceOf(app), trace)
  const { rows } = await sql<{ key: string }>`select key from stored_files s where orphaned_at is null
    and not exists (select from photos p where p.variants::text like '%' || s.key || '%')`.execute(app.service.ctx.db)
  assert.deepEqual(rows, [], 'unreferenced files are not marked as orphaned')
}) // prettier-ignore

test('no photos are downloaded for a listing that is rejected as invalid', async () => {
  const before = fetched
  for (const json of [{ publish: true }, { shop: 'nobody-has-this' }, { price: 1, lowest_price: 2 }, { fields: { '': 'x' } }]) {
    assert.equal((await ana.call('POST', '/v1/listings', { json: { ...json, photo_urls: [`${pictures}/photo`] } })).status, 400)
  }
  assert.equal(fetched, before)
})

test('deleting a listing or its shop immediately deletes the pictures as well', async () => {
  const bea = await openSeller(app, 'Bea')
  const one = await bea.list({ photo_urls: `${pictures}/photo` })
  const two = await bea.list({ photo_urls: `${pictures}/photo` })
  const open = async ({ photos }: typeof one) => (await app.call('GET', new URL(photos[0].url).pathname)).status
  assert.equal((await bea.call('DELETE', `/v1/listings/${one.id}`)).status, 200)
  assert.deepEqual([await open(one), await open(two)], [404, 200])
  assert.equal((await bea.call('DELETE', `/v1/shops/${bea.slug}`)).status, 200)
  assert.equal(await open(two), 404)
})

test('a new shop picture replaces the previous picture, and the shop’s picture can be deleted', async () => {
  const bea = await openSeller(app, 'Bea')
  const path = `/v1/shops/${bea.slug}/picture`
  const upload = (type: string, bytes: Buffer) => bea.call('PUT', path, { raw: multipart([{ name: 'file', filename: 'a', type, bytes }]) })
  const first = await upload('image/jpeg', jpeg)
  const second = await bea.call('PUT', path, { json: { url: `${pictures}/photo` } })
  const open = async (url: string) => (await app.call('GET', new URL(url).pathname)).status
  assert.deepEqual([first.status, await open(first.body.picture_url), await open(second.body.picture_url)], [200, 404, 200])
  assert.equal((await ana.call('PUT', path, { json: { url: `${pictures}/photo` } })).status, 404)
  const none = await bea.call('PUT', path, { json: {} })
  const picture = { name: 'file', filename: 'a', type: 'image/jpeg', bytes: jpeg }
  const two = await bea.call('PUT', path, { raw: multipart([picture, picture]) })
  for (const { status, body } of [none, two, await upload('video/mp4', mp4())]) assert.deepEqual([status, body.error.param], [400, 'url'])
  assert.equal((await bea.call('DELETE', path)).body.picture_url, null)
  assert.equal(await open(second.body.picture_url), 404)
})
