import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { REAL, type Tenant } from '#core/tenant.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop, renameShop, type ShopRow } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as stores from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const HOUR_MS = 3_600_000
const now = ctx.now()
const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

let made = 0

type Sender = 'buyer' | 'owner' | 'agent' | 'service'

async function makeThread(shop: ShopRow, messages: [sender: Sender, hours: number, more?: object][], updatedAt = at(messages.at(-1)![1])) {
  const id = ctx.newId('thr')
  const parties = { shop_id: shop.id, seller_id: shop.ownerId, buyer_id: ben.id, shop_slug: shop.slug, shop_name: 'Shop' }
  await db
    .insertInto('threads')
    .values({ id, ...parties, listing_id: `lst_${++made}`, listing_title: 'Lamp', created_at: at(messages[0]![1]), updated_at: updatedAt })
    .execute()
  let questionId: string | null = null
  for (const [sender, hours, more] of messages) {
    const message = { id: ctx.newId('msg'), thread_id: id, sender, text: 'Hm', created_at: at(hours) }
    if (sender === 'buyer') questionId = message.id
    await db
      .insertInto('messages')
      .values({ ...message, in_reply_to: sender === 'agent' ? questionId : null, ...more })
      .execute()
  }
}

/** Opens a shop in test mode. Returns the id, the tenant and the key. */
async function openTestShop(slug: string) {
  const account = await app.signUp('Tia')
  const { key } = (await openTestTenant(app, account)).seller
  const { body } = await app.call('POST', '/v1/shops', { key, json: { name: 'Test', slug } })
  return { id: body.id as string, tenant: account.id as Tenant, key }
}

test('a store front shows the public items, followers and running sale of this store only', async () => {
  const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const sold = [await makeListing(ctx, shop, { status: 'sold' }), await makeListing(ctx, shop, { status: 'sold', soldAt: at(1) })]
  for (const status of ['live', 'sold'] as const) {
    await makeListing(ctx, shop, { status, visibility: 'link' })
    await makeListing(ctx, other, { status })
  }
  await makeListing(ctx, shop, { status: 'draft' })
  const follow = (shop_id: string, account_id: string) =>
    db.insertInto('follows').values({ shop_id, account_id, created_at: now }).execute()
  await Promise.all([follow(shop.id, ben.id), follow(shop.id, eve.id), follow(other.id, eve.id)])
  const makeSale = async (percent: number, row: { started_at?: Date; ended_at?: Date; ends_at: Date }) => {
    const id = `sal_${++made}`
    await db.insertInto('sales').values({ id, shop_id: shop.id, account_id: ana.id, percent, starts_at: now, created_at: now, ...row }).execute() // prettier-ignore
    return id
  }
  await makeSale(20, { ends_at: at(9) })
  const ended = await makeSale(30, { started_at: now, ended_at: now, ends_at: at(8) })
  const running = await makeSale(10, { started_at: now, ends_at: at(7) })
  const reduce = (sale_id: string, listing_id: string) =>
    db.insertInto('sale_listings').values({ sale_id, listing_id, state: 'reduced', price_cents: 60_00, sale_cents: 54_00 }).execute() // prettier-ignore
  await Promise.all([reduce(running, lamp.id), reduce(ended, vase.id)])
  const front = async ({ slug }: ShopRow, viewer: string | null) => (await stores.findStoreFront(db, { slug, tenant: REAL }, viewer, 9))!
  const { for_sale, sold: soldCount, followers, following, sale, recently_sold: items } = await front(shop, ben.id)
  assert.deepEqual([for_sale, soldCount, followers, following, idsOf(items as never)], [2, 2, 2, true, idsOf(sold.toReversed())])
  const running10 = { percent: 10, ends_ms: at(7).getTime(), partial: true }
  assert.deepEqual(sale, running10)
  await db.insertInto('sale_listings').values({ sale_id: running, listing_id: vase.id }).execute()
  assert.deepEqual((await front(shop, null)).sale, running10, 'the vase is not reduced yet')
  await db
    .updateTable('sale_listings')
    .set({ state: 'reduced', price_cents: 60_00, sale_cents: 54_00 })
    .where('state', '=', 'waiting')
    .execute()
  assert.deepEqual((await front(shop, null)).sale, { ...running10, partial: false })
  const theirs = await front(other, ben.id)
  assert.deepEqual([theirs.for_sale, theirs.sold, theirs.followers, theirs.following, theirs.sale], [1, 1, 1, false, null])
  assert.equal((await front(shop, null)).following, false)
  assert.deepEqual([await stores.countSold(db, shop.id), await stores.countSold(db, other.id)], [2, 1])
  assert.deepEqual([...(await stores.countShelves(db, [other.id, shop.id]))], [[other.id, { for_sale: 1, sold: 1 }], [shop.id, { for_sale: 2, sold: 2 }]]) // prettier-ignore
  assert.deepEqual(idsOf(await stores.storesByIds(db, [other.id, shop.id])), [other.id, shop.id])
})

test('a store is found by its slug in its own tenant, and by an earlier slug only in the live market', async () => {
  const [shop, neighbor] = [await makeShop(ctx, ana.id, { slug: 'twin' }), await makeShop(ctx, ana.id)]
  const { id, tenant, key } = await openTestShop('twin')
  const found = async (world: Tenant) => [
    (await stores.findStore(db, world, 'twin'))?.id,
    (await stores.findStoreFront(db, { slug: 'twin', tenant: world }, null, 1))?.id,
  ]
  assert.deepEqual([await found(REAL), await found(tenant)], [[shop.id, shop.id], [id, id]]) // prettier-ignore
  assert.equal((await app.call('PATCH', '/v1/shops/twin', { key, json: { slug: 'test-moved' } })).status, 200)
  const renamed = async (slug: string) => (await stores.findRenamedStore(db, slug))?.id
  assert.equal(await renamed('twin'), undefined, 'the shop still uses this slug')
  await renameShop(ctx, neighbor, 'moved')
  assert.deepEqual([await renamed(neighbor.slug), await renamed('moved')], [neighbor.id, undefined])
  await renameShop(ctx, shop, 'twin-moved')
  assert.equal(await renamed('twin'), shop.id)
  assert.equal((await app.call('PATCH', '/v1/shops/test-moved', { key, json: { slug: 'test-again' } })).status, 200)
  assert.equal(await renamed('test-moved'), undefined, 'a slug of a test shop')
})

test('only public open stores of the tenant are counted, listed and ranked', async () => {
  await makeShop(ctx, ana.id)
  const before = await stores.countListed(db, REAL)
  const [old, young] = [await makeShop(ctx, ana.id, { createdAt: at(-9) }), await makeShop(ctx, ana.id)]
  const closed = [
    await makeShop(ctx, ana.id, { visibility: 'link' }),
    await makeShop(ctx, ana.id, { visibility: 'private' }),
    await makeShop(ctx, ana.id, { paused: true }),
  ]
  const { id, tenant } = await openTestShop('ranked')
  const ids = [...idsOf(closed), id, young.id, old.id]
  assert.deepEqual([await stores.countListed(db, REAL), await stores.countListed(db, tenant)], [before + 2, 1])
  const listed = (others: boolean, of: Tenant = REAL) => stores.listedIn(db, { tenant: of, ids, others })
  assert.deepEqual([await listed(false), await listed(false, tenant)], [[young.id, old.id], [id]]) // prettier-ignore
  const all = await listed(true)
  assert.deepEqual([all.length, all.slice(0, 2)], [before + 2, [young.id, old.id]])
  const weights = { views: 1, likes: 1, messages: 1, offers: 1, sales: 1 }
  const ranked = (of: Tenant, limit = 99) => stores.busiestIds(db, { tenant: of, since: now, weights, limit, offset: 0 })
  assert.deepEqual([(await ranked(REAL)).toSorted(), await ranked(tenant)], [all.toSorted(), [id]]) // prettier-ignore
  assert.equal((await ranked(REAL, 1)).length, 1)
})

test('the ranking counts only buyers’ own and recent activity, and then only public items for sale', async () => {
  const since = at(-100)
  const later = (hours: number) => at(hours - 100)
  const day = (hours: number) => sql<string>`${later(hours)}::date`
  const older = (hours: number) => makeShop(ctx, ana.id, { createdAt: at(hours - 1_000) })
  const linked = (shop: ShopRow) => makeListing(ctx, shop, { visibility: 'link' })
  const view = (subject: string, kind: 'view' | 'share', hours: number) =>
    sql`insert into daily_counts (subject, kind, day, count) values (${subject}, ${kind}, ${day(hours)}, 1)`.execute(db)
  const [shared, seen, liked, messaged, offered, ordered, stocked] = [
    await older(1),
    await older(2),
    await older(3),
    await older(4),
    await older(5),
    await older(6),
    await older(7),
  ]
  await view(shared.id, 'share', 24)
  await view(seen.id, 'view', 0)
  const like = (listing_id: string, account_id: string, hours: number) =>
    db.insertInto('likes').values({ listing_id, account_id, created_at: later(hours) }).execute() // prettier-ignore
  const lamp = await linked(liked)
  await Promise.all([like(lamp.id, ana.id, 1), like(lamp.id, ben.id, 0)])
  await makeThread(messaged, [['buyer', -100], ['owner', -99], ['agent', -98]]) // prettier-ignore
  const offer = await makeOffer(ctx, offered, await linked(offered), { buyerId: ben.id })
  await db.updateTable('offers').set({ created_at: since }).where('id', '=', offer).execute()
  for (const [status, hours] of [
    ['completed', 0],
    ['refunded', 1],
    ['cancelled', 1],
  ] as const)
    // prettier-ignore
    await makeOrder(ctx, ordered, await linked(ordered), { buyerId: ben.id, status, paidAt: later(hours) })
  for (const fields of [{ status: 'draft' }, { status: 'sold' }, { visibility: 'link' }] as const)
    for (const _ of [1, 2]) await makeListing(ctx, stocked, fields)
  const [busy, full] = [await makeShop(ctx, ana.id, { createdAt: at(1) }), await makeShop(ctx, ana.id, { createdAt: at(2) })]
  await view(busy.id, 'view', 24)
  for (const _ of [1, 2]) await makeListing(ctx, full)
  const weights = { views: 1, likes: 1, messages: 1, offers: 1, sales: 1 }
  const ranked = await stores.busiestIds(db, { tenant: REAL, since, weights, limit: 99, offset: 0 })
  const mine = idsOf([busy, full, shared, seen, liked, messaged, offered, ordered, stocked])
  assert.deepEqual(ranked.filter((id) => mine.includes(id)), mine) // prettier-ignore
  assert.deepEqual(await stores.busiestIds(db, { tenant: REAL, since, weights, limit: 2, offset: 1 }), ranked.slice(1, 3))
})

test('the waits of buyers end with the seller’s first message, and an unanswered question counts unless it is new or was answered', async () => {
  const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  await makeThread(shop, [['owner', -52], ['service', -51], ['buyer', -50], ['service', -49.5], ['owner', -49]]) // prettier-ignore
  await makeThread(shop, [['buyer', -40], ['service', -39]]) // prettier-ignore
  await makeThread(shop, [['buyer', -24]])
  await makeThread(shop, [['buyer', -23]])
  await makeThread(shop, [['buyer', -30], ['agent', -30]]) // prettier-ignore
  await makeThread(shop, [['buyer', -31], ['agent', -31, { needs_owner: true }]]) // prettier-ignore
  await makeThread(shop, [['buyer', -32], ['agent', -32, { in_reply_to: null }]]) // prettier-ignore
  await makeThread(shop, [['buyer', -101]], at(-100))
  await makeThread(other, [['buyer', -45], ['owner', -43]]) // prettier-ignore
  const waits = async ({ id }: ShopRow, limit = 99) => {
    const seconds = await stores.replyWaits(db, { id, ownerId: ana.id }, { now, since: at(-100), answeredBy: at(-24), limit })
    return seconds.map((wait) => wait / 3_600).toSorted((a, b) => a - b)
  }
  assert.deepEqual([await waits(shop), await waits(other)], [[1, 24, 31, 32, 40], [2]])
  assert.deepEqual(await waits(shop, 2), [24])
})
