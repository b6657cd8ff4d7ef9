import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

const search = async (app: TestApp, query: Record<string, string>) => {
  const { status, body } = await app.call('GET', `/v1/market/search?${new URLSearchParams({ limit: '1', ...query }).toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Counts each facet choice with a separate search. */
async function counted(app: TestApp, query: Record<string, string>) {
  const total = async (change: Record<string, string>): Promise<number> => (await search(app, { ...query, ...change })).total
  const each = async (name: string, values: readonly string[]) =>
    Object.fromEntries(await Promise.all(values.map(async (value) => [value, await total({ [name]: value })] as const)))
  return {
    category: await each('category', MARKET_CATEGORIES),
    price: await each('price', PRICE_BANDS),
    offers: await total({ offers: 'true' }),
  }
}

for (const index of ['on', 'off']) {
  test(`facet counts equal the totals of searches with that filter (index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    const { ctx } = app.service
    const shop = await makeShop(ctx, (await app.signUp()).id)
    const categories = ['Home', 'home', 'HOME', 'Books', 'Tech', 'Other', null]
    const prices = [0, 24_99, 25_00, 100_00, 100_01]
    for (let i = 0; i < 40; i++)
      await makeListing(ctx, shop, {
        title: i % 3 === 0 ? 'Oak lamp' : 'Brass lantern',
        category: categories[i % 7]!,
        priceCents: prices[i % 5]!,
        takeOffers: i % 2 === 0,
        ...(i % 11 === 0 ? { status: 'draft' as const } : {}),
      })
    await ctx.search.ready()
    for (const q of ['', 'lamps', 'nothing of that kind'])
      for (const category of [{}, { category: 'home' }])
        for (const price of ['any', '25-100'])
          for (const offers of ['false', 'true']) {
            const query = { ...(q && { q }), ...category, price, offers }
            assert.deepEqual((await search(app, { ...query, facets: 'true' })).facets, await counted(app, query), JSON.stringify(query))
          }
    assert.equal('facets' in (await search(app, {})), false)
    assert.equal('facets' in (await search(app, { facets: 'no' })), false)
  })
}

test('search page shows the result count of each category', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const shop = await makeShop(ctx, (await app.signUp()).id)
  for (const category of ['Home', 'Home', 'Books']) await makeListing(ctx, shop, { title: 'Lamp', category })
  await makeListing(ctx, shop, { title: 'Chair', category: 'Home' })
  const page = await app.call('GET', '/search?q=lamp&category=Books')
  const read = page.body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  assert.match(read, / Home 2 /)
  assert.match(read, / Books 1 /)
  assert.match(read, / Tech 0 /)
})
