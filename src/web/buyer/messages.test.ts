import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart, startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { PNG } from '#test/law/world.ts'

test('without scripts, buyer and seller send photos with a form, and each sees which messages the other has read', async (t) => {
  const app = await startApp(t)
  const [seller, buyer] = [await openSeller(app), await app.signUp('Ben')]
  const { id } = (await app.call('POST', '/v1/threads', { key: buyer.key, json: { shop: seller.slug, text: 'Hello' } })).body
  const paths = { buyer: `/you/messages/${id}`, seller: `/app/messages/${id}` }
  const cookies = { buyer: buyer.cookie, seller: seller.cookie }
  const read = async (who: 'buyer' | 'seller') => (await app.call('GET', paths[who], { cookie: cookies[who] })).body as string
  const photo = { name: 'files', filename: 'a.png', type: 'image/png', bytes: PNG }
  const send = async (who: 'buyer' | 'seller', text: string, photos: number) => {
    const token = /name="form_token" value="([^"]+)"/.exec(await read(who))![1]!
    // sends an empty file part like a browser, which does this for a file input without files
    const files = photos === 0 ? [{ ...photo, filename: '', bytes: Buffer.alloc(0) }] : Array.from({ length: photos }, () => photo)
    const raw = multipart([{ name: 'form_token', value: token }, { name: 'text', value: text }, ...files])
    return app.call('POST', paths[who], { cookie: cookies[who], raw })
  }
  const mark = /<p class="small quiet read-mark">Read<\/p>/g

  assert.equal((await read('buyer')).match(mark), null, 'the seller has not opened the conversation')
  assert.equal((await send('buyer', '', 2)).status, 303)
  const sent = await read('buyer')
  assert.match(sent, /alt="Photo 1 of 2 from Ben"[^]*alt="Photo 2 of 2 from Ben"/)
  assert.doesNotMatch(sent, /alt="Photo \d of \d from Shop of Ana"/)
  const src = /src="(\/v1\/threads\/[^"]+)"/.exec(sent)![1]!
  assert.equal((await app.call('GET', src, { cookie: seller.cookie })).status, 200)
  assert.match((await app.call('GET', '/you/messages', { cookie: buyer.cookie })).body, /\(2 photos\)/)

  assert.match(await read('seller'), /alt="Photo 1 of 2 from Ben"/)
  assert.equal((await read('buyer')).match(mark)?.length, 1)
  assert.match(await read('buyer'), /Photo 2 of 2[^]*read-mark/, 'the mark is under the last message')
  assert.equal((await send('seller', 'Here it is', 1)).status, 303)
  assert.match(await read('seller'), /alt="Photo 1 of 1 from Shop of Ana"/)
  assert.equal((await read('seller')).match(mark), null, 'the buyer has not read the answer')
  await read('buyer')
  assert.equal((await read('seller')).match(mark)?.length, 1)

  const none = await send('buyer', '', 0)
  assert.deepEqual([none.status, /The text must have 1 to 2000 characters/.test(none.body)], [400, true])
  const tooMany = await send('seller', 'Kept text', 5)
  assert.deepEqual([tooMany.status, /at most 4 photos/.test(tooMany.body), tooMany.body.includes('Kept text')], [400, true, true])
})

test('if a session ends before the user sends a message, the sign-in preserves the text but not the photos', async (t) => {
  const app = await startApp(t)
  const [seller, buyer] = [await openSeller(app), await app.signUp('Ben')]
  const { id } = (await app.call('POST', '/v1/threads', { key: buyer.key, json: { shop: seller.slug, text: 'Hello' } })).body
  const path = `/you/messages/${id}`
  const send = (bytes: Buffer) =>
    app.call('POST', path, {
      headers: { origin: app.url },
      raw: multipart([
        { name: 'text', value: 'Is it wool & warm?' },
        { name: 'files', filename: bytes.length === 0 ? '' : 'a.png', type: 'image/png', bytes },
      ]),
    })
  const back = new URL((await send(Buffer.alloc(0))).headers['location']!, app.url).searchParams.get('return')!
  assert.equal(back, `${path}?text=Is+it+wool+%26+warm%3F`)
  assert.match((await app.call('GET', back, { cookie: buyer.cookie })).body, /<textarea[^>]*>\s*Is it wool &amp; warm\?<\/textarea>/)
  const { status, headers } = await send(Buffer.alloc(100_000))
  assert.deepEqual([status, headers['location']], [303, `/sign-in?return=${encodeURIComponent(path)}`])
})
