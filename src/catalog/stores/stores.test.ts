import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop, renameShop, type ShopRow } from '#test/rows.ts'

const slugs = (reply: { body: { data: { slug: string }[] } }): string[] => reply.body.data.map((one) => one.slug)

test('a store is returned with all fields in the specification and its last 12 sales', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp('Ana Lopez')
  const shop = await makeShop(ctx, owner.id, {
    slug: 'lemon-row',
    name: 'Lemon Row',
    about: 'Mended denim. From Portland.',
    location: 'Portland',
    createdAt: new Date('2026-05-03T00:00:00Z'),
  })
  const { id } = await makeListing(ctx, shop, { title: 'Coat' })
  await makeListing(ctx, shop, { title: 'Secret', visibility: 'link' })
  for (let i = 1; i <= 14; i++)
    await makeListing(ctx, shop, {
      title: `Gone ${i}`,
      priceCents: i * 100,
      status: 'sold',
      soldAt: new Date(ctx.now().getTime() - i * 86_400_000),
    })
  const listed = {
    object: 'store',
    slug: 'lemon-row',
    name: 'Lemon Row',
    owner: 'Ana Lopez',
    tagline: 'Mended denim.',
    about: 'Mended denim. From Portland.',
    location: 'Portland',
    since: 'May 2026',
    for_sale: 1,
    sold: 14,
    paused: false,
    away_until: null,
    bundle_tiers: [],
    bundle_shipping: 'sum',
    picture_url: null,
    url: `http://lemon-row.resale.localhost:${app.port}`,
  }
  assert.deepEqual((await app.call('GET', '/v1/market/stores')).body, { object: 'list', data: [listed], total: 1, has_more: false })
  const { body } = await app.call('GET', '/v1/market/stores/Lemon-Row')
  const { listings, recently_sold: sold, ...rest } = body
  assert.deepEqual(rest, { ...listed, followers: 0, sale: null, following: false })
  assert.deepEqual(
    listings.map((one: { id: string }) => one.id),
    [id],
  )
  assert.equal(sold.length, 12)
  assert.deepEqual(sold[0], { title: 'Gone 1', price: 1, when: '1 day ago' })
  assert.equal(sold[11].title, 'Gone 12')
})

/** Maximum delay of the ranking, in seconds. Opening or closing a store changes the list without this delay. */
const RANKING_VALID_S = 6

test('stores are ranked by activity; equally active stores are ranked by number of live listings, and then by age', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const day = (n: number) => new Date(ctx.now().getTime() - n * 86_400_000)
  const young = await makeShop(ctx, owner.id, { slug: 'young', createdAt: day(1) })
  await makeShop(ctx, owner.id, { slug: 'old', createdAt: day(30) })
  const full = await makeShop(ctx, owner.id, { slug: 'full', createdAt: day(2) })
  await makeListing(ctx, full)
  const first = await app.call('GET', '/v1/market/stores')
  assert.deepEqual(slugs(first), ['full', 'old', 'young'])
  assert.deepEqual(
    first.body.data.map((store: { for_sale: number; sold: number }) => [store.for_sale, store.sold]),
    [
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  )
  const { id } = await makeListing(ctx, young, { visibility: 'link' })
  await app.call('PUT', `/v1/market/listings/${id}/like`, { key: owner.key })
  assert.deepEqual(
    slugs(await app.call('GET', '/v1/market/stores')),
    ['full', 'old', 'young'],
    'an owner’s like of their own listing does not count',
  )
  const buyer = await app.signUp('Ben')
  await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })
  await app.advance(RANKING_VALID_S)
  assert.deepEqual(slugs(await app.call('GET', '/v1/market/stores')), ['young', 'full', 'old'])
  for (let i = 0; i < 6; i++) await app.call('GET', '/v1/market/stores/old', { headers: { 'user-agent': `visitor ${i}` } })
  await app.advance(RANKING_VALID_S)
  assert.deepEqual(slugs(await app.call('GET', '/v1/market/stores')), ['old', 'young', 'full'], 'six views weigh more than one like')
  await app.advance(8 * 86_400)
  assert.deepEqual(slugs(await app.call('GET', '/v1/market/stores')), ['full', 'old', 'young'], 'only the last week counts')
})

test('stores are ranked by the weighted number of questions, offers and sales in the last week', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp(), await app.signUp('Ben')]
  const shops = await Promise.all(
    ['quiet', 'asked', 'offered', 'selling'].map((slug, index) =>
      makeShop(ctx, owner.id, { slug, createdAt: new Date(ctx.now().getTime() - 9_000 + index) }),
    ),
  )
  const [, messaged, offered, selling] = shops as [ShopRow, ShopRow, ShopRow, ShopRow]
  // a question scores 10 points, an offer 20 and a sale 50
  const sendMessage = async (shop: ShopRow) =>
    (await app.call('POST', '/v1/threads', { key: buyer.key, json: { shop: shop.slug, text: 'Open?' } })).body.id as string
  const thread = await sendMessage(messaged)
  await app.call('POST', `/v1/threads/${thread}/messages`, { key: owner.key, json: { text: 'The own answer does not count.' } })
  await makeOffer(ctx, offered, await makeListing(ctx, offered, { visibility: 'link' }), { buyerId: buyer.id })
  await makeOrder(ctx, selling, await makeListing(ctx, selling, { visibility: 'link' }), { buyerId: buyer.id, status: 'shipped' })
  const order = async () => {
    await app.advance(RANKING_VALID_S)
    return slugs(await app.call('GET', '/v1/market/stores'))
  }
  assert.deepEqual(await order(), ['selling', 'offered', 'asked', 'quiet'])
  await sendMessage(messaged)
  await app.call('PUT', `/v1/market/listings/${(await makeListing(ctx, messaged, { visibility: 'link' })).id}/like`, { key: buyer.key })
  assert.deepEqual(await order(), ['selling', 'asked', 'offered', 'quiet'], 'two questions and a like weigh more than one offer')
  await ctx.db.updateTable('orders').set({ status: 'problem' }).execute()
  await ctx.db.updateTable('orders').set({ status: 'refunded' }).execute()
  assert.deepEqual((await order())[0], 'asked', 'a refunded sale does not count')
  await app.advance(8 * 86_400)
  assert.deepEqual(await order(), ['quiet', 'asked', 'offered', 'selling'], 'only the last week counts')
})

test('a new, paused, reopened or deleted store immediately changes the store list', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const list = async () => {
    const { body } = await app.call('GET', '/v1/market/stores')
    return [body.total, ...body.data.map(({ slug }: { slug: string }) => slug)]
  }
  assert.deepEqual(await list(), [0])
  await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'One', slug: 'one-shop' } })
  assert.deepEqual(await list(), [1, 'one-shop'])
  for (const [paused, expected] of [
    [true, [0]],
    [false, [1, 'one-shop']],
  ] as const) {
    await app.call('PATCH', '/v1/shops/one-shop', { key: owner.key, json: { paused } })
    assert.deepEqual(await list(), expected)
  }
  await app.call('PATCH', '/v1/shops/one-shop', { key: owner.key, json: { slug: 'moved-shop' } })
  assert.deepEqual(await list(), [1, 'moved-shop'])
  await app.call('DELETE', '/v1/shops/moved-shop', { key: owner.key })
  assert.deepEqual(await list(), [0])
})

test('while a new ranking is being computed, the store list preserves its order, omits removed stores and includes new stores', async (t) => {
  // starts no worker, because the worker's periodic jobs also read orders
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const owner = await app.signUp()
  for (const slug of ['one', 'two', 'three']) await makeShop(ctx, owner.id, { slug })
  const list = async () => slugs(await app.call('GET', '/v1/market/stores'))
  assert.deepEqual(await list(), ['one', 'two', 'three'])
  const { promise: ranked, resolve: letRank } = Promise.withResolvers<void>()
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
  const ranking = ctx.db.transaction().execute(async (tx) => {
    await sql`lock table orders in access exclusive mode`.execute(tx)
    hasLocked()
    await ranked
  })
  await locked
  try {
    await app.call('PATCH', '/v1/shops/one', { key: owner.key, json: { paused: true } })
    const four = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Four', slug: 'four' } })
    assert.equal(four.status, 201)
    const all = await Promise.all(Array.from({ length: 8 }, list))
    for (const each of all) assert.deepEqual(each, ['two', 'three', 'four'])
    const waiting = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
    assert.equal(waiting.rows.length, 1, 'one process ranks once, and no request waits for it')
  } finally {
    letRank()
    await ranking
  }
  const buyer = await app.signUp('Ben')
  await app.call('POST', '/v1/threads', { key: buyer.key, json: { shop: 'four', text: 'Open?' } })
  // the ranking took long to compute, so it is cached for a longer time
  await app.advance(60)
  assert.deepEqual(await list(), ['four', 'two', 'three'])
})

test('a request waits for the new ranking if the ranking is long overdue; after a failed ranking, the next attempt is delayed', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  for (const slug of ['one', 'two', 'three']) await makeShop(ctx, owner.id, { slug })
  const buyer = await app.signUp('Ben')
  const sendMessage = (shop: string) => app.call('POST', '/v1/threads', { key: buyer.key, json: { shop, text: 'Open?' } })
  const list = async () => slugs(await app.call('GET', '/v1/market/stores'))
  /** Lists the stores while the ranking is blocked for `ms`. Returns the list, and whether the request had to wait. */
  const listHeldUp = async (ms: number) => {
    let isHeld = true
    const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
    const holding = ctx.db.transaction().execute(async (tx) => {
      await sql`lock table likes in access exclusive mode`.execute(tx)
      hasLocked()
      await sleep(ms)
      isHeld = false
    })
    await locked
    const listed = await list()
    const waited = !isHeld
    await holding
    return { listed, waited }
  }
  // requests wait for the first ranking, even if it takes long to compute
  assert.deepEqual(await listHeldUp(300), { listed: ['one', 'two', 'three'], waited: true })
  await sendMessage('two')
  await app.advance(6 * 3_600)
  assert.deepEqual(await listHeldUp(300), { listed: ['two', 'one', 'three'], waited: true })

  // 2.5 seconds is longer than a statement may wait for a lock, so this ranking fails
  await app.advance(60)
  assert.deepEqual(await listHeldUp(2_500), { listed: ['two', 'one', 'three'], waited: false })
  await sendMessage('three')
  await sendMessage('three')
  await app.advance(20)
  assert.deepEqual(await list(), ['two', 'one', 'three'], 'a ranking that failed after two seconds is not retried within forty')
  await app.advance(60)
  assert.deepEqual(await list(), ['three', 'two', 'one'])
})

test('the pages of the store list do not overlap, and the total is exact', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const createdAt = app.service.ctx.now()
  for (let i = 0; i < 7; i++) await makeShop(app.service.ctx, owner.id, { createdAt })
  const seen: string[] = []
  for (let offset = 0; offset < 7; offset += 3) {
    const page = await app.call('GET', `/v1/market/stores?limit=3&offset=${offset}`)
    assert.equal(page.body.total, 7)
    assert.equal(page.body.has_more, offset < 6)
    seen.push(...slugs(page))
  }
  assert.equal(new Set(seen).size, 7)
})

test('all items in a store can be read page by page, even if the store is link-only', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { slug: 'linked', visibility: 'link' })
  const made: string[] = []
  for (let i = 0; i < 7; i++)
    made.unshift((await makeListing(ctx, shop, { publishedAt: new Date(ctx.now().getTime() - (7 - i) * 60_000) })).id)
  const idsAt = async (query: string): Promise<string[]> => {
    const { status, body } = await app.call('GET', `/v1/market/stores/linked${query}`)
    assert.deepEqual([status, body.for_sale], [200, 7])
    return body.listings.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await idsAt(''), made, 'returns the newest 100 by default')
  assert.deepEqual([...(await idsAt('?limit=3')), ...(await idsAt('?limit=3&offset=3')), ...(await idsAt('?limit=3&offset=6'))], made)
  assert.deepEqual(await idsAt('?offset=7'), [])
  for (const [query, param] of [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
  ]) {
    const refused = await app.call('GET', `/v1/market/stores/linked?${query}`)
    assert.deepEqual([query, refused.status, refused.body.error?.param], [query, 400, param])
  }
})

test('a store without reviews has an empty list of reviews, and invalid parameters and cursors are rejected', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const shop = await makeShop(app.service.ctx, owner.id)
  const { status, body } = await app.call('GET', `/v1/stores/${shop.slug}/reviews?rating=5&limit=50`)
  assert.deepEqual(
    [status, body],
    [200, { object: 'list', rating: { average: 0, count: 0 }, data: [], next_cursor: null, has_more: false }],
  )
  for (const [query, param] of [
    ['limit=51', 'limit'],
    ['rating=6', 'rating'],
    ['rating=1.5', 'rating'],
    ['cursor=abc', 'cursor'],
  ]) {
    const refused = await app.call('GET', `/v1/stores/${shop.slug}/reviews?${query}`)
    assert.deepEqual([query, refused.status, refused.body.error.param], [query, 400, param])
  }
})

test('after a store’s slug has changed, the store is found only under the new slug', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const shop = await makeShop(app.service.ctx, owner.id, { slug: 'before' })
  await renameShop(app.service.ctx, shop, 'after')
  assert.equal((await app.call('GET', '/v1/market/stores/before')).status, 404)
  assert.equal((await app.call('GET', '/v1/market/stores/after')).status, 200)
})
