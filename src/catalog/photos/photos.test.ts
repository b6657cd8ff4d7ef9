import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { multipart, startApp, type TestApp } from '#test/app.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { HOME } from '#test/sales.ts'
import { uploadHostilePictures } from '#test/fixtures/hostile-uploads.ts'
import { CANARY, heic, jpegWithMetadata, mp4, pngWithMetadata, webpWithMetadata } from '#test/fixtures/media.ts'
import { storePrivately, takePrivately } from './index.ts'

type Seller = { key: string; listing: string }

async function seller(app: TestApp, name = 'Ana'): Promise<Seller> {
  const { key } = await app.signUp(name)
  const slug = `${name.toLowerCase()}-shop`
  await app.call('POST', '/v1/shops', { key, json: { name, slug } })
  const listing = await app.call('POST', '/v1/listings', { key, json: { title: 'Oak lamp', price: 58 } })
  return { key, listing: listing.body.id }
}

const file = (bytes: Uint8Array, filename = 'a.jpg') => ({ name: 'photos', filename, type: 'image/jpeg', bytes })

const upload = (app: TestApp, { key, listing }: Seller, ...parts: Parameters<typeof multipart>[0]) =>
  app.call('POST', `/v1/listings/${listing}/photos`, { key, raw: multipart(parts) })

async function pictureServer(t: TestContext, files: Record<string, Buffer>): Promise<string> {
  const server = createServer((request, response) => {
    const bytes = files[request.url ?? '']
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/jpeg' }).end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const app = await startApp({ after })
const jpeg = await jpegWithMetadata()

test('serves an uploaded photo without any of its metadata', async () => {
  const ana = await seller(app, 'Ana')
  const added = await upload(app, ana, file(jpeg), file(await pngWithMetadata(), 'b.png'), file(await webpWithMetadata(), 'c.webp'))
  assert.equal(added.status, 201)
  assert.equal(added.body.data.length, 3)
  for (const photo of added.body.data) {
    assert.equal(photo.source, 'own')
    const served = await app.call('GET', new URL(photo.url).pathname)
    assert.equal(served.status, 200)
    assert.equal(served.headers['content-type'], 'image/webp')
    assert.equal(served.headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.ok(!served.bytes.includes(CANARY))
  }
  const listing = await app.call('GET', `/v1/listings/${ana.listing}`, { key: ana.key })
  assert.deepEqual(listing.body.photos, added.body.data)
})

test('appends new photos, stores their description, and records each change', async () => {
  const ana = await seller(app, 'Bea')
  await upload(app, ana, file(jpeg))
  await app.advance(60)
  const added = await upload(app, ana, file(jpeg), { name: 'alt', value: 'The lamp from behind' })
  const alts = ({ body }: typeof added) => body.data.map((photo: { alt: string | null }) => photo.alt)
  assert.deepEqual(alts(added), [null, 'The lamp from behind'])
  const path = `/v1/listings/${ana.listing}`
  const { created_at, updated_at } = (await app.call('GET', path, { key: ana.key })).body
  assert.ok(Date.parse(updated_at) - Date.parse(created_at) >= 60_000)
  const described = await app.call('PATCH', `${path}/photos/${added.body.data[1].id}`, { key: ana.key, json: { alt: '' } })
  assert.deepEqual(alts(described), [null, null])
  const { db } = app.service.ctx
  const events = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'photos.changed')
    .where('data', 'like', `%${ana.listing}%`)
    .execute()
  assert.equal(events.length, 3)
})

test('a photo can be described, sorted and removed only through its own listing', async () => {
  const [ana, other] = [await seller(app, 'Pia'), await seller(app, 'Ola')]
  const { data: photos } = (await upload(app, ana, file(jpeg), { name: 'alt', value: 'The lamp' })).body
  const path = `/v1/listings/${other.listing}/photos`
  const described = await app.call('PATCH', `${path}/${photos[0].id}`, { key: other.key, json: { alt: 'Changed' } })
  const removed = await app.call('DELETE', `${path}/${photos[0].id}`, { key: other.key })
  const sorted = await app.call('PUT', `${path}/order`, { key: other.key, json: { photo_ids: [photos[0].id] } })
  assert.deepEqual([described.status, removed.status, sorted.status], [404, 404, 400])
  assert.deepEqual((await app.call('GET', `/v1/listings/${ana.listing}`, { key: ana.key })).body.photos, photos)
})

test('an idempotency key replays the upload of the same file and rejects a different file with the same name', async () => {
  const ana = await seller(app, 'Ida')
  const send = (bytes: Uint8Array) =>
    app.call('POST', `/v1/listings/${ana.listing}/photos`, {
      key: ana.key,
      raw: multipart([file(bytes)]),
      headers: { 'Idempotency-Key': 'upload' },
    })
  const added = await send(jpeg)
  assert.equal(added.status, 201)
  assert.deepEqual((await send(jpeg)).body, added.body)
  const other = await send(await jpegWithMetadata(500))
  assert.deepEqual([other.status, other.body.error?.type], [422, 'idempotency_mismatch'])
})

test('photos are downloaded from URLs; if one URL fails, the error names that URL and no photo is added', async (t) => {
  const ana = await seller(app, 'Cleo')
  const web = await pictureServer(t, { '/a.jpg': jpeg })
  const bad = await app.call('POST', `/v1/listings/${ana.listing}/photos`, {
    key: ana.key,
    json: { urls: [`${web}/a.jpg`, `${web}/gone.jpg`] },
  })
  assert.equal(bad.status, 400)
  assert.equal(bad.body.error.param, 'urls[1]')
  const added = await app.call('POST', `/v1/listings/${ana.listing}/photos`, {
    key: ana.key,
    json: { urls: [`${web}/a.jpg`], source: 'web' },
  })
  assert.deepEqual(
    added.body.data.map((photo: { source: string }) => photo.source),
    ['web'],
  )
})

test('rejects an order of photos that does not start with the seller’s own photo or does not name each photo once', async (t) => {
  const ana = await seller(app, 'Dora')
  const order = (photo_ids: string[]) => app.call('PUT', `/v1/listings/${ana.listing}/photos/order`, { key: ana.key, json: { photo_ids } })
  assert.deepEqual((await order([])).body.data, [])
  const web = await pictureServer(t, { '/a.jpg': jpeg })
  await upload(app, ana, file(jpeg), file(mp4(), 'v.mp4'))
  const added = await app.call('POST', `/v1/listings/${ana.listing}/photos`, {
    key: ana.key,
    json: { urls: [`${web}/a.jpg`], source: 'web' },
  })
  const [own, video, found] = added.body.data.map((photo: { id: string }) => photo.id) as [string, string, string]
  for (const wrong of [
    [found, own, video],
    [video, own, found],
    [own, video],
    [own, own, video],
    [own, video, found, found],
    [own, video, 'pho_none'],
  ]) {
    const refused = await order(wrong)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.param, 'photo_ids')
  }
  const ordered = await order([own, found, video])
  assert.deepEqual(
    ordered.body.data.map((photo: { id: string }) => photo.id),
    [own, found, video],
  )
  assert.deepEqual(
    ordered.body.data.map((photo: { is_video: boolean }) => photo.is_video),
    [false, false, true],
  )
})

test('after the cover is removed, the seller’s next own photo becomes the cover, before photos from the web', async (t) => {
  const ana = await seller(app, 'Elin')
  const web = await pictureServer(t, { '/a.jpg': jpeg })
  await upload(app, ana, file(jpeg))
  await app.call('POST', `/v1/listings/${ana.listing}/photos`, { key: ana.key, json: { urls: [`${web}/a.jpg`], source: 'web' } })
  const added = await upload(app, ana, file(jpeg))
  const [cover, found, second] = added.body.data.map((photo: { id: string }) => photo.id)
  const rest = await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${cover}`, { key: ana.key })
  assert.deepEqual(
    rest.body.data.map((photo: { id: string }) => photo.id),
    [second, found],
  )
  await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${second}`, { key: ana.key })
  const [, third, last] = (await upload(app, ana, file(jpeg), file(jpeg))).body.data.map((photo: { id: string }) => photo.id)
  const left = await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${last}`, { key: ana.key })
  assert.deepEqual(
    left.body.data.map((photo: { id: string }) => photo.id),
    [found, third],
    'removing any other photo does not change the order',
  )
})

test('a cancelled order shows its picture until that photo is removed from the listing', async () => {
  const ana = await seller(app, 'Gil')
  const photo = (await upload(app, ana, file(jpeg))).body.data[0].id
  await app.call('PATCH', `/v1/listings/${ana.listing}`, { key: ana.key, json: { title: 'Lamp', price: 40 } })
  await app.call('POST', `/v1/listings/${ana.listing}/publish`, { key: ana.key })
  const ben = await app.signUp('Ben')
  const { id } = (await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: ana.listing, address: HOME } })).body
  assert.equal((await app.call('POST', `/v1/orders/${id}/cancel`, { key: ben.key })).status, 200)
  const shown = async () => (await app.call('GET', `/v1/orders/${id}`, { key: ben.key })).body.listing.photo
  const path = new URL(await shown()).pathname
  const other = (await upload(app, ana, file(jpeg))).body.data.at(-1).id
  await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${other}`, { key: ana.key })
  assert.equal((await app.call('GET', path)).status, 200)
  assert.equal(new URL(await shown()).pathname, path)
  await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${photo}`, { key: ana.key })
  assert.equal((await app.call('GET', path)).status, 404)
  assert.equal(await shown(), null)
})

test('a removed photo returns 404 immediately and is deleted from storage after an hour', async () => {
  const ana = await seller(app, 'Fay')
  const added = await upload(app, ana, file(jpeg))
  const path = new URL(added.body.data[0].url).pathname
  await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${added.body.data[0].id}`, { key: ana.key })
  assert.equal((await app.call('GET', path)).status, 404)
  const name = path.slice('/media/'.length, '/media/'.length + 32)
  const stored = async () => (await readdir(join(app.dataDir, 'media'), { recursive: true })).filter((file) => file.includes(name)).length
  await app.advance(3500)
  assert.equal(await stored(), 3)
  await app.advance(200)
  assert.equal(await stored(), 0)
})

test('HEAD returns the size of a photo and closes the storage stream', async (t) => {
  const ana = await seller(app, 'Fern')
  const path = new URL((await upload(app, ana, file(jpeg))).body.data[0].url).pathname
  const { storage } = app.service.ctx
  const reading = t.mock.method(storage, 'read', storage.read.bind(storage))
  const head = await app.call('HEAD', path)
  assert.equal(head.status, 200)
  assert.ok(Number(head.headers['content-length']) > 100)
  assert.equal((await reading.mock.calls[0]!.result)!.stream.destroyed, true)
})

test('rejects a 25th photo, a second video and any photo of a sold listing, and leaves the listing unchanged', async () => {
  const ana = await seller(app, 'Gina')
  const small = await jpegWithMetadata(32, 32)
  assert.equal((await upload(app, ana, ...Array.from({ length: 23 }, () => file(small)), file(mp4(), 'v.mp4'))).status, 201)
  assert.equal((await upload(app, ana, file(small))).status, 400)
  const hana = await seller(app, 'Hana')
  await upload(app, hana, file(mp4(), 'v.mp4'))
  assert.equal((await upload(app, hana, file(mp4(), 'w.mp4'))).status, 400)
  for (const step of ['publish', 'mark-sold']) await app.call('POST', `/v1/listings/${hana.listing}/${step}`, { key: hana.key })
  assert.equal((await upload(app, hana, file(small))).status, 409)
  const listing = await app.call('GET', `/v1/listings/${hana.listing}`, { key: hana.key })
  assert.equal(listing.body.photos.length, 1)
})

test('rejects oversized files with 413 and non-images with 415, and names the file', async () => {
  const ana = await seller(app, 'Iris')
  const large = await upload(app, ana, file(jpeg), file(Buffer.concat([jpeg, Buffer.alloc(10 * 1_048_576)])))
  assert.equal(large.status, 413)
  assert.equal(large.body.error.param, 'photos[1]')
  for (const bytes of [heic(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('<html></html>')]) {
    const refused = await upload(app, ana, file(jpeg), file(bytes))
    assert.equal(refused.status, 415)
    assert.equal(refused.body.error.param, 'photos[1]')
  }
  assert.equal((await app.call('GET', `/v1/listings/${ana.listing}`, { key: ana.key })).body.photos.length, 0)
})

test('hostile image files of a listing cause no server error and leak no metadata', async () => {
  const ana = await seller(app, 'Jo')
  await uploadHostilePictures(
    5,
    (bytes, name) => upload(app, ana, file(bytes, name)),
    async ({ body }) => {
      const photos: { id: string; url: string }[] = body.data ?? []
      const served = await Promise.all(photos.map(async ({ url }) => (await app.call('GET', new URL(url).pathname)).bytes))
      for (const { id } of photos) await app.call('DELETE', `/v1/listings/${ana.listing}/photos/${id}`, { key: ana.key })
      return served
    },
  )
  assert.equal((await upload(app, ana, file(jpeg))).status, 201)
})

test('photos for another account’s listing return the same 404 as for a missing listing, and a full account 409, without downloads', async (t) => {
  const ana = await seller(app, 'Kim')
  const other = await app.signUp('Lou')
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`]
  const theirs = await app.call('POST', `/v1/listings/${ana.listing}/photos`, { key: other.key, json: { urls } })
  const none = await app.call('POST', '/v1/listings/lst_00000000000000000000000000/photos', { key: other.key, json: { urls } })
  assert.equal(theirs.status, 404)
  assert.deepEqual(theirs.body, none.body)
  const writes = [['PUT', 'order', { photo_ids: [] }], ['PATCH', 'pho_none', { alt: null }], ['DELETE', 'pho_none', {}]] as const // prettier-ignore
  for (const [method, path, json] of writes)
    assert.deepEqual((await app.call(method, `/v1/listings/${ana.listing}/photos/${path}`, { key: other.key, json })).body, none.body)
  await sql`update account_use set media_bytes = ${1e15} where account_id = (select owner_id from listings where id = ${ana.listing})`.execute(
    app.service.ctx.db,
  )
  const full = await app.call('POST', `/v1/listings/${ana.listing}/photos`, { key: ana.key, json: { urls } })
  assert.deepEqual([full.status, full.body.error.code], [409, 'quota'])
  assert.equal(requests, 0)
})

test('an edit of a listing’s photos clears the errors of its own failed downloads, but not the errors of another listing', async () => {
  const [ana, bea] = [await seller(app, 'Max'), await seller(app, 'Mo')]
  const { ctx } = app.service
  for (const { listing } of [ana, bea])
    await sql`
      insert into wanted_photos (listing_id, position, owner_id, url, problem, created_at)
      select id, 0, owner_id, 'https://photos.test/1', 'The file is gone.', ${ctx.now()} from listings where id = ${listing}`.execute(
      ctx.db,
    )
  const problemsOf = async ({ key, listing }: Seller) =>
    (await app.call('GET', `/v1/listings/${listing}`, { key })).body.photos_wanted.map(({ problem }: { problem: string }) => problem)
  assert.deepEqual(await problemsOf(ana), ['The file is gone.'])
  assert.equal((await upload(app, ana, file(jpeg))).status, 201)
  assert.deepEqual([await problemsOf(ana), await problemsOf(bea)], [[], ['The file is gone.']])
})

test('private photos have a maximum number, include no video and are never served', async (t) => {
  const { key } = await seller(app, 'Pam')
  const { id } = (await app.call('GET', '/v1/me', { key })).body
  const { ctx } = app.service
  const folder = await makeTempFolder()
  t.after(() => folder.remove())
  const web = await pictureServer(t, { '/a.jpg': jpeg })
  const take = (urls: number, files: readonly string[] = []) =>
    takePrivately(ctx, id, {
      urls: Array.from({ length: urls }, () => `${web}/a.jpg`),
      files: files.map((path) => ({ path, field: 'files' }) as Parameters<typeof takePrivately>[2]['files'][number]),
      max: 2,
      subject: 'A report',
    })
  const [photo, video] = [join(folder.path, 'a.jpg'), join(folder.path, 'v.mp4')]
  await writeFile(photo, jpeg)
  await writeFile(video, mp4())
  const tooMany = { status: 400, param: 'files', message: 'A report can have at most 2 photos.' }
  await assert.rejects(take(3), tooMany)
  await assert.rejects(take(2, [photo]), tooMany)
  await assert.rejects(take(1, [video]), { status: 400, param: 'files', message: /does not accept videos/ })
  assert.deepEqual(await take(0), [])
  const photos = await take(1, [photo])
  assert.equal(photos.length, 2)
  await inTransaction(ctx, (tx) => storePrivately(tx, id, photos))
  for (const { variants } of photos)
    for (const { key: name } of variants) assert.equal((await app.call('GET', `/media/${name}`)).status, 404)
})

test('while object storage is down, a photo upload returns 503 with Retry-After; once storage is back, the upload succeeds', async (t) => {
  const s3 = await startS3()
  t.after(() => s3.close())
  const app = await startApp(t, {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const ana = await seller(app)
  const good = await upload(app, ana, file(jpeg))
  assert.equal(good.status, 201)
  await s3.close()
  const refused = await upload(app, ana, file(jpeg))
  const unread = await app.call('GET', new URL(good.body.data[0].url).pathname)
  for (const { status, body, headers } of [refused, unread])
    assert.deepEqual([status, body.error.type, headers['retry-after']], [503, 'unavailable', '1'])
  await s3.open()
  assert.equal((await upload(app, ana, file(jpeg))).status, 201)
  const { body } = await app.call('GET', `/v1/listings/${ana.listing}`, { key: ana.key })
  assert.equal(body.photos.length, 2)
})
