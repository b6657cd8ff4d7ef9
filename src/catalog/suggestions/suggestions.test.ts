import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'

const suggest = async (app: TestApp, q: string): Promise<[kind: string, text: string][]> => {
  const { status, body } = await app.call('GET', `/v1/market/suggest?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.total, body.has_more, body.data.length <= 8], [body.data.length, false, true])
  return body.data.map((one: { kind: string; text: string }) => [one.kind, one.text])
}

test('suggestions contain words, and categories and stores with their URLs', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const { id } = await app.signUp()
  const shop = await makeShop(ctx, id, { slug: 'bobs', name: 'Boots & Co' })
  for (const title of ['Boots', 'Red Boots', 'Boot rack']) await makeListing(ctx, shop, { title })
  await ctx.search.ready()
  assert.deepEqual((await app.call('GET', '/v1/market/suggest?q=Boo')).body.data, [
    { object: 'suggestion', kind: 'words', text: 'Boots', url: `${app.url}/search?q=Boots` },
    { object: 'suggestion', kind: 'words', text: 'Boot', url: `${app.url}/search?q=Boot` },
    { object: 'suggestion', kind: 'category', text: 'Books', url: `${app.url}/search?category=Books` },
    { object: 'suggestion', kind: 'store', text: 'Boots & Co', url: `http://bobs.resale.localhost:${app.port}` },
  ])
  assert.deepEqual(await suggest(app, 'red boo'), [
    ['words', 'red Boots'],
    ['words', 'red Boot'],
  ])
  assert.deepEqual(await suggest(app, 'boots & c'), [['store', 'Boots & Co']])
  for (const q of ['%', '_', '\\', `'`, '🙂', 'é'.repeat(200)]) assert.deepEqual(await suggest(app, q), [], q)
})

test('search suggestions contain only words and names that are publicly visible', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const { id, key } = await app.signUp()
  const open = await makeShop(ctx, id, { name: 'Zorbu house' })
  const hidden = [
    await makeShop(ctx, id, { name: 'Zorba', visibility: 'private' }),
    await makeShop(ctx, id, { name: 'Zorbe', visibility: 'link' }),
    await makeShop(ctx, id, { name: 'Zorbi', paused: true }),
  ]
  for (const shop of hidden) await makeListing(ctx, shop, { title: 'Zorbix' })
  await makeListing(ctx, open, { title: 'Zorbad', status: 'draft' })
  await makeListing(ctx, open, { title: 'Zorbel', visibility: 'link' })
  await makeListing(ctx, open, { title: 'Lamp', description: 'Zorbin' })
  const shown = await makeListing(ctx, open, { title: 'Zorbux' })
  await ctx.search.ready()
  assert.deepEqual(await suggest(app, 'zorb'), [
    ['words', 'Zorbux'],
    ['store', 'Zorbu house'],
  ])
  await app.call('POST', `/v1/listings/${shown.id}/mark-sold`, { key })
  assert.deepEqual(await suggest(app, 'zorb'), [['store', 'Zorbu house']])
  await app.call('PATCH', `/v1/shops/${open.slug}`, { key, json: { paused: true } })
  assert.deepEqual(await suggest(app, 'zorb'), [])
})

test('in live mode, only live stores are suggested; in test mode, only the stores of the same test data', async (t) => {
  const app = await startApp(t)
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const tenants = [await openTestTenant(app, ana), await openTestTenant(app, ben)]
  const keys = [ana.key, ...tenants.map(({ seller }) => seller.key)]
  for (const [index, key] of keys.entries())
    assert.equal((await app.call('POST', '/v1/shops', { key, json: { name: `Zorb ${index}`, slug: `zorb-${index}` } })).status, 201)
  const stores = async (key?: string) =>
    (await app.call('GET', '/v1/market/suggest?q=zorb', key ? { key } : {})).body.data.map(({ text }: { text: string }) => text)
  assert.deepEqual(await Promise.all([undefined, ...keys].map(stores)), [['Zorb 0'], ['Zorb 0'], ['Zorb 1'], ['Zorb 2']])
})

test('a request returns at most eight suggestions, including categories and stores', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const { id } = await app.signUp()
  for (let i = 0; i < 5; i++) await makeShop(ctx, id, { name: `Clothes ${i}` })
  await makeListing(ctx, await makeShop(ctx, id), { title: 'Clock cloak cloche clog clamp clip club clay clown' })
  await ctx.search.ready()
  const found = await suggest(app, 'cl')
  assert.deepEqual(
    found.map(([kind]) => kind),
    ['words', 'words', 'words', 'words', 'category', 'store', 'store', 'store'],
  )
})

test('categories and stores are suggested even without a search index, and an invalid q returns 400', async (t) => {
  const app = await startApp(t, { SEARCH_INDEX: 'off' })
  const { ctx } = app.service
  const { id } = await app.signUp()
  await makeListing(ctx, await makeShop(ctx, id, { name: 'Bagatelle' }), { title: 'Bags' })
  assert.deepEqual(await suggest(app, 'bAg'), [
    ['category', 'Bags'],
    ['store', 'Bagatelle'],
  ])
  for (const query of ['', '?q=', '?q=+', `?q=${'a'.repeat(201)}`]) {
    const { status, body } = await app.call('GET', `/v1/market/suggest${query}`)
    assert.deepEqual([query, status, body.error?.param], [query, 400, 'q'])
  }
})
