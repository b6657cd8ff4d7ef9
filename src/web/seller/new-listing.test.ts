import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller } from '#test/factories.ts'
import { startWithSeller, visitorOf } from '#test/pages.ts'

const NEW = '/app/listings/new'

test('repeated submissions with the same key create a single draft', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const total = async () => (await ana.call('GET', '/v1/listings')).body.total
  const submit = async (fields: Record<string, string>) => page.post(NEW, { prompt: 'Wool coat', ...fields })
  const first = await submit({ once: 'k1' })
  assert.equal(first.status, 303, first.body)
  const again = await Promise.all([submit({ once: 'k1' }), submit({ once: 'k1' })])
  assert.deepEqual(
    again.map(({ headers }) => headers.location),
    [first.headers.location, first.headers.location],
  )
  assert.equal(await total(), 1)
  assert.equal((await submit({ once: 'k1', prompt: 'Another coat' })).status, 400, 'the key belongs to another prompt')
  assert.equal((await submit({ once: 'k2', shop: 'nobodys' })).status, 400)
  assert.equal((await submit({ once: 'k2' })).status, 303, 'a rejected request does not use the key')
  assert.equal((await submit({})).status, 303)
  assert.equal((await submit({})).status, 303)
  assert.equal(await total(), 4, 'without a key, each request creates a draft')
  const bob = await openSeller(app, 'Bob')
  const other = await (await visitorOf(app, bob.cookie)).post(NEW, { prompt: 'Wool coat', once: 'k1' })
  assert.notEqual(other.headers.location, first.headers.location, 'keys are separate for each account')
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [], 'stored responses are valid')
})

test('without scripts, photos from both file fields end up in the same draft, even if one field is empty', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const { body } = await page.get(NEW)
  assert.equal(body.match(/<input[^>]* name="files"[^>]*>/g)?.length, 2)
  assert.match(body, /<input[^>]* name="files"[^>]* capture="environment"/)
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const none = { name: '', bytes: Buffer.alloc(0) }
  for (const [files, photos] of [
    [[{ name: 'a.png', bytes }, none], 1],
    [[none, { name: 'b.png', bytes }], 1],
    [
      [
        { name: 'a.png', bytes },
        { name: 'b.png', bytes },
      ],
      2,
    ],
    [[none, none], 0],
  ] as const) {
    const made = await page.upload(NEW, { prompt: 'Lamp' }, files)
    assert.equal(made.status, 303, made.body)
    const id = /lst_\w+/.exec(made.headers.location!)![0]
    assert.equal((await ana.call('GET', `/v1/listings/${id}`)).body.photos.length, photos)
  }
})

test('sharing photos to the app redirects to the form without creating a listing, regardless of the origin of the request', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const { share_target: share } = JSON.parse((await app.call('GET', '/manifest.webmanifest')).body)
  assert.equal(share.method, 'POST')
  const form = new FormData()
  form.append(share.params.files[0].name, new Blob(['a picture']), 'a.png')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const raw = { type: request.headers.get('Content-Type')!, bytes: Buffer.from(await request.arrayBuffer()) }
  for (const headers of [{ origin: 'https://elsewhere.example' }, { origin: app.url }, {}] as Record<string, string>[]) {
    const reply = await app.call('POST', share.action, { cookie: ana.cookie, headers, raw })
    assert.equal(reply.status, 303)
    assert.equal(reply.headers.location, `${NEW}?shared=1`)
  }
  assert.equal((await ana.call('GET', '/v1/listings')).body.total, 0)
  const anonymous = await app.call('GET', `${NEW}?shared=1`)
  assert.equal(anonymous.headers.location, `/sign-in?return=${encodeURIComponent(`${NEW}?shared=1`)}`, 'anonymous users sign in first')
})

test('after an import, the page shows the number of created drafts, but ignores an invalid number in the URL', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const messageOf = async (made: string) =>
    /role="status"[^]*?<\/div>/.exec((await app.call('GET', `/app/listings?tab=draft&made=${made}`, { cookie: ana.cookie })).body)?.[0] ??
    ''
  assert.match(await messageOf('3'), /3 drafts created/)
  for (const made of ['', '0', '1', '-2', '1e9', '100', 'many', '%3Cb%3E']) assert.doesNotMatch(await messageOf(made), /drafts? created/)
})
