import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'

const titles = (reply: { body: { data: { title: string }[] } }): string[] => reply.body.data.map((one) => one.title)

const search = async (app: TestApp, query: string) => {
  const reply = await app.call('GET', `/v1/market/search?${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply
}

test('search results and listing details have exactly the fields that interface.md specifies', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp('Ana Lopez')
  const shop = await makeShop(ctx, owner.id, { slug: 'lemon-row' })
  const { id } = await makeListing(ctx, shop, {
    title: 'Wool coat',
    oneLiner: 'Warm',
    description: 'First.\n\nSecond,\nstill second.',
    category: 'Clothing',
    priceCents: 62_50,
    lowestPriceCents: 37_13,
    shippingCents: 0,
    link: 'wool-coat',
    fields: [{ key: 'size', label: 'Size', value: 'M', source: 'you' }],
  })
  const web = await makePhoto(ctx, id, { source: 'web', position: 0 })
  const video = await makePhoto(ctx, id, { isVideo: true, position: 1 })
  const own = await makePhoto(ctx, id, { position: 2 })
  const card = {
    object: 'public_listing',
    id,
    slug: 'wool-coat',
    store: 'lemon-row',
    title: 'Wool coat',
    one_liner: 'Warm',
    price: 62.5,
    was_price: null,
    shipping: 0,
    photo: `${app.programsUrl}/media/${own}`,
    category: 'Clothing',
    brand: null,
    size: 'M',
    condition: null,
    open_to_offers: true,
    sold: false,
    reserved: false,
    just_listed: true,
    url: `http://lemon-row.resale.localhost:${app.port}/wool-coat`,
    seller: { name: 'Ana Lopez' },
    liked: false,
  }
  const found = await search(app, 'q=coats')
  assert.deepEqual((await search(app, 'q=%0Acoats%09')).body.data, found.body.data, 'a newline and a tab are text')
  assert.deepEqual(found.body, { object: 'search_result', data: [card], total: 1, stores: 1, exact: true, has_more: false })
  const one = await app.call('GET', `/v1/market/listings/${id}`)
  assert.deepEqual(one.body, {
    ...card,
    description: ['First.', 'Second,\nstill second.'],
    details: [{ label: 'Size', value: 'M' }],
    photos: [web, video, own].map((key) => ({ url: `${app.programsUrl}/media/${key}`, video: key === video })),
    listed: 'Listed just now',
    ships_to: ['US'],
  })
})

test('a photo that was copied from the web is never the cover photo in public responses', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, ben] = [await app.signUp(), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'web-row' })
  const { id } = await makeListing(ctx, shop, { title: 'Pewter jug', priceCents: 30_00 })
  const web = await makePhoto(ctx, id, { source: 'web', position: 0 })
  const one = (await app.call('GET', `/v1/market/listings/${id}`)).body
  const [card] = (await search(app, 'q=jug')).body.data
  const [inStore] = (await app.call('GET', '/v1/market/stores/web-row')).body.listings
  const order = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: id } })
  assert.equal(order.status, 201, JSON.stringify(order.body))
  assert.deepEqual([one.photo, card.photo, inStore.photo, order.body.listing.photo], [null, null, null, null])
  assert.deepEqual(
    one.photos.map(({ url }: { url: string }) => url),
    [`${app.programsUrl}/media/${web}`],
  )
})

test('search can filter by text, price band, category in any letter case, and whether the listing accepts offers', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const [one, two] = [await makeShop(ctx, owner.id), await makeShop(ctx, owner.id)]
  await makeListing(ctx, one, { title: 'Oak lamp', category: 'Home', priceCents: 24_99, takeOffers: false })
  await makeListing(ctx, one, { title: 'Brass lamp', category: 'home', priceCents: 25_00 })
  await makeListing(ctx, two, { title: 'Tall lamp', category: 'HOME', priceCents: 100_00 })
  await makeListing(ctx, two, { title: 'Grand lamp', category: 'Collectibles', priceCents: 100_01 })
  await makeListing(ctx, two, { title: 'Boots', description: 'They stood beside a lamp.', category: null, priceCents: 0 })
  const counts = async (query: string) => {
    const { body } = await search(app, `limit=1&${query}`)
    return [body.total, body.stores]
  }
  assert.deepEqual(await counts(''), [5, 2])
  assert.deepEqual(await counts('q=lamps'), [5, 2])
  assert.deepEqual(await counts('q=brass+lamp'), [1, 1])
  assert.deepEqual(await counts('q=the'), await counts(''), 'a stop word alone matches everything')
  assert.deepEqual(await counts('category=hOmE'), [3, 2])
  assert.deepEqual(await counts('price=under-25'), [2, 2])
  assert.deepEqual(await counts('price=25-100'), [2, 2])
  assert.deepEqual(await counts('price=over-100'), [1, 1])
  assert.deepEqual(await counts('price=any'), [5, 2])
  assert.deepEqual(await counts('offers=yes'), [4, 2])
  assert.deepEqual(await counts('offers=false'), [5, 2])
  assert.deepEqual(await counts('q=lamp&category=Home&price=25-100&offers=on'), [2, 2])
})

test('operators and special characters in a search query are treated as ordinary text', async (t) => {
  const app = await startApp(t)
  for (const q of [`'`, '"', 'a & | ! <-> b', '((', ':*', '\\', '%', "'; drop table listings;--", 'or', '-', '🙂', 'é'.repeat(200)]) {
    await search(app, `q=${encodeURIComponent(q)}`)
  }
})

test('search results are sorted as requested, and the pages never repeat or skip a listing', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id)
  const at = ctx.now()
  const ids: string[] = []
  for (let i = 0; i < 23; i++)
    ids.push((await makeListing(ctx, shop, { title: 'Plain mug', priceCents: i % 2 === 0 ? 5_00 : 7_00, publishedAt: at })).id)
  for (const sort of ['newest', 'best', 'price-asc', 'price-desc']) {
    const seen: { id: string; price: number }[] = []
    for (let offset = 0; ; offset += 4) {
      const { body } = await search(app, `q=mug&sort=${sort}&limit=4&offset=${offset}`)
      assert.equal(body.total, 23)
      seen.push(...body.data)
      assert.equal(body.has_more, seen.length < 23)
      if (!body.has_more) break
    }
    assert.deepEqual(seen.map((one) => one.id).toSorted(), ids.toSorted(), `${sort} shows each exactly once`)
    const prices = seen.map((one) => one.price)
    if (sort === 'price-asc')
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => a - b),
      )
    if (sort === 'price-desc')
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => b - a),
      )
  }
})

test('listings are sorted newest first when browsing, and best match first when searching', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id)
  const hoursAgo = (hours: number) => new Date(ctx.now().getTime() - hours * 3600_000)
  await makeListing(ctx, shop, { title: 'Green teapot', publishedAt: hoursAgo(71) })
  await makeListing(ctx, shop, { title: 'Chair', description: 'Matches the teapot.', publishedAt: hoursAgo(1) })
  await makeListing(ctx, shop, { title: 'Spoon', publishedAt: hoursAgo(73) })
  assert.deepEqual(titles(await search(app, '')), ['Chair', 'Green teapot', 'Spoon'])
  assert.deepEqual(titles(await search(app, 'q=')), ['Chair', 'Green teapot', 'Spoon'])
  assert.deepEqual(titles(await search(app, 'q=teapot')), ['Green teapot', 'Chair'])
  assert.deepEqual(titles(await search(app, 'q=teapot&sort=newest')), ['Chair', 'Green teapot'])
  const flags = (await search(app, '')).body.data.map((one: { just_listed: boolean }) => one.just_listed)
  assert.deepEqual(flags, [true, true, false], 'just listed means within 72 hours')
})

test('invalid query parameters in a search return 400, and the error names the parameter', async (t) => {
  const app = await startApp(t)
  const cases: [query: string, param: string][] = [
    ['sort=best', 'sort'],
    ['q=+&sort=best', 'sort'],
    ['sort=oldest&q=a', 'sort'],
    ['category=Boats', 'category'],
    ['price=cheap', 'price'],
    ['offers=maybe', 'offers'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=100001', 'offset'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
  ]
  for (const [query, param] of cases) {
    const { status, body } = await app.call('GET', `/v1/market/search?${query}`)
    assert.deepEqual([query, status, body.error?.type, body.error?.param], [query, 400, 'invalid_request', param])
  }
})

test('public endpoints support ETags and allow any origin, but a response to a request with an API key is private', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const shop = await makeShop(app.service.ctx, owner.id)
  const { id } = await makeListing(app.service.ctx, shop)
  for (const path of [
    '/v1/market/search',
    '/v1/market/suggest?q=la',
    `/v1/market/listings/${id}`,
    '/v1/market/stores',
    `/v1/market/stores/${shop.slug}`,
    `/v1/stores/${shop.slug}/reviews`,
  ]) {
    const open = await app.call('GET', path)
    assert.equal(open.headers['access-control-allow-origin'], '*', path)
    assert.equal(open.headers['access-control-allow-credentials'], undefined, path)
    assert.match(open.headers['cache-control']!, /^public, max-age=\d+$/, path)
    const again = await app.call('GET', path, { headers: { 'if-none-match': open.headers.etag! } })
    assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, open.headers.etag], path)
    const keyed = await app.call('GET', path, { key: owner.key })
    assert.match(keyed.headers['cache-control']!, /^private/, path)
    assert.equal(
      (await app.call('OPTIONS', path, { headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' } }))
        .headers['access-control-allow-origin'],
      '*',
      path,
    )
    assert.equal((await app.call('GET', path, { key: 'rsk_wrong' })).status, 401, path)
  }
  assert.equal((await app.call('GET', '/v1/likes', { key: owner.key })).headers['access-control-allow-origin'], undefined)
})
