import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startWithSeller, visitorOf } from '#test/pages.ts'

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .png()
    .toBuffer()

test('a seller creates a draft from several photos, and uses buttons to reorder, describe and remove the photos', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const files = await Promise.all(['red', 'green', 'blue'].map(async (name) => ({ name: `${name}.png`, bytes: await picture(name) })))
  const made = await page.upload('/app/listings/new', { prompt: 'Wool coat' }, files)
  assert.equal(made.status, 303, made.body)
  const path = made.headers.location!.split('?')[0]!
  const read = async () => (await ana.call('GET', path.replace('/app', '/v1'))).body
  const before = await read()
  assert.equal(before.name, 'Wool coat')
  const [red, green, blue] = before.photos.map((photo: { id: string }) => photo.id)
  const ids = async () => (await read()).photos.map((photo: { id: string }) => photo.id)
  assert.equal((await page.post(path, { do: 'photo-later', photo: red })).status, 303)
  assert.deepEqual(await ids(), [green, red, blue])
  await page.post(path, { do: 'photo-cover', photo: blue })
  assert.deepEqual(await ids(), [blue, green, red])
  await page.post(path, { do: 'photo-earlier', photo: red })
  assert.deepEqual(await ids(), [blue, red, green])
  await page.post(path, { do: 'photo-alt', photo: red, alt: 'The coat, front' })
  assert.equal((await read()).photos[1].alt, 'The coat, front')
  await page.post(path, { do: 'photo-remove', photo: green })
  assert.deepEqual(await ids(), [blue, red])
  assert.equal((await page.post(path, { do: 'photo-remove', photo: green })).status, 404)
  const none = await page.upload(path, { do: 'photo-add' }, [])
  assert.equal(none.status, 400)
  assert.match(none.body, /Choose at least one photo/)
  await page.upload(path, { do: 'photo-add' }, [files[0]!])
  assert.equal((await ids()).length, 3)
  const wrong = await page.upload('/app/listings/new', { prompt: 'Kept words' }, [{ name: 'a.png', bytes: Buffer.from('not a picture') }])
  assert.equal(wrong.status, 415)
  assert.match(wrong.body, /Kept words/)
})

test('without scripts, a seller searches and sorts listings with a form, and keeps the search when changing the tab', async (t) => {
  const { ana, page } = await startWithSeller(t)
  for (const [title, price] of [['Wool coat', 40], ['Wool scarf', 15], ['Desk lamp', 12]] as const) await ana.list({ title, price }) // prettier-ignore
  const shown = async (query: string) => {
    const { body } = await page.get(`/app/listings?${query}`)
    return { body, titles: [...body.matchAll(/<th scope="row"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title) }
  }
  const { body, titles } = await shown('tab=draft&q=wool&sort=price-asc')
  assert.deepEqual(titles, ['Wool scarf', 'Wool coat'])
  assert.match(body, /<input[^>]*name="q"[^>]*value="wool"/)
  assert.match(body, /<option value="price-asc" selected/)
  assert.match(body, /href="\/app\/listings\?tab=sold&amp;q=wool&amp;sort=price-asc"/)
  assert.deepEqual((await shown('tab=draft&sort=price-desc')).titles, ['Wool coat', 'Wool scarf', 'Desk lamp'])
  assert.match((await shown('tab=draft&q=violin')).body, /Nothing under “Drafts” matches “violin”/)
})

test('the editor saves changes, preserves the input after an error, and reports conflicts', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ fields: { Size: 'M' } })
  const path = `/app/listings/${id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  const baseOf = async () => /name="base" value="([^"]+)"/.exec((await page.get(path)).body)![1]!.replaceAll('&quot;', '"')
  const form = (base: string, changes: Record<string, string>) => {
    const { lines, ...fields } = JSON.parse(base)
    const details = Object.fromEntries(
      lines.flatMap(({ label, value }: Record<string, string>, at: number) => [
        [`fields[${at}][label]`, label],
        [`fields[${at}][value]`, value],
      ]),
    )
    return { ...fields, ...details, base, ...changes }
  }
  const early = await page.post(path, form(await baseOf(), { title: 'Oak lamp', do: 'publish' }))
  assert.equal(early.status, 400)
  assert.match(early.body, /value="Oak lamp"/)
  assert.match(early.body, /id="price-problem"/)
  assert.equal((await read()).title, null, 'a failed publish saves nothing')
  const wrong = await page.post(path, form(await baseOf(), { title: 'Oak lamp', price: 'much' }))
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /value="much"/)
  const live = await page.post(path, form(await baseOf(), { title: 'Oak lamp', price: '60', lowest_price: '37.13', do: 'publish' }))
  assert.deepEqual([live.status, live.headers.location], [303, `${path}/share`])
  const shown = await read()
  assert.deepEqual([shown.status, shown.title, shown.price, shown.lowest_price], ['live', 'Oak lamp', 60, 37.13])

  const base = await baseOf()
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52, description: 'By an agent' } })
  const clash = await page.post(path, form(base, { price: '50', title: 'Oak table lamp' }))
  assert.equal(clash.status, 409)
  assert.match(clash.body, /Price is now “52”/)
  assert.match(clash.body, /value="Oak table lamp"/)
  assert.equal((await read()).price, 52)
  const mine = /name="base" value="([^"]+)"/.exec(clash.body)![1]!.replaceAll('&quot;', '"')
  const again = await page.post(path, form(mine, { price: '50', title: 'Oak table lamp', 'fields[0][value]': 'L' }))
  assert.equal(again.status, 303)
  const after = await read()
  assert.deepEqual([after.price, after.title, after.description], [50, 'Oak table lamp', 'By an agent'])
  assert.equal(after.fields[0].value, 'L')
  for (const [action, status] of [
    ['unpublish', 'draft'],
    ['relist', 'live'],
    ['sold', 'sold'],
    ['relist', 'live'],
  ] as const) {
    assert.equal((await page.post(path, { do: action })).status, 303, action)
    assert.equal((await read()).status, status, action)
  }
  const reply = await page.post(path, { do: 'delete' })
  assert.equal(reply.status, 409)
  const other = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  assert.equal((await other.get(path)).status, 404)
  for (const action of ['save', 'publish', 'delete', 'photo-add', 'photo-remove'])
    assert.equal((await other.post(path, { do: action })).status, 404, action)
})

test('without scripts, a seller previews a bulk change, runs it, sees the result and undoes the change', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const lamp = await ana.list({ title: 'Lamp', price: 60, publish: true })
  const chair = await ana.list({ title: 'Chair', price: 19.99, publish: true })
  const bare = await ana.list({ title: 'Bare' })
  const theirs = await (await openSeller(app, 'Eve')).list({ title: 'Not yours' })
  const ids = [lamp.id, chair.id, bare.id, theirs.id]
  const priceOf = async (id: string) => (await ana.call('GET', `/v1/listings/${id}`)).body.price
  const preview = await page.post('/app/listings?tab=live', { action: 'price', percent: '-10', round: 'none', ids })
  assert.equal(preview.status, 200)
  assert.match(preview.body, /Lamp<\/a><\/th><td>\$60<\/td><td>\$54<\/td>/)
  assert.match(preview.body, /Bare: This listing has no price yet/)
  assert.match(preview.body, /2 listings do not allow this change/)
  assert.doesNotMatch(preview.body, /Not yours/)
  assert.equal(await priceOf(lamp.id), 60)
  const started = await page.post('/app/listings/bulk', hiddenOf(preview.body))
  assert.equal(started.status, 303, started.body)
  const path = started.headers.location!
  const running = await page.get(path)
  assert.match(running.body, /Changing your listings[\s\S]*<progress/)
  assert.equal(running.headers['refresh'], '2')
  assert.match((await page.get('/app/listings')).body, /See the progress/)
  await app.advance(1)
  assert.match((await page.get(path)).body, /2 listings changed\./)
  assert.deepEqual([await priceOf(lamp.id), await priceOf(chair.id)], [54, 17.99])
  assert.match((await page.get('/app/listings')).body, /See the result or undo the change/)
  assert.equal((await page.post(path, {})).status, 303)
  await app.advance(1)
  const undone = await page.get(path)
  assert.match(undone.body, /2 listings restored\./)
  assert.doesNotMatch(undone.body, />Undo</)
  assert.deepEqual([await priceOf(lamp.id), await priceOf(chair.id)], [60, 19.99])
  assert.match((await page.post('/app/listings', { action: 'price', percent: '', ids })).body, /Enter a percentage from -90 to 300/)
  assert.match((await page.post('/app/listings', { action: 'unpublish' })).body, /Select at least one listing/)
  assert.match((await page.post('/app/listings', { action: 'constructor', ids })).body, /Choose an action/)
  const broken = await page.post('/app/listings/bulk', { ids: lamp.id, change: '{', token: 'x' })
  assert.equal(broken.status, 400)
  assert.match(broken.body, /Preview the change again/)
})

const hiddenOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    ['ids', 'change', 'token'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(body)![1]!.replaceAll('&quot;', '"'),
    ]),
  )

test('a seller can select all listings on the page, or all listings that match the search', async (t) => {
  const { ana, page } = await startWithSeller(t)
  for (let each = 0; each < 52; each++) await ana.list({ title: `Lamp ${each}`, price: 10 })
  await ana.list({ title: 'Coat', price: 10 })
  const { body } = await page.get('/app/listings?tab=draft&q=lamp')
  assert.match(body, /Select all 50 on this page/)
  assert.match(body, /Select all 52 that match/)
  const page_ids = /name="page_ids" value="([^"]*)"/.exec(body)![1]!
  const action = '/app/listings?tab=draft&q=lamp'
  const ofPage = await page.post(action, { action: 'publish', all: 'page', tab: 'draft', page_ids })
  assert.match(ofPage.body, /Change 50 listings/)
  const matching = await page.post(action, { action: 'publish', all: 'matching', tab: 'draft', page_ids })
  assert.match(matching.body, /Change 52 listings/)
  const deletion = await page.post(action, { action: 'delete', all: 'page', tab: 'draft', page_ids })
  assert.match(deletion.body, /Delete 50 listings[\s\S]*You cannot undo a deletion/)
})

test('bulk publishing skips drafts with a price that is only a guess', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const [lamp, coat] = [await ana.list({ title: 'Lamp', price: 20 }), await ana.list({ title: 'Coat', price: 30 })]
  await app.service.ctx.db.updateTable('listings').set({ price_basis: 'default' }).where('id', '=', coat.id).execute()
  const { body } = await page.post('/app/listings?tab=draft', { action: 'publish', ids: [lamp.id, coat.id] })
  assert.match(body, /Coat: The price of \$30 is a guess/)
  assert.deepEqual(hiddenOf(body).ids, lamp.id)
  assert.equal((await page.post('/app/listings/bulk', hiddenOf(body))).status, 303)
})

test('a seller marks the selected listings as sold or relists them without a preview, and sees the result for each', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const [lamp, chair] = [
    await ana.list({ title: 'Lamp', price: 60, publish: true }),
    await ana.list({ title: 'Chair', price: 20, publish: true }),
  ]
  const bare = await ana.list({ title: 'Bare' })
  const theirs = await (await openSeller(app, 'Eve')).list({ title: 'Not yours' })
  const statusOf = async (id: string) => (await ana.call('GET', `/v1/listings/${id}`)).body.status
  const ids = [lamp.id, chair.id, bare.id, theirs.id]
  const sold = (await page.post('/app/listings?tab=live', { do: 'sold', tab: 'live', ids })).body
  assert.match(sold, /2 of 4 failed\. The listings that failed are still selected below/)
  assert.match(sold, /Lamp: sold/)
  assert.doesNotMatch(sold, /Not yours/)
  assert.deepEqual([await statusOf(lamp.id), await statusOf(chair.id), await statusOf(bare.id)], ['sold', 'sold', 'draft'])
  assert.match((await page.get('/app/listings?tab=sold')).body, /name="do" value="relist"/)
  const relisted = (await page.post('/app/listings?tab=sold', { do: 'relist', tab: 'sold', all: 'matching' })).body
  assert.match(relisted, /Done for 2 listings/)
  assert.deepEqual([await statusOf(lamp.id), await statusOf(chair.id)], ['live', 'live'])
  const many = { do: 'relist', tab: 'sold', ids: Array.from({ length: 101 }, () => lamp.id) }
  assert.match((await page.post('/app/listings?tab=sold', many)).body, /Select at most 100 listings/)
})

test('the table saves only the edited prices, and overwrites a price that changed elsewhere only when the seller saves again', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const [lamp, chair] = [
    await ana.list({ title: 'Lamp', price: 60, lowest_price: 50, publish: true }),
    await ana.list({ title: 'Chair', price: 20, publish: true }),
  ]
  const theirs = await (await openSeller(app, 'Eve')).list({ title: 'Not yours', price: 5 })
  const pricesOf = async ({ id }: { id: string }) => {
    const { price, lowest_price } = (await ana.call('GET', `/v1/listings/${id}`)).body
    return [price, lowest_price]
  }
  const path = '/app/listings?tab=live'
  const shown = /name="shown" value="([^"]*)"/.exec((await page.get(path)).body)![1]!.replaceAll('&quot;', '"')
  const form = { do: 'prices', shown, [`price.${lamp.id}`]: ' $55.50', [`lowest_price.${lamp.id}`]: '50', [`price.${chair.id}`]: '20' }
  assert.equal((await page.post(path, form)).status, 303)
  assert.deepEqual(
    [await pricesOf(lamp), await pricesOf(chair)],
    [
      [55.5, 50],
      [20, null],
    ],
  )
  assert.equal((await page.post(path, { ...form, shown: '{}' })).status, 303)
  const stale = (await page.post(path, { ...form, [`price.${lamp.id}`]: '40', [`price.${chair.id}`]: '25' })).body
  assert.match(stale, /1 of 2 failed\. Correct the prices below that could not be saved, then save again/)
  assert.match(stale, /Lamp: The price has been changed elsewhere and is now \$55\.50/)
  assert.match(stale, /Chair: \$25/)
  assert.match(stale, new RegExp(`name="price\\.${lamp.id}" value="40"`))
  assert.deepEqual(
    [await pricesOf(lamp), await pricesOf(chair)],
    [
      [55.5, 50],
      [25, null],
    ],
  )
  const above = { do: 'prices', shown: JSON.stringify({ [lamp.id]: { lowest_price: '50' } }), [`lowest_price.${lamp.id}`]: '99' }
  assert.match((await page.post(path, above)).body, /The minimum price must not be above price/)
  const eve = { do: 'prices', shown: JSON.stringify({ [theirs.id]: { price: '5' } }), [`price.${theirs.id}`]: '1' }
  const refused = (await page.post(path, eve)).body
  assert.match(refused, /1 of 1 failed/)
  assert.doesNotMatch(refused, /Not yours/)
  assert.match((await page.post(path, { do: 'prices', shown: '{"a":null}' })).body, /Reload the page, then enter the prices again/)
})
