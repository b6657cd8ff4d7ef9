import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import * as stats from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
const [first, last] = ['2026-03-02', '2026-03-03']
const [BEFORE, FROM, TO, AFTER] = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-03-03T23:59:59.999Z', '2026-03-04T00:00:00Z'].map((at) => new Date(at)) as [Date, Date, Date, Date] // prettier-ignore
const ALL = [BEFORE, FROM, TO, AFTER]

test('orders, sales, offers and likes are counted on the days of the range, in the given shops only', async () => {
  for (const [index, at] of ALL.entries()) {
    const lamp = await makeListing(ctx, shop, { status: 'draft' })
    const order = await makeOrder(ctx, shop, lamp, { buyerId: ben.id, paidAt: at })
    await db
      .updateTable('orders')
      .set({ created_at: ALL.at(index - 1)! })
      .where('id', '=', order)
      .execute()
    const offer = await makeOffer(ctx, shop, lamp, { buyerId: ben.id })
    await db.updateTable('offers').set({ created_at: at }).where('id', '=', offer).execute()
    await db.insertInto('likes').values({ listing_id: lamp.id, account_id: ben.id, created_at: at }).execute() // prettier-ignore
  }
  const vase = await makeListing(ctx, other, { status: 'draft' })
  await makeOrder(ctx, other, vase, { buyerId: ben.id, paidAt: FROM })
  await db.updateTable('orders').set({ created_at: FROM }).where('listing_id', '=', vase.id).execute()
  await db.insertInto('likes').values({ listing_id: vase.id, account_id: ben.id, created_at: FROM }).execute() // prettier-ignore
  const series = (shopIds: string[]) => stats.dailySeries(db, { ownerId: ana.id, shopIds, first, last, since: first })
  const day = (day: string) => ({ day, views: 0, likes: 1, offers: 1, contacts: 1, orders: 1, sales: 1 })
  assert.deepEqual(await series([shop.id]), [day(first), day(last)])
  assert.deepEqual(await series([other.id]), [{ ...day(first), offers: 0, contacts: 0 }, { ...day(last), likes: 0, offers: 0, contacts: 0, orders: 0, sales: 0 }]) // prettier-ignore
})

test('a buyer is a contact on the day of the first offer or message in the range', async () => {
  const [mine, theirs] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  const { id: lamp } = await makeListing(ctx, mine)
  const write = async (
    buyer_id: string,
    listing_id: string | null,
    at: Date,
    sentAt = at,
    sender: 'buyer' | 'owner' = 'buyer',
    of = mine,
  ) => {
    const id = ctx.newId('thr')
    const about = { listing_id, listing_title: listing_id && 'Lamp', shop_id: of.id, shop_slug: of.slug, shop_name: 'Shop' }
    await db.insertInto('threads').values({ id, ...about, seller_id: ana.id, buyer_id, created_at: at, updated_at: AFTER }).execute() // prettier-ignore
    await db.insertInto('messages').values({ id: ctx.newId('msg'), thread_id: id, sender, text: 'Hm', created_at: sentAt }).execute() // prettier-ignore
  }
  const offer = async (at: Date) => {
    const id = await makeOffer(ctx, mine, { id: lamp }, { buyerId: ben.id, status: 'declined' })
    await db.updateTable('offers').set({ created_at: at }).where('id', '=', id).execute()
  }
  const { id: fay } = await app.signUp('Fay')
  await write(eve.id, lamp, FROM)
  await write(eve.id, null, TO)
  await Promise.all([write(ben.id, lamp, BEFORE), offer(BEFORE), offer(FROM)])
  await write(fay, null, BEFORE)
  await write(fay, lamp, AFTER)
  await write(fay, (await makeListing(ctx, mine)).id, FROM, AFTER)
  await write(fay, (await makeListing(ctx, mine)).id, FROM, FROM, 'owner')
  await write(fay, (await makeListing(ctx, theirs)).id, FROM, FROM, 'buyer', theirs)
  const rows = await stats.dailySeries(db, { ownerId: ana.id, shopIds: [mine.id], first, last, since: last })
  assert.deepEqual(
    rows.map(({ contacts }) => contacts),
    [2, 1],
  )
})

test('categories contain the orders that were paid in the range, in the given shops only', async () => {
  const sell = async (category: string, paidAt: Date, of = shop, publishedAt = BEFORE) =>
    makeOrder(ctx, of, await makeListing(ctx, of, { status: 'sold', category, publishedAt }), { buyerId: ben.id, paidAt })
  for (const at of ALL) await sell('Lamps', at)
  await sell('lamps', TO, shop, AFTER)
  await sell('Vases', FROM, other)
  const { id: third } = await makeShop(ctx, ana.id)
  const rows = await stats.soldByCategory(db, { ownerId: ana.id, shopIds: [shop.id, third], first, last }, 9)
  const lamps = rows.filter(({ category }) => category?.toLowerCase() === 'lamps')
  assert.deepEqual(lamps.map(({ sold, median_days }) => [sold, Math.round(median_days! * 100) / 100]), [[3, 1]]) // prettier-ignore
  assert.equal(rows.some(({ category }) => category === 'Vases'), false) // prettier-ignore
})

test('the least viewed items are live, visible and published in time, and only views since the given day count', async () => {
  const [mine, theirs] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  const make = async (views: number, fields: Parameters<typeof makeListing>[2] = {}, of = mine) => {
    const { id } = await makeListing(ctx, of, { publishedAt: FROM, ...fields })
    const count = (kind: 'view' | 'share', date: string, number: number) => db.insertInto('daily_counts').values({ subject: id, kind, day: date as never, count: number }).execute() // prettier-ignore
    await Promise.all([count('view', last, views), count('view', first, 50), count('share', last, 50)])
    return id
  }
  const [seen, unseen] = [await make(4), await make(1)]
  const late = await make(3, { publishedAt: AFTER })
  await Promise.all([make(9, { status: 'draft' }), make(9, { status: 'sold' }), make(2, {}, theirs)])
  const hidden = await make(9)
  await db.updateTable('listings').set({ hidden_at: AFTER }).where('id', '=', hidden).execute()
  await db.insertInto('likes').values({ listing_id: unseen, account_id: ben.id, created_at: FROM }).execute() // prettier-ignore
  const least = async (before: Date, limit = 9) =>
    (await stats.leastViewed(db, { shopIds: [mine.id], from: last, before }, limit)).map((row) => [
      row.id,
      row.views,
      row.likes,
      row.shop_median,
    ])
  assert.deepEqual(await least(FROM), [[unseen, 1, 1, 3], [seen, 4, 0, 3]]) // prettier-ignore
  assert.deepEqual([await least(FROM, 1), (await least(AFTER)).map(([id]) => id)], [[[unseen, 1, 1, 3]], [unseen, late, seen]])
})
