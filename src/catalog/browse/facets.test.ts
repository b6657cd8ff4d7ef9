import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { compareFacets } from '#test/search/engine-facets.ts'

const line = (label: string, value: string) => ({ key: label.toLowerCase(), label, value, source: 'you' })

for (const index of ['on', 'off']) {
  test(`facet filters and facet counts match the results of a full scan (index ${index})`, async (t) => {
    await compareFacets(await startApp(t, { SEARCH_INDEX: index }), { listings: 70, runs: 30, seed: 20_261_126 })
  })

  test(`a filter finds all spellings of a value, and the facet is labeled with the most common spelling (index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    const { ctx } = app.service
    const shop = await makeShop(ctx, (await app.signUp()).id)
    for (const brand of ['levis', "Levi's", 'Levi’s', "Levi's", 'Muji'])
      await makeListing(ctx, shop, { fields: [line('Brand', brand), line('Colour', 'Navy, white and red')] })
    await makeListing(ctx, shop, { fields: [line('Size', '  ')] })
    await ctx.search.ready()
    const { body } = await app.call('GET', '/v1/market/search?facets=true&brand=LEVI+STRAUSS&color=white&color=green')
    assert.deepEqual([body.total, body.data.length], [4, 4])
    const lists = Object.fromEntries(body.facets.map(({ name, values }: { name: string; values: unknown }) => [name, values]))
    assert.deepEqual(Object.keys(lists), ['brand', 'size', 'condition', 'color'])
    assert.deepEqual(lists.brand, [
      { value: 'levis', label: "Levi's", count: 4 },
      { value: 'muji', label: 'Muji', count: 1 },
    ])
    assert.deepEqual(
      lists.color.map(({ value, count }: { value: string; count: number }) => [value, count]),
      [
        ['navy', 4],
        ['red', 4],
        ['white', 4],
      ],
    )
    assert.deepEqual(lists.size, [])
  })

  test(`facet counts include reserved items, and each facet lists at most 50 values (index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    const { ctx } = app.service
    const shop = await makeShop(ctx, (await app.signUp()).id)
    for (let n = 0; n < 55; n++) await makeListing(ctx, shop, { fields: [line('Brand', `Zorbu${String(n).padStart(2, '0')}`)] })
    const reserved = await makeListing(ctx, shop, { fields: [line('Brand', 'Zorbu54')] })
    await ctx.db
      .updateTable('listings')
      .set({ reserved_until: new Date(ctx.now().getTime() + 60_000) })
      .where('id', '=', reserved.id)
      .execute()
    await ctx.search.ready()
    const { body } = await app.call('GET', '/v1/market/search?facets=true')
    const { values } = body.facets[0]
    assert.equal(values.length, 50)
    assert.deepEqual(values.slice(0, 2), [
      { value: 'zorbu54', label: 'Zorbu54', count: 2 },
      { value: 'zorbu00', label: 'Zorbu00', count: 1 },
    ])
  })
}

const refusals: [query: string, param: string, message: RegExp][] = [
  ['condition=mint', 'condition', /must be one of new, like_new, good, fair, worn, parts/],
  ['condition=new&condition=odd', 'condition', /must be one of/],
  ['min_price=20&max_price=10', 'min_price', /max_price/],
  ['price=under-25&min_price=5', 'price', /not both/],
  ['price=25-100&max_price=5', 'price', /not both/],
  ['min_price=-1', 'min_price', /dollars/],
  ['max_price=1.234', 'max_price', /decimals/],
  ['min_price=ten', 'min_price', /dollars/],
  [`brand=${'x'.repeat(101)}`, 'brand', /at most 100 characters/],
  [Array.from({ length: 11 }, (_, n) => `brand=b${n}`).join('&'), 'brand', /at most 10/],
  [Array.from({ length: 11 }, (_, n) => `size=${n}`).join('&'), 'size', /at most 10/],
  [Array.from({ length: 11 }, () => 'condition=new').join('&'), 'condition', /at most 10/],
  [Array.from({ length: 11 }, (_, n) => `color=c${n}`).join('&'), 'color', /at most 10/],
  ['q=a&q=b', 'q', /appears more than once/],
]

test('a search with an invalid filter returns 400, and the error names the field', async (t) => {
  const app = await startApp(t)
  const shop = await makeShop(app.service.ctx, (await app.signUp()).id)
  for (const path of ['/v1/market/search', `/v1/market/stores/${shop.slug}`])
    for (const [query, param, message] of refusals) {
      if (path.includes('stores') && /^(price|q)=/.test(query)) continue
      const { status, body } = await app.call('GET', `${path}?${query}`)
      assert.deepEqual([status, body.error?.param], [400, param], `${path}?${query}`)
      assert.match(body.error.message, message)
    }
})

test('a filter with several values accepts both notations, up to ten values, any letter case, and empty values', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const shop = await makeShop(ctx, (await app.signUp()).id)
  await makeListing(ctx, shop, { priceCents: 25_00, fields: [line('Brand', 'Muji'), line('Condition', 'As new')] })
  await makeListing(ctx, shop, { priceCents: 30_00 })
  await ctx.search.ready()
  const total = async (query: string) => (await app.call('GET', `/v1/market/search?${query}`)).body.total
  for (const query of ['brand[]=muji&brand[]=ikea', 'brand=Ikea&brand=M%C3%BCji', 'condition=LIKE+NEW', 'condition=like_new&brand=muji'])
    assert.equal(await total(query), 1, query)
  assert.equal(await total(Array.from({ length: 10 }, (_, n) => `brand=${n === 9 ? 'muji' : n}`).join('&')), 1)
  assert.equal(await total('brand=&size=&color='), 2, 'an empty filter is no filter')
  assert.equal(await total('brand=%21'), 0, 'no listing has a brand without a letter')
  assert.equal(await total('min_price=25&max_price=25'), 1)
  assert.equal(await total('min_price=25.01'), 1)
  assert.equal(await total('min_price=0&max_price=0'), 0)
})

test('a listing shows the brand, size and condition that are stated in its fields', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  await app.call('POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  const list = async (fields: object) => {
    const { body } = await app.call('POST', '/v1/listings', { key, json: { title: 'Coat', price: 20, publish: true, fields } })
    return body.id as string
  }
  const facets = ({ brand, size, condition }: Record<string, unknown>) => ({ brand, size, condition })
  const id = await list({ Brand: 'levi strauss', Size: 'medium', Condition: 'Very good, one mark', Colour: 'red' })
  assert.deepEqual(facets((await app.call('GET', `/v1/market/listings/${id}`)).body), { brand: "Levi's", size: 'M', condition: 'good' })
  const { data } = (await app.call('GET', '/v1/market/search?color=red')).body
  assert.deepEqual(data.map(facets), [{ brand: "Levi's", size: 'M', condition: 'good' }])
  const plain = await list({ Material: 'wool' })
  assert.deepEqual(facets((await app.call('GET', `/v1/market/listings/${plain}`)).body), { brand: null, size: null, condition: null })
  await app.call('PATCH', `/v1/listings/${id}`, { key, json: { fields: { Brand: 'Muji' } } })
  assert.equal((await app.call('GET', '/v1/market/search?brand=muji')).body.total, 1)
  assert.equal((await app.call('GET', '/v1/market/search?brand=levis')).body.total, 0)
})

test('search results contain facets only on request, and never for a paused shop', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const shop = await makeShop(ctx, (await app.signUp()).id, { paused: true })
  assert.equal('facets' in (await app.call('GET', '/v1/market/search')).body, false)
  assert.equal('facets' in (await app.call('GET', '/v1/market/search?facets=no')).body, false)
  const store = (query: string) => app.call('GET', `/v1/market/stores/${shop.slug}${query}`)
  assert.equal('facets' in (await store('')).body, false)
  assert.deepEqual(
    (await store('?facets=true')).body.facets.map(({ values }: { values: unknown[] }) => values),
    [[], [], [], []],
  )
})

const words = async (app: TestApp, path: string) => (await app.call('GET', path)).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('the search page shows the number of results in each category, and hides categories without results', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const shop = await makeShop(ctx, (await app.signUp()).id)
  for (const category of ['Home', 'Home', 'Books']) await makeListing(ctx, shop, { title: 'Lamp', category })
  await makeListing(ctx, shop, { title: 'Chair', category: 'Home' })
  const read = await words(app, '/search?q=lamp&category=Books')
  assert.match(read, / Home 2 /)
  assert.match(read, / Books 1 /)
  assert.doesNotMatch(read, / Tech /)
})

test('search pages and shop pages show facets with counts, chips that can be removed, and the size and condition on each card', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const shop = await makeShop(ctx, (await app.signUp()).id)
  const about = (size: string, condition: string) => [line('Brand', 'Muji'), line('Size', size), line('Condition', condition)]
  await makeListing(ctx, shop, { title: 'Coat', priceCents: 40_00, fields: about('medium', 'Good') })
  await makeListing(ctx, shop, { title: 'Shirt', priceCents: 90_00, fields: about('EU 38', 'As new') })
  await ctx.search.ready()
  const host = `${shop.slug}.resale.localhost`
  for (const at of [{ path: '/search' }, { path: '/', headers: { host } }]) {
    const page = async (query: string) => {
      const { status, body } = await app.call('GET', `${at.path}${query}`, { headers: at.headers ?? {} })
      assert.equal(status, 200)
      return { body, read: body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') as string }
    }
    const { read, body } = await page('?size=m&brand=muji&max_price=50')
    assert.match(read, /Size M 1 EU 38 0|Size M 1 /)
    assert.match(read, /Brand Muji 1 /)
    assert.match(read, /Coat M · Good /)
    assert.doesNotMatch(read, /Shirt/)
    assert.match(read, /Remove: Muji Remove: Size M Remove: Up to \$50 Remove: All filters/)
    assert.match(body, /name="size" value="m" checked/)
    assert.match(body, /name="max_price"[^>]*value="50"/)
    assert.match(body, /href="[^"]*\?brand=muji&amp;max_price=50"[^>]*><span class="hidden-text">Remove: <\/span>Size M/)
    assert.match((await page('?brand=unheard&size=m')).read, /No items/)
  }
})
