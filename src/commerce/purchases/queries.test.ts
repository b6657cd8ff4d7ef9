import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import { renameShop } from '#test/rows.ts'
import * as purchases from './queries.ts'

const { app, ctx, db, eve, shop, now, at, ids, inTx, whileLocked, listingId, order, purchase, inPurchase } = await moneyRows({ after })

test('a purchase is found and changed by its id, and is due once its deadline to pay has passed', async () => {
  const [due, first] = [await purchase(), await purchase()]
  const [paid, open] = [await purchase(), await purchase()]
  const payBy = (id: string, pay_by: Date) => db.updateTable('purchases').set({ pay_by }).where('id', '=', id).execute()
  await payBy(due, now)
  await payBy(first, at(-5))
  await payBy(paid, at(-9))
  await payBy(open, at(1))
  await inTx((tx) => purchases.updatePurchase(tx, paid, { status: 'paid', paid_at: now, updated_at: at(1) }))
  const list = async (limit = 9) => ids(await purchases.duePurchases(db, now, limit))
  assert.deepEqual([await list(), await list(1)], [[first, due], [first]])
  for (const id of [due, paid]) {
    assert.equal((await purchases.findPurchase(db, id))?.id, id)
    assert.equal(await inTx(async (tx) => (await purchases.lockPurchase(tx, id))?.id), id)
  }
  assert.equal(await purchases.findPurchase(db, 'pur_none'), undefined)
})

test('a page of purchases contains those of the account with the given role and status, newest first', async () => {
  const { id: buyer } = await app.signUp('Fay')
  const make = async (columns: object) => {
    const id = await purchase()
    await db.updateTable('purchases').set({ buyer_id: buyer, ...columns }).where('id', '=', id).execute() // prettier-ignore
    return id
  }
  const [open, late, cancelled] = [await make({}), await make({ pay_by: now }), await make({ status: 'cancelled', pay_by: now })]
  const all = { accountId: buyer, role: undefined, status: undefined, now }
  const page = async (filter: Partial<purchases.PurchaseFilter>, part = { limit: 9, offset: 0 }) => {
    const { rows, total } = await purchases.pageOfPurchases(db, { ...all, ...filter }, part)
    return [total, ...ids(rows)]
  }
  assert.deepEqual([await page({}), await page({ role: 'buyer' })], [[3, cancelled, late, open], [3, cancelled, late, open]]) // prettier-ignore
  assert.deepEqual(await page({}, { limit: 1, offset: 1 }), [3, late])
  assert.deepEqual([await page({ role: 'seller' }), await page({ accountId: eve.id })], [[0], [0]])
  assert.deepEqual([await page({ status: 'awaiting_payment' }), await page({ status: 'expired' }), await page({ status: 'cancelled' })], [[1, open], [1, late], [1, cancelled]]) // prettier-ignore
  await renameShop(ctx, shop, 'loft')
  const { buyer_name, shop_slug_now } = (await purchases.findPurchase(db, open))!
  assert.deepEqual([buyer_name, shop_slug_now], ['Fay', 'loft'])
})

test('only the listings of the purchase, or only the given listings, are locked', async () => {
  const purchaseId = await purchase()
  const [one, two] = [await inPurchase(purchaseId), await inPurchase(purchaseId)]
  const others = [await inPurchase(await purchase()), await order()]
  const listingOf = async (id: string) => (await db.selectFrom('orders').select('listing_id').where('id', '=', id).executeTakeFirstOrThrow()).listing_id // prettier-ignore
  const [first, second, third, fourth] = await Promise.all([one, two, ...others].map(listingOf)) as [string, string, string, string] // prettier-ignore
  const unsold = await listingId()
  const all = [first, second, third, fourth, unsold]
  const free = async () => ids(await db.selectFrom('listings').select('id').where('id', 'in', all).orderBy('id').forUpdate().skipLocked().execute()) // prettier-ignore
  assert.deepEqual(await whileLocked((tx) => purchases.lockListingsOf(tx, purchaseId), free), all.slice(2).toSorted())
  assert.deepEqual(await whileLocked((tx) => purchases.lockListings(tx, [first, third]), free), [second, fourth, unsold].toSorted())
})

test('each shop has its own bundle settings', async () => {
  const own = await app.signUp('Gil')
  const opened = await app.call('POST', '/v1/shops', { key: own.key, json: { name: 'Loft', slug: 'loft-of-gil' } })
  assert.equal(opened.status, 201)
  const { id } = await db.selectFrom('shops').select('id').where('slug', '=', 'loft-of-gil').executeTakeFirstOrThrow()
  const tiers = [{ items: 2, percent: 10 }]
  await db.updateTable('shops').set({ bundle_tiers: JSON.stringify(tiers) }).where('id', '=', id).execute() // prettier-ignore
  assert.deepEqual((await purchases.bundleSettings(db, id)).tiers, tiers)
  assert.deepEqual((await purchases.bundleSettings(db, shop.id)).tiers, [])
})
