import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { HOME } from '#test/sales.ts'

const app = await startApp({ after })
const { ctx } = app.service
const DAY_MS = 86_400_000

const statsOf = async (seller: Seller, query = '') => (await seller.call('GET', `/v1/stats${query}`)).body
const funnelOf = async (seller: Seller, query: string): Promise<Record<string, [number, number | null]>> =>
  Object.fromEntries(
    (await statsOf(seller, query)).funnel.map(({ step, count, before }: { step: string; count: number; before: number | null }) => [
      step,
      [count, before],
    ]),
  )

async function order(buyer: Buyer, listing: string, pays = true): Promise<void> {
  const { status, body } = await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })
  assert.equal(status, 201, JSON.stringify(body))
  if (pays) assert.equal((await buyer.call('POST', `/v1/orders/${body.id}/pay`, { json: { method: 'test_ok' } })).status, 200)
}

async function view(listing: string, count: number, ago = 0): Promise<void> {
  const day = new Date(ctx.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  await ctx.db
    .insertInto('daily_counts')
    .values({ subject: listing, kind: 'view', day: day as never, count })
    .execute()
}

describe('the funnel from views to sales', () => {
  test('a buyer is counted once per listing and period, and an order is counted both when it is placed and when it is paid', async () => {
    const seller = await openSeller(app)
    const [ben, cleo] = [await newBuyer(app), await newBuyer(app, 'Cleo')]
    const lamp = (await seller.list({ title: 'Lamp', price: 60, shipping: 5, take_offers: true, publish: true })).id
    const vase = (await seller.list({ title: 'Vase', price: 20, shipping: 5, publish: true })).id
    const write = (buyer: Buyer, about: object) => buyer.call('POST', '/v1/threads', { json: { ...about, text: 'Hello?' } })
    await ben.offer(lamp, 45)
    await ben.offer(lamp, 50)
    await write(ben, { listing: lamp })
    await write(ben, { listing: vase })
    await write(cleo, { shop: seller.slug })
    assert.deepEqual(await funnelOf(seller, '?days=2'), { views: [0, 0], likes: [0, 0], contacts: [3, 0], orders: [0, 0], sold: [0, 0] })
    await app.advance(2 * 86_400)
    await write(ben, { listing: lamp })
    await ben.offer(lamp, 55)
    await order(cleo, vase, false)
    await order(ben, lamp)
    assert.deepEqual(await funnelOf(seller, '?days=2'), { views: [0, 0], likes: [0, 0], contacts: [1, 3], orders: [2, 0], sold: [1, 0] })
    assert.deepEqual((await funnelOf(seller, '?days=4'))['contacts'], [3, 0], 'an offer in a later period is the same contact')
    assert.deepEqual((await funnelOf(seller, '?days=51'))['sold'], [1, null])
    assert.deepEqual((await funnelOf(await openSeller(app), '?days=7'))['contacts'], [0, 0], 'another seller’s')
  })

  test('a conversation that was not started by the buyer is not counted', async () => {
    const { id, slug, call } = await openSeller(app)
    const ben = await newBuyer(app)
    await ben.call('POST', '/v1/threads', { json: { shop: slug, text: 'Hello?' } })
    const thread = (await call('GET', '/v1/threads')).body.data[0].id
    await ctx.db.updateTable('messages').set({ sender: 'service' }).where('thread_id', '=', thread).execute()
    const { body } = await call('GET', '/v1/stats')
    assert.equal(body.funnel.find(({ step }: { step: string }) => step === 'contacts').count, 0, id)
  })
})

describe('the best-selling categories of a shop', () => {
  test('paid orders are grouped by category, with the median price and the median number of days until the sale', async () => {
    const seller = await openSeller(app)
    const ben = await newBuyer(app)
    const list = async (category: string | null, price: number): Promise<string> =>
      (await seller.list({ title: 'Thing', category, price, shipping: 5, publish: true })).id
    const [first, second, book, plain, unpaid] = [
      await list('Home', 10),
      await list('home', 31),
      await list('Books', 7.5),
      await list(null, 5),
      await list('Shoes', 5),
    ]
    await app.advance(86_400)
    await order(ben, first)
    await order(ben, book)
    await order(ben, plain)
    await order(ben, unpaid, false)
    await app.advance(2 * 86_400)
    await order(ben, second)
    assert.deepEqual((await statsOf(seller, '?days=7')).sells, [
      { category: 'Home', sold: 2, median_days: 2, median_price: 20.5 },
      { category: 'Books', sold: 1, median_days: 1, median_price: 7.5 },
      { category: null, sold: 1, median_days: 1, median_price: 5 },
    ])
    assert.deepEqual((await statsOf(seller, '?days=1')).sells, [{ category: 'home', sold: 1, median_days: 3, median_price: 31 }])
    await ctx.db
      .updateTable('listings')
      .set({ published_at: new Date(ctx.now().getTime() + DAY_MS) })
      .where('id', '=', book)
      .execute()
    const { sells } = await statsOf(seller, '?days=7')
    assert.equal(sells[1].median_days, null, 'the listing was published again after the sale')
  })

  test('the stats list at most ten categories, and only those of the requested shop', async () => {
    const seller = await openSeller(app)
    const ben = await newBuyer(app)
    for (let n = 0; n < 11; n++) {
      const { id } = await seller.list({ title: 'Thing', category: `Kind ${n}`, price: 5, shipping: 5, publish: true })
      await order(ben, id)
    }
    assert.equal((await statsOf(seller)).sells.length, 10)
    const other = await makeShop(ctx, seller.id)
    assert.deepEqual((await statsOf(seller, `?shop=${other.slug}`)).sells, [])
  })
})

describe('finding stale listings', () => {
  test('the stats list stale items: live listings that are 30 days old with at most half the shop’s median views, least viewed first', async () => {
    const seller = await openSeller(app)
    const [shop, quiet] = [await makeShop(ctx, seller.id), await makeShop(ctx, seller.id)]
    const now = ctx.now().getTime()
    const at = (days: number) => new Date(now - days * DAY_MS)
    const list = async (title: string, days: number, views: number, more: object = {}): Promise<string> => {
      const { id } = await makeListing(ctx, shop, { title, publishedAt: at(days), priceCents: 20_00, ...more })
      if (views > 0) await view(id, views, 3)
      return id
    }
    for (const views of [10, 10, 10, 10, 12]) await list('Usual', 40, views)
    const half = await list('Half', 31, 5)
    await list('Above half', 31, 6)
    await list('Too young', 29, 0)
    const unseen = await list('Unseen', 90, 0)
    await view(unseen, 50, 31)
    await list('Draft', 90, 0, { status: 'draft', publishedAt: undefined })
    await list('Sold', 90, 0, { status: 'sold', soldAt: at(1) })
    const { id: lonely } = await makeListing(ctx, quiet, { title: 'Lonely', publishedAt: at(50) })
    const ben = await newBuyer(app)
    assert.equal((await ben.call('PUT', `/v1/market/listings/${half}/like`)).status, 200)

    const { stale } = await statsOf(seller)
    const titles = stale.map(({ listing }: { listing: { title: string } }) => listing.title)
    assert.deepEqual(titles, ['Unseen', 'Lonely', 'Half'])
    assert.deepEqual(stale[2], {
      listing: { id: half, title: 'Half' },
      shop: shop.slug,
      price: 20,
      published_at: at(31).toISOString(),
      views: 5,
      shop_median: 10,
      likes: 1,
    })
    const inQuiet = (await statsOf(seller, `?shop=${quiet.slug}`)).stale
    assert.deepEqual([inQuiet.length, inQuiet[0].listing.id, inQuiet[0].shop_median], [1, lonely, 0])
  })

  test('at most 20 stale listings are returned, and listings hidden by the operator are omitted', async () => {
    const seller = await openSeller(app)
    const shop = await makeShop(ctx, seller.id)
    const publishedAt = new Date(ctx.now().getTime() - 60 * DAY_MS)
    const ids: string[] = []
    for (let n = 0; n < 21; n++) ids.push((await makeListing(ctx, shop, { title: `Vase ${n}`, publishedAt })).id)
    assert.equal((await statsOf(seller)).stale.length, 20)
    await ctx.db
      .updateTable('listings')
      .set({ visibility: 'hidden', asked_visibility: 'everyone', hidden_at: ctx.now() })
      .where('id', 'in', ids.slice(1))
      .execute()
    assert.deepEqual(
      (await statsOf(seller)).stale.map(({ listing }: { listing: { id: string } }) => listing.id),
      ids.slice(0, 1),
    )
  })
})

test('the stats contain the totals for every shop, even if the request selects one shop', async () => {
  const seller = await openSeller(app)
  const other = await makeShop(ctx, seller.id)
  const { id } = await seller.list({ title: 'Lamp', price: 60, shipping: 5, take_offers: true, publish: true })
  await view(id, 4)
  await (await newBuyer(app)).offer(id, 45)
  const { shops, shop } = await statsOf(seller, `?shop=${other.slug.toUpperCase()}`)
  assert.equal(shop, other.slug)
  for (const each of shops) {
    const { slug, name, counts, stats } = (await seller.call('GET', `/v1/shops/${each.slug}`)).body
    assert.deepEqual(each, { slug, name, counts, stats })
  }
  assert.deepEqual([shops.length, shops[0].stats.views, shops[0].stats.offers_waiting, shops[0].counts.live], [2, 4, 1, 1])
})
