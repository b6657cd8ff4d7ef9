import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop, type ShopRow } from '#test/rows.ts'
import * as sales from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const { id: ana } = await app.signUp()
// a time in the future, so that the service's jobs do not act on the records
const now = new Date(ctx.now().getTime() + 90 * 86_400_000)
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const inTx = <T>(work: (db: Parameters<typeof sales.lockSale>[0]) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

let made = 0

function makeSale(shop: ShopRow, starts: number, ends: number, listing_ids: string[] | null = null) {
  const row = { id: `sal_${String(++made).padStart(3, '0')}`, shop_id: shop.id, account_id: ana, percent: 10, listing_ids }
  return inTx((tx) => sales.insertSale(tx, { ...row, starts_at: at(starts), ends_at: at(ends), created_at: at(made) }))
}

const states = async () =>
  (await db.selectFrom('sale_listings').select(['sale_id', 'listing_id', 'state']).orderBy('sale_id').orderBy('listing_id').execute()).map(
    ({ sale_id, listing_id, state }) => [sale_id, listing_id, state],
  )

test('a period overlaps only with an unfinished sale of the same shop, and not if one begins when the other ends', async () => {
  const [shop, other] = [await makeShop(ctx, ana), await makeShop(ctx, ana)]
  const { id } = await makeSale(shop, 0, 2)
  const overlaps = ({ id: shopId }: ShopRow, starts: number, ends: number) =>
    inTx((tx) => sales.overlaps(tx, shopId, { starts_at: at(starts), ends_at: at(ends) }))
  assert.deepEqual([await overlaps(shop, 1, 3), await overlaps(shop, -1, 1), await overlaps(other, 1, 3)], [true, true, false])
  assert.deepEqual([await overlaps(shop, 2, 3), await overlaps(shop, -1, 0)], [false, false])
  await inTx((tx) => sales.updateSale(tx, id, { ended_at: now }))
  assert.equal(await overlaps(shop, 1, 3), false)
})

test('a sale is locked by its id, and the sales of a shop are listed newest first', async () => {
  const [shop, other] = [await makeShop(ctx, ana), await makeShop(ctx, ana)]
  const [first, theirs, second] = [await makeSale(shop, 0, 1), await makeSale(other, 0, 1), await makeSale(shop, 5, 6)]
  assert.equal((await inTx((tx) => sales.lockSale(tx, theirs.id)))?.id, theirs.id)
  const page = async (shopId: string, offset = 0) => {
    const { rows, total } = await sales.pageOfSales(db, shopId, { limit: 1, offset })
    return [idsOf(rows), total]
  }
  assert.deepEqual([await page(shop.id), await page(shop.id, 1), await page(other.id)], [[[second.id], 2], [[first.id], 2], [[theirs.id], 1]]) // prettier-ignore
  await inTx((tx) => sales.updateSale(tx, theirs.id, { ends_at: at(4) }))
  const ends = await db.selectFrom('sales').select('id').where('ends_at', '=', at(4)).execute()
  assert.deepEqual(idsOf(ends), [theirs.id])
})

test('a sale is due when it starts, when it ends and while listings wait', async () => {
  const shop = await makeShop(ctx, ana)
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  await db.deleteFrom('sales').execute()
  const start = (id: string) => inTx((tx) => sales.updateSale(tx, id, { started_at: now }))
  const [starting, future, ending, running, waiting, ended] = [
    await makeSale(shop, 0, 9),
    await makeSale(shop, 1, 9),
    await makeSale(shop, -3, 0),
    await makeSale(shop, -4, 9),
    await makeSale(shop, -5, 9, [lamp.id, vase.id]),
    await makeSale(shop, -6, -1),
  ]
  for (const { id } of [ending, running, waiting, ended]) await start(id)
  await inTx((tx) => sales.updateSale(tx, ended.id, { ended_at: now }))
  await inTx((tx) => sales.insertItems(tx, waiting))
  assert.deepEqual(await sales.dueSales(db, now, 9), [waiting.id, ending.id, starting.id])
  assert.deepEqual(await sales.dueSales(db, now, 1), [waiting.id])
  await inTx((tx) => sales.updateItem(tx, { sale_id: waiting.id, listing_id: lamp.id }, { state: 'skipped' }))
  assert.deepEqual((await states()).map(([, ...item]) => item), [[lamp.id, 'skipped'], [vase.id, 'waiting']]) // prettier-ignore
  await inTx((tx) => sales.skipWaiting(tx, waiting.id, 'Ended.'))
  assert.deepEqual(await sales.dueSales(db, now, 9), [ending.id, starting.id])
  assert.equal((await sales.dueSales(db, at(1), 9)).includes(future.id), true)
})

test('a sale of a shop contains its visible live listings, and a sale of chosen listings only those in the shop', async () => {
  const [shop, other] = [await makeShop(ctx, ana), await makeShop(ctx, ana)]
  await db.updateTable('shops').set({ lowest_percent: 40 }).where('id', '=', other.id).execute()
  const theirs = await makeListing(ctx, other, { priceCents: 30_00 })
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop, { visibility: 'link' })]
  const hidden = await makeListing(ctx, shop)
  await db.updateTable('listings').set({ hidden_at: now }).where('id', '=', hidden.id).execute()
  const [draft] = [await makeListing(ctx, shop, { status: 'draft' }), await makeListing(ctx, shop, { status: 'sold' })]
  const planned = async (listing_ids: string[] | null, limit = 9) => idsOf(await sales.plannedRows(db, { shop_id: shop.id, listing_ids }, limit)) // prettier-ignore
  assert.deepEqual([await planned(null), await planned(null, 1)], [[vase.id, lamp.id], [vase.id]])
  assert.deepEqual(await planned([lamp.id, draft.id, theirs.id]), [draft.id, lamp.id])
  const facts = await inTx((tx) => sales.factsOf(tx, theirs.id))
  assert.deepEqual([facts.priceCents, facts.lowestPercent, facts.status], [30_00, 40, 'live'])
})

test('an item is found and changed, and the progress counted, in one sale only', async () => {
  const shop = await makeShop(ctx, ana)
  const [lamp, vase, pot] = idsOf([await makeListing(ctx, shop), await makeListing(ctx, shop), await makeListing(ctx, shop)]) as [string, string, string] // prettier-ignore
  await db.deleteFrom('sale_listings').execute()
  const [one, two] = [await makeSale(shop, 0, 1), await makeSale(shop, 2, 3)]
  for (const sale of [one, two]) await inTx((tx) => sales.insertItems(tx, sale))
  await inTx((tx) => sales.updateItem(tx, { sale_id: one.id, listing_id: lamp }, { state: 'skipped', message: 'No price.' }))
  const next = async ({ id }: { id: string }, state: sales.ItemState) => (await inTx((tx) => sales.nextItem(tx, id, state)))?.listing_id
  assert.deepEqual(
    [await next(one, 'waiting'), await next(one, 'skipped'), await next(two, 'waiting'), await next(two, 'skipped')],
    [vase, lamp, lamp, undefined],
  )
  const reduced = { state: 'reduced', price_cents: 60_00, sale_cents: 54_00 } as const
  await inTx((tx) => sales.updateItem(tx, { sale_id: one.id, listing_id: vase }, reduced))
  await inTx((tx) => sales.skipWaiting(tx, one.id, 'Ended.'))
  assert.deepEqual(await states(), [
    [one.id, lamp, 'skipped'],
    [one.id, vase, 'reduced'],
    [one.id, pot, 'skipped'],
    [two.id, lamp, 'waiting'],
    [two.id, vase, 'waiting'],
    [two.id, pot, 'waiting'],
  ])
  const skipped = [{ id: lamp, message: 'No price.' }, { id: pot, message: 'Ended.' }] // prettier-ignore
  assert.deepEqual(
    [...(await sales.progressOf(db, [two.id, one.id], 9))],
    [
      [two.id, { counts: { waiting: 3 }, skipped: [] }],
      [one.id, { counts: { skipped: 2, reduced: 1 }, skipped }],
    ],
  )
  assert.deepEqual((await sales.progressOf(db, [one.id], 1)).get(one.id)?.skipped, skipped.slice(0, 1))
})
