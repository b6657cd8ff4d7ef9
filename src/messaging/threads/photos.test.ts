import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { unzipSync } from 'fflate'
import { multipart, startApp, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { keyOf, newBuyer, type Buyer } from '#test/bargain.ts'
import { openSeller, sellerOf, type Seller } from '#test/factories.ts'
import { uploadHostilePictures } from '#test/fixtures/hostile-uploads.ts'
import { CANARY, jpegWithMetadata, mp4 } from '#test/fixtures/media.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()

const file = (bytes: Uint8Array, filename = 'a.jpg') => ({ name: 'photos', filename, type: 'image/jpeg', bytes })

describe('sending photos in messages', () => {
  let app: TestApp
  let ana: Seller
  let ben: Buyer
  let jpeg: Buffer
  let thread: string
  let agent: string

  before(async () => {
    app = await startApp(life)
    ana = await openSeller(app)
    ben = await newBuyer(app)
    agent = await keyOf(app, ben, { kind: 'agent', scopes: ['buying'], ask_first: ['messages.send'] })
    jpeg = await jpegWithMetadata()
    thread = (await app.call('POST', '/v1/threads', { key: ben.key, json: { shop: ana.slug, text: 'Hello' } })).body.id
  })

  const upload = (parts: Parameters<typeof multipart>[0], { key = ben.key, id = thread } = {}) =>
    app.call('POST', `/v1/threads/${id}/messages`, { key, raw: multipart(parts) })
  const send = (json: object, { key = ben.key, id = thread } = {}) => app.call('POST', `/v1/threads/${id}/messages`, { key, json })
  const open = (url: string, key?: string) => app.call('GET', `${new URL(url).pathname}${new URL(url).search}`, key ? { key } : {})
  const broken = async () => (await audit({ connectionString: app.databaseUrl })).map(({ invariant }) => invariant)
  const bytesOf = async (id: string) =>
    (await app.service.ctx.db.selectFrom('account_use').select('media_bytes').where('account_id', '=', id).executeTakeFirst())
      ?.media_bytes ?? 0

  test('photos are stored without their metadata, whether or not the message has text', async () => {
    const { status, body } = await upload([file(jpeg), file(jpeg, 'b.jpg')])
    assert.deepEqual([status, body.text, body.photos.length], [201, '', 2])
    const [{ url, width, height }] = body.photos
    assert.ok(width > 0 && height > 0)
    assert.equal(new URL(url).pathname, `/v1/threads/${thread}/messages/${body.id}/photos/1`)
    for (const key of [ben.key, ana.key]) {
      const { status, headers, bytes } = await open(url, key)
      assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
      assert.ok(!bytes.includes(CANARY))
      assert.deepEqual(
        [headers['cache-control'], headers['x-content-type-options'], headers['content-security-policy']],
        ['private, max-age=3600', 'nosniff', "default-src 'none'; sandbox"],
      )
      assert.match(String(headers['vary']), /Authorization, Cookie/)
    }
    const small = await open(`${url}?size=small`, ben.key)
    assert.ok(small.bytes.length < (await open(url, ben.key)).bytes.length)
    assert.equal((await open(`${url}?size=huge`, ben.key)).body.error.param, 'size')
    const both = await upload([{ name: 'text', value: 'Look' }, file(jpeg)])
    assert.deepEqual([both.body.text, both.body.photos.length], ['Look', 1])
    assert.deepEqual((await app.call('GET', `/v1/threads/${thread}`, { key: ana.key })).body.messages.at(-1), both.body)
    const [event] = (await app.call('GET', '/v1/events?type=question.asked', { key: ana.key })).body.data
    assert.deepEqual(event.data.object.photos, both.body.photos)
    assert.deepEqual(await broken(), [])
  })

  test('a new thread can start with photos that are sent by URL', async (t) => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/ok' ? 200 : 404, { 'content-type': 'image/jpeg' }).end(jpeg)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const cleo = await app.signUp('Cleo')
    const start = (json: object) => app.call('POST', '/v1/threads', { key: cleo.key, json: { shop: ana.slug, ...json } })
    const bad = await start({ photo_urls: [`${at}/ok`, `${at}/none`] })
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'photo_urls[1]'])
    assert.equal((await app.call('GET', '/v1/threads', { key: cleo.key })).body.total, 0)
    const { status, body } = await start({ photo_urls: [`${at}/ok`] })
    assert.deepEqual([status, body.last_message.text, body.last_message.photos.length], [201, '', 1])
    const url = { name: 'photo_urls', value: `${at}/ok` }
    const four = await upload([file(jpeg), file(jpeg), url, url], { key: cleo.key, id: body.id })
    assert.deepEqual([four.status, four.body.photos.length], [201, 4])
    assert.equal((await open(body.last_message.photos[0].url, ben.key)).status, 404)
  })

  test('only the two people in a conversation can open its photos, and everyone else gets the same 404 as for a missing photo', async () => {
    const { url } = (await upload([file(jpeg)])).body.photos[0]
    const outsider = await app.signUp('Olga')
    const theirs = await open(url, outsider.key)
    const missing = await open(url.replace(/msg_\w+/, 'msg_00000000000000000000000000'), outsider.key)
    assert.deepEqual([theirs.status, theirs.body], [404, missing.body])
    for (const other of [url.replace(/1$/, '2'), url.replace(/1$/, '0'), url.replace(/1$/, '-1'), url.replace(/1$/, 'x')])
      assert.deepEqual((await open(other, ben.key)).body, missing.body)
    const otherThread = (await app.call('POST', '/v1/threads', { key: outsider.key, json: { shop: ana.slug, text: 'Hi' } })).body.id
    assert.equal((await open(url.replace(/thr_\w+/, otherThread), outsider.key)).status, 404, 'not through another thread')
    assert.equal((await open(url)).status, 401)
    assert.equal((await open(url, await keyOf(app, ben, { scopes: ['messages'] }))).status, 403, 'a buyer needs `buying`')
    const keys = await app.service.ctx.db.selectFrom('stored_files').select('key').where('account_id', '=', ben.id).execute()
    assert.ok(keys.length > 0)
    for (const { key } of keys) assert.equal((await app.call('GET', `/media/${key}`)).status, 404)
  })

  test('the operator can open the photos of a conversation only if the conversation was reported', async () => {
    const { url } = (await upload([file(jpeg)])).body.photos[0]
    const operator = await app.signUp('Olaf')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
    const look = async () => (await app.call('GET', new URL(url).pathname, { cookie: operator.cookie })).status
    const cleo = await app.signUp('Cleo')
    const { body: other } = await app.call('POST', '/v1/threads', { key: cleo.key, json: { shop: ana.slug, text: 'Hello' } })
    await app.call('POST', `/v1/threads/${other.id}/report`, { key: ana.key, json: { reason: 'threat' } })
    assert.equal(await look(), 404)
    const { body } = await app.call('POST', `/v1/threads/${thread}/report`, { key: ana.key, json: { reason: 'threat' } })
    assert.equal(await look(), 200)
    assert.equal((await open(url, operator.key)).status, 404, 'an API key has no operator rights')
    const report = await app.call('GET', `/v1/operator/reports/${body.id}`, { cookie: operator.cookie })
    assert.deepEqual(report.body.messages.at(-1).photos, [url])
  })

  test('a message with a fifth photo, a video, an unsupported or large file, or no content is rejected with an error that names the field', async () => {
    const before = (await app.call('GET', `/v1/threads/${thread}`, { key: ben.key })).body.messages.length
    const small = await jpegWithMetadata(32, 32)
    const refused = async (reply: Promise<Reply>) => [(await reply).status, (await reply).body.error.param]
    const urls = Array.from({ length: 2 }, () => ({ name: 'photo_urls', value: 'http://127.0.0.1:9/a' }))
    for (const parts of [Array.from({ length: 5 }, () => file(small)), [file(small), file(small), file(small), ...urls]])
      assert.deepEqual(await refused(upload(parts)), [400, 'files'])
    assert.deepEqual(await refused(send({ photo_urls: Array.from({ length: 5 }, () => 'http://127.0.0.1:9/a') })), [400, 'photo_urls'])
    assert.deepEqual(await refused(upload([file(mp4(), 'v.mp4')])), [400, 'files'])
    assert.deepEqual(await refused(upload([file(small), file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))])), [
      415,
      'photos[1]',
    ])
    assert.deepEqual(await refused(upload([file(Buffer.concat([jpeg, Buffer.alloc(10 * 1_048_576)]))])), [413, 'photos[0]'])
    for (const nothing of [{}, { text: '' }, { text: ' ' }, { photo_urls: [] }])
      assert.deepEqual(await refused(send(nothing)), [400, 'text'])
    const after = (await app.call('GET', `/v1/threads/${thread}`, { key: ben.key })).body.messages.length
    assert.equal(after, before)
  })

  test('hostile image files in a message cause no server error and leak no metadata', async () => {
    const hana = await app.signUp('Hana')
    await uploadHostilePictures(
      0,
      (bytes, name) =>
        app.call('POST', '/v1/threads', { key: hana.key, raw: multipart([{ name: 'shop', value: ana.slug }, file(bytes, name)]) }),
      async ({ body }) => {
        const photos: { url: string }[] = body.last_message?.photos ?? []
        return await Promise.all(photos.map(async ({ url }) => (await open(url, hana.key)).bytes))
      },
    )
  })

  test('a rejected message with photos leaves no files in storage and does not count toward the quota', async () => {
    const dora = await app.signUp('Dora')
    const own = (await app.call('POST', '/v1/threads', { key: dora.key, json: { shop: ana.slug, text: 'Hi' } })).body.id
    const files = () => app.service.ctx.db.selectFrom('stored_files').select('key').where('orphaned_at', 'is not', null).execute()
    await app.advance(2 * 3600)
    const before = (await files()).length
    const refused = await upload([file(jpeg), file(Buffer.from('<html></html>'))], { key: dora.key, id: own })
    assert.equal(refused.status, 415)
    assert.equal((await files()).length, before + 3)
    assert.equal(await bytesOf(dora.id), 0)
    await app.advance(2 * 3600)
    assert.equal((await files()).length, before)
    assert.equal((await upload([file(jpeg)], { key: dora.key, id: own })).status, 201)
    assert.ok((await bytesOf(dora.id)) > 0)
  })

  test('an account that has used up its storage cannot send photos, but can still send text', async () => {
    const fritz = await app.signUp('Fritz')
    const own = (await app.call('POST', '/v1/threads', { key: fritz.key, json: { shop: ana.slug, text: 'Hi' } })).body.id
    await sql`update account_use set media_bytes = ${1e15} where account_id = ${fritz.id}`.execute(app.service.ctx.db)
    const full = async (reply: Promise<Reply>) => assert.deepEqual([(await reply).status, (await reply).body.error.code], [409, 'quota'])
    await full(upload([file(jpeg)], { key: fritz.key, id: own }))
    await full(send({ photo_urls: ['http://127.0.0.1:9/a.jpg'] }, { key: fritz.key, id: own }))
    const most = app.service.ctx.config.quotas.mediaGigabytes * 2 ** 30
    await sql`update account_use set media_bytes = ${most - 1} where account_id = ${fritz.id}`.execute(app.service.ctx.db)
    await full(upload([file(jpeg)], { key: fritz.key, id: own }))
    assert.equal((await send({ text: 'Only text' }, { key: fritz.key, id: own })).status, 201)
    await sql`update account_use set media_bytes = 0 where account_id = ${fritz.id}`.execute(app.service.ctx.db)
  })

  test('a person who has been blocked cannot send photos', async () => {
    const gus = await app.signUp('Gus')
    const own = (await app.call('POST', '/v1/threads', { key: gus.key, json: { shop: ana.slug, text: 'Hi' } })).body.id
    const earlier = (await upload([file(jpeg)], { key: gus.key, id: own })).body.photos[0].url
    await app.call('PUT', `/v1/threads/${own}/block`, { key: ana.key })
    const refused = await upload([file(jpeg)], { key: gus.key, id: own })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'unavailable'])
    assert.equal((await open(earlier, ana.key)).status, 200, 'earlier photos stay, like earlier messages')
    assert.deepEqual(await broken(), [])
  })

  test('a helper can never store a photo', async () => {
    const photos = JSON.stringify([{ variants: [] }])
    await assert.rejects(
      sql`insert into messages (id, thread_id, sender, text, photos, created_at) values ('msg_x', ${thread}, 'agent', '', ${photos}, now())`.execute(
        app.service.ctx.db,
      ),
      /messages_photos_check/,
    )
  })

  test('an agent key needs approval to send photos by URL, and cannot upload photos as files', async () => {
    const key = agent
    assert.deepEqual([(await upload([file(jpeg)], { key })).body.error.param], ['files'])
    const held = await send({ photo_urls: ['http://127.0.0.1:9/a.jpg'] }, { key })
    assert.equal(held.status, 202)
    assert.match(held.body.summary, /with 1 photo$/)
    assert.deepEqual([(await send({}, { key })).body.error.param], ['text'])
  })

  test('emails and tasks mention that a message without text contains photos', async () => {
    const { url } = (await upload([file(jpeg), file(jpeg)])).body.photos[0]
    await app.advance(0)
    const mail = await app.service.ctx.db
      .selectFrom('mails')
      .select('body')
      .where('account_id', '=', ana.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.match(mail.body, /\(2 photos\)/)
    assert.ok(!mail.body.includes(url))
  })

  test('an export contains the photos from the account’s conversations', async () => {
    const { id } = (await upload([file(jpeg)])).body
    const { body } = await app.call('POST', '/v1/exports', { cookie: ben.cookie })
    await app.advance(0)
    const files = unzipSync((await app.call('GET', `/v1/exports/${body.id}/archive`, { cookie: ben.cookie })).bytes)
    const threads = JSON.parse(Buffer.from(files['threads.json']!).toString()) as { messages: { id: string; photos: string[] }[] }[]
    const names = threads.flatMap(({ messages }) => messages).find((message) => message.id === id)?.photos
    assert.deepEqual(names, [`messages/${id}-1.webp`])
    assert.ok(files[names[0]!]!.length > 0)
  })

  test('photos for a closed account are rejected before they are stored, whether its owner was the buyer or the seller', async () => {
    const [owner, buyer] = [await app.signUp('Kim'), await app.signUp('Leo')]
    const seller = await sellerOf(app, 'Kim', owner)
    const other = await app.signUp('Mia')
    const write = async ({ key }: typeof owner) =>
      (await app.call('POST', '/v1/threads', { key, json: { shop: seller.slug, text: 'Hi' } })).body.id
    const [asBuyer, asSeller] = [await write(buyer), await write(other)]
    const close = ({ cookie, password }: typeof owner) => app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })
    const stored = async () => (await app.service.ctx.db.selectFrom('stored_files').select('key').execute()).length
    const before = await stored()
    assert.equal((await close(other)).status, 200)
    const toBuyer = await upload([file(jpeg)], { key: seller.key, id: asSeller })
    assert.equal((await close(owner)).status, 200)
    const toSeller = await upload([file(jpeg)], { key: buyer.key, id: asBuyer })
    for (const { status, body } of [toBuyer, toSeller])
      assert.deepEqual([status, body.error.message], [409, 'The other account is closed, so no one would read this message.'])
    assert.equal(await stored(), before)
  })

  test('photos stay visible to the other person when one of the two accounts is closed, and are deleted when both accounts are closed', async () => {
    const [owner, buyer] = [await app.signUp('Iris'), await app.signUp('Jon')]
    const seller = await sellerOf(app, 'Iris', owner)
    const own = (await app.call('POST', '/v1/threads', { key: buyer.key, json: { shop: seller.slug, text: 'Hi' } })).body.id
    const { url } = (await upload([file(jpeg)], { key: buyer.key, id: own })).body.photos[0]
    const close = ({ cookie, password }: typeof owner) => app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })
    assert.equal((await close(buyer)).status, 200)
    assert.equal((await open(url, seller.key)).status, 200)
    const late = await send({ photo_urls: ['http://127.0.0.1:9/a.jpg'] }, { key: seller.key, id: own })
    assert.deepEqual([late.status, late.body.error.type], [409, 'conflict'])
    assert.equal((await close(owner)).status, 200)
    assert.deepEqual(await broken(), [])
    const left = () => app.service.ctx.db.selectFrom('stored_files').select('key').where('account_id', '=', buyer.id).execute()
    await app.advance(2 * 3600)
    assert.deepEqual(await left(), [])
  })
})
