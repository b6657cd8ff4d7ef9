import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { curlOf } from '#web/framework/page/copy-as-curl.tsx'
import { startWithSeller, visitorOf } from '#test/pages.ts'

const saver = (app: TestApp, ana: Seller, token: string, path: string) => (fields: Record<string, string>) =>
  app.call('POST', path, {
    cookie: ana.cookie,
    form: new URLSearchParams({ form_token: token, ...fields }).toString(),
    headers: { origin: app.url, accept: 'application/json' },
  })

test('a script can save a single field, and gets the current values, conflicts and errors in the response', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const path = `/app/listings/${id}`
  const save = saver(app, ana, page.token, path)
  const state = async () => (await app.call('GET', path, { cookie: ana.cookie, headers: { accept: 'application/json' } })).body
  const first = await state()
  assert.equal(first.now.price, '60')
  const { lines: _, ...base } = first.now
  const form = (changes: Record<string, string>) => ({ ...base, base: JSON.stringify(first.now), ...changes })
  const saved = await save(form({ title: 'Oak lamp' }))
  assert.equal(saved.status, 200)
  assert.deepEqual([saved.body.now.title, saved.body.clashes, saved.body.problem], ['Oak lamp', [], null])
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52 } })
  const clash = await save(form({ title: 'Oak lamp', price: '50' }))
  assert.equal(clash.status, 409)
  assert.deepEqual(clash.body.clashes, [{ name: 'price', now: '52' }])
  const wrong = await save({ ...form({}), base: JSON.stringify((await state()).now), title: 'Oak lamp', price: 'much' })
  assert.deepEqual([wrong.status, wrong.body.problem.param], [400, 'price'])
  assert.equal(
    (await app.call('POST', path, { cookie: ana.cookie, form: 'title=x', headers: { origin: app.url, accept: 'application/json' } }))
      .status,
    403,
  )
})

test('without scripts, the seller resolves edit conflicts field by field', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const path = `/app/listings/${id}`
  const baseIn = (body: string) => /name="base" value="([^"]+)"/.exec(body)![1]!.replaceAll('&quot;', '"')
  const base = baseIn((await page.get(path)).body)
  const { lines: _, ...fields } = JSON.parse(base)
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52, title: 'Tall lamp' } })
  const clash = await page.post(path, { ...fields, base, price: '50', title: 'Oak lamp' })
  assert.equal(clash.status, 409)
  assert.match(clash.body, /name="pick_price" value="theirs" form="editor-form"/)
  const chosen = { ...fields, base: baseIn(clash.body), price: '50', title: 'Oak lamp', pick_price: 'theirs', pick_title: 'mine' }
  assert.equal((await page.post(path, chosen)).status, 303)
  const { price, title } = (await ana.call('GET', `/v1/listings/${id}`)).body
  assert.deepEqual([price, title], [52, 'Oak lamp'])
})

test('a listing is not published with a price that changed elsewhere while the page was open, until the seller has seen it', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp', price: 60, lowest_price: 50 })
  const path = `/app/listings/${id}`
  const { now } = (await app.call('GET', path, { cookie: ana.cookie, headers: { accept: 'application/json' } })).body
  const { lines: _, ...fields } = now
  const send = (more: object) => page.post(path, { ...fields, base: JSON.stringify(now), ...more })
  const read = async () => {
    const { status, price, lowest_price, one_liner } = (await ana.call('GET', `/v1/listings/${id}`)).body
    return [status, price, lowest_price, one_liner]
  }
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52, lowest_price: 45 } })
  const refused = await send({ do: 'publish', one_liner: 'Warm light' })
  assert.equal(refused.status, 409)
  assert.match(refused.body, /Price is now “52”: it was changed while this page was open\. Check it, then publish again\./)
  assert.match(refused.body, /name="price"[^>]* value="52"/)
  assert.match(refused.body, /name="lowest_price"[^>]* value="45"/)
  assert.deepEqual(await read(), ['draft', 52, 45, null])
  const base = /name="base" value="([^"]+)"/.exec(refused.body)![1]!.replaceAll('&quot;', '"')
  const shown = JSON.parse(base)
  assert.deepEqual([shown.price, shown.lowest_price, shown.one_liner], ['52', '45', ''])
  assert.equal((await send({ one_liner: 'Warm' })).status, 303, 'saving does not publish the price')
  assert.deepEqual(await read(), ['draft', 52, 45, 'Warm'])
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { lowest_price: 50 } })
  const lower = await send({ do: 'publish', lowest_price: '40' })
  assert.equal(lower.status, 409)
  assert.match(lower.body, /name="lowest_price"[^>]* value="40"/)
  assert.deepEqual(await read(), ['draft', 52, 50, 'Warm'])
  assert.equal((await send({ do: 'publish', base, price: '52', lowest_price: '45', one_liner: 'Warm' })).status, 303)
  assert.deepEqual(await read(), ['live', 52, 50, 'Warm'])
})

test('a form with unchanged fields relists a sold listing, whose fields cannot be changed', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp', price: 60, publish: true })
  const path = `/app/listings/${id}`
  const { now } = (await app.call('GET', path, { cookie: ana.cookie, headers: { accept: 'application/json' } })).body
  await ana.call('POST', `/v1/listings/${id}/mark-sold`)
  const { lines: _, ...fields } = now
  const send = (more: object) => page.post(path, { ...fields, base: JSON.stringify(now), do: 'relist', ...more })
  assert.equal((await send({ title: 'Oak lamp' })).status, 409)
  assert.equal((await send({})).status, 303)
  assert.equal((await ana.call('GET', `/v1/listings/${id}`)).body.status, 'live')
})

test('the seller’s values replace values from research without a question, unless a person changed them afterwards', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const edit = async (afterwards: object) => {
    const { id } = await ana.list({ prompt: 'Blue enamel kettle' })
    const path = `/app/listings/${id}`
    const { now } = (await app.call('GET', path, { cookie: ana.cookie, headers: { accept: 'application/json' } })).body
    assert.deepEqual([now.price, now.lowest_price, now.category], ['', '', ''])
    await page.post(path, { do: 'help-research', help: 'research' })
    await app.advance(0)
    await ana.call('PATCH', `/v1/listings/${id}`, { json: afterwards })
    const { lines: _, ...fields } = now
    const reply = await saver(app, ana, page.token, path)({ ...fields, base: JSON.stringify(now), price: '52', lowest_price: '31', category: 'Furniture' }) // prettier-ignore
    return [reply.status, ...(reply.body.clashes ?? []).map(({ name }: { name: string }) => name)]
  }
  assert.deepEqual(await edit({ one_liner: 'Blue' }), [200])
  assert.deepEqual(await edit({ price: 45 }), [409, 'price'])
  assert.deepEqual(await edit({ lowest_price: 30 }), [409, 'lowest_price'])
  assert.deepEqual(await edit({ category: 'Lighting' }), [409, 'category'])
})

test('a price or minimum price that the seller changes adjusts the other value, if research filled it in meanwhile', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const send = async (typed: object) => {
    const { id } = await ana.list({ prompt: 'Blue enamel kettle' })
    const path = `/app/listings/${id}`
    const { now } = (await app.call('GET', path, { cookie: ana.cookie, headers: { accept: 'application/json' } })).body
    await page.post(path, { do: 'help-research', help: 'research' })
    await app.advance(0)
    const { lines: _, ...fields } = now
    return { id, reply: await saver(app, ana, page.token, path)({ ...fields, base: JSON.stringify(now), ...typed }) }
  }
  const edit = async (typed: object) => {
    const { id, reply } = await send(typed)
    assert.equal(reply.status, 200)
    const { price, lowest_price } = (await ana.call('GET', `/v1/listings/${id}`)).body
    return [price, lowest_price]
  }
  // research suggests a price of 40 dollars and a minimum price of 34 dollars
  assert.deepEqual([await edit({ price: '30' }), await edit({ price: '34' }), await edit({ price: '35' })], [[30, 30], [34, 34], [35, 34]]) // prettier-ignore
  assert.deepEqual(
    [await edit({ lowest_price: '50' }), await edit({ lowest_price: '39' })],
    [
      [50, 50],
      [40, 39],
    ],
  )
  assert.equal((await send({ price: '30', lowest_price: '50' })).reply.body.problem.param, 'lowest_price')
})

test('the cover must be one of the seller’s own photos, and the editor shows scaled-down photos', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const large = await sharp({ create: { width: 900, height: 1200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const path = `/app/listings/${id}`
  await page.upload(path, { do: 'photo-add' }, [
    { name: 'a.png', bytes: large },
    { name: 'b.png', bytes: large },
  ])
  const [own, web] = (await ana.call('GET', `/v1/listings/${id}`)).body.photos.map((photo: { id: string }) => photo.id)
  await app.service.ctx.db.updateTable('photos').set({ source: 'web' }).where('id', '=', web).execute()
  const refused = await page.post(path, { do: 'photo-order', photo_ids: [web, own] })
  assert.equal(refused.status, 400)
  assert.match(refused.body, /It must be your own photo, not a stock photo/)
  assert.equal((await page.post(path, { do: 'photo-cover', photo: web })).status, 400)
  for (const shown of [await page.get(path), await page.get('/app/listings?tab=draft')]) {
    const [, src, width, height] = /<img[^>]*src="([^"]*\/media\/[^"]+)"[^>]*width="(\d+)" height="(\d+)"/.exec(shown.body)!
    assert.match(src!, /-small\./)
    assert.deepEqual([width, height], ['360', '480'])
  }
})

test('after a listing is published, unpublished or marked as sold, the editor offers to undo the action', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const path = `/app/listings/${id}`
  const status = async () => (await ana.call('GET', `/v1/listings/${id}`)).body.status
  for (const [action, back, after] of [
    ['publish', 'unpublish', 'draft'],
    ['publish', 'unpublish', 'draft'],
    ['relist', null, 'live'],
    ['unpublish', 'publish', 'live'],
    ['sold', 'relist', 'live'],
  ] as const) {
    const { location } = (await page.post(path, { do: action })).headers
    if (back === null) continue
    const shown = (await page.get(location!)).body
    assert.match(shown, new RegExp(`class="undo".*name="do" value="${back}"`))
    await page.post(path, { do: back })
    assert.equal(await status(), after)
  }
  const today = await page.post('/app', { do: 'publish', id })
  assert.match((await page.get(today.headers.location!)).body, /class="undo".*name="do" value="unpublish"/)
})

test('every main seller page shows a curl command with a placeholder for the key and with escaped quotes', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Lamp' })
  for (const path of [
    '/app',
    '/app/listings',
    `/app/listings/${id}`,
    '/app/listings/new',
    '/app/offers',
    '/app/messages',
    '/app/orders',
    '/app/payouts',
    '/app/shop',
    '/app/stats',
  ]) {
    const { body } = await page.get(path)
    assert.match(body, /Copy as curl/, path)
    assert.ok(body.includes('$KEY'), path)
    assert.doesNotMatch(body, /rsk_|ral_/, path)
  }
  assert.equal(
    curlOf('http://a/v1', ['PATCH /listings/1', { title: `it's; rm -rf` }]),
    `curl -X PATCH 'http://a/v1/listings/1' \\\n  -H "Authorization: Bearer $KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"title":"it'\\''s; rm -rf"}'`,
  )
})

test('the form for a new shop checks the address while the seller types, and suggests free addresses', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const eve = await openSeller(app, 'Eve')
  const check = async (query: Record<string, string>) =>
    (
      await app.call('GET', `/app/open-shop?${new URLSearchParams(query).toString()}`, {
        cookie: ana.cookie,
        headers: { accept: 'application/json' },
      })
    ).body
  const taken = await check({ check: eve.slug, name: '' })
  assert.deepEqual([taken.free, taken.message, taken.near.length], [false, `${eve.slug} is taken.`, 3])
  assert.deepEqual((await check({ check: '', name: 'Old & Gold' })).message, 'old-and-gold is available.')
  assert.equal((await check({ check: ana.slug, name: '', own: ana.slug })).message, 'This is your shop’s current address.')
  assert.match((await check({ check: 'www', name: '' })).message, /cannot be used/)
  const page = await visitorOf(app, ana.cookie)
  const reply = await page.post('/app/shop', { shop: ana.slug, do: 'address', slug: eve.slug })
  assert.equal(reply.status, 409)
  assert.match(reply.body, new RegExp(`Available: ${eve.slug}-shop`))
  const off = await page.post('/you/settings', { do: 'keys' })
  assert.match(off.headers['set-cookie']!, /^keys=off; Path=\//)
})

test('the editor marks a guessed price, and the seller must confirm this price before the listing can be published', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  assert.doesNotMatch((await page.get('/app/listings/new')).body, /name="research"[^>]* checked/)
  const listing = await ana.list({ title: 'Blue kettle', research: true })
  await app.advance(0)
  const path = `/app/listings/${listing.id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${listing.id}`)).body
  const guessed = await read()
  assert.deepEqual([guessed.status, guessed.price, guessed.price_basis], ['draft', 40, 'default'])
  const editor = (await page.get(path)).body
  assert.match(editor, /This is a guess, because no comparable sales were found/)
  const base = (body: string) => /name="base" value="([^"]+)"/.exec(body)![1]!.replaceAll('&quot;', '"')
  const { lines: _, ...fields } = JSON.parse(base(editor))
  const bulk = await page.post('/app/listings', { action: 'publish', ids: listing.id })
  assert.match(bulk.body, /The price of \$40 is a guess/)
  const reply = await page.post(path, { ...fields, base: base(editor), do: 'publish' })
  assert.equal(reply.status, 409)
  assert.match(reply.body, /The price of \$40 is a guess\. Change it, or publish again to confirm it\./)
  assert.match(reply.body, /name="confirmed_price" value="40"/)
  assert.equal((await read()).status, 'draft')
  assert.equal((await page.post(path, { ...fields, base: base(editor), do: 'publish', confirmed_price: '40' })).status, 303)
  const live = await read()
  assert.deepEqual([live.status, live.price, live.price_basis], ['live', 40, 'seller'])
  assert.doesNotMatch((await page.get(path)).body, /This is a guess/)
})
