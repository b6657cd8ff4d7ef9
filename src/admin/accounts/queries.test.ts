import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop, type ShopRow } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as accounts from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const tenant = await openTestTenant(app, ana)
const { id, slug } = (await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug: 'test-shop' } })).body
const testShop: ShopRow = { id, slug, ownerId: tenant.seller.id }
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const page = { limit: 9, offset: 0 }
const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

test('the counts of an account cover its visible live listings, paid orders, open reports and disputes only', async () => {
  const [shop, theirs] = [await makeShop(ctx, ana.id), await makeShop(ctx, ben.id)]
  const [lamp, hidden] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  await db.updateTable('listings').set({ hidden_at: now }).where('id', '=', hidden.id).execute()
  await makeListing(ctx, shop, { status: 'draft' })
  const vase = await makeListing(ctx, theirs)
  for (const status of ['paid', 'awaiting_payment', 'problem'] as const)
    await makeOrder(ctx, shop, await makeListing(ctx, shop, { status: 'draft' }), { buyerId: eve.id, status })
  const order = await makeOrder(ctx, theirs, vase, { buyerId: ana.id, status: 'completed' })
  await makeOrder(ctx, theirs, vase, { buyerId: ana.id, status: 'expired' })
  const report = (about: { listing_id: string } | { order_id: string; accused_id: string }, outcome: 'upheld' | null) =>
    db
      .insertInto('reports')
      .values({ id: ctx.newId('rep'), account_id: eve.id, reason: 'other', created_at: now, ...about, ...(outcome === null ? {} : { status: 'closed' as const, outcome, closed_at: now }) })
      .execute() // prettier-ignore
  const about = { order_id: order, accused_id: ana.id }
  for (const outcome of [null, 'upheld'] as const) for (const one of [{ listing_id: lamp.id }, about]) await report(one, outcome)
  await report({ listing_id: vase.id }, null)
  const counts = async (account: string) => {
    const { live, sales, purchases, open_reports, disputes, shops } = (await accounts.findPerson(db, account))!
    return [live, sales, purchases, open_reports, disputes, ...idsOf(shops)]
  }
  assert.deepEqual(await counts(ana.id), [1, 2, 1, 2, 1, shop.id])
  assert.deepEqual(await counts(ben.id), [1, 1, 0, 1, 0, theirs.id])
  assert.deepEqual(await counts(eve.id), [0, 0, 2, 0, 1])
  assert.equal(await accounts.findPerson(db, tenant.seller.id), undefined)
  const search = async (q: string) => {
    const { rows, total } = await accounts.pageOfPeople(db, q, page)
    assert.equal(total, rows.length)
    return idsOf(rows)
  }
  assert.deepEqual(await search(''), [eve.id, ben.id, ana.id])
  for (const q of [ana.id, ana.email, shop.id, shop.slug, lamp.id]) assert.deepEqual(await search(q), [ana.id], q)
  assert.deepEqual([await search(order), await search('Ben'), await search('_'), await search(id)], [[ben.id, ana.id], [ben.id], [], []]) // prettier-ignore
  assert.deepEqual(idsOf(await accounts.listingsOf(db, ana.id, 9)), [hidden.id, lamp.id])
})

test('reviews are listed newest first with each filter, and reviews of test orders never', async () => {
  const review = async (seconds: number, hidden: boolean, shop: ShopRow, buyer_id: string) => {
    const listing = await makeListing(ctx, shop)
    const order_id = await makeOrder(ctx, shop, listing, { buyerId: buyer_id })
    const row = { id: ctx.newId('rev'), order_id, shop_id: shop.id, listing_id: listing.id, seller_id: shop.ownerId, buyer_id }
    const state = hidden ? { hidden_at: now, hidden_reason: 'Spam' } : {}
    await db.insertInto('reviews').values({ ...row, ...state, rating: 5, body: '', created_at: at(seconds) }).execute() // prettier-ignore
    return row.id
  }
  const shop = await makeShop(ctx, ana.id)
  const [shown, hidden] = [await review(1, false, shop, ben.id), await review(2, true, shop, ben.id)]
  const tests = [await review(3, false, testShop, tenant.buyer.id), await review(4, true, testShop, tenant.buyer.id)]
  const pageOf = async (isHidden: boolean | undefined) => {
    const { rows, total } = await accounts.pageOfReviews(db, isHidden, page)
    assert.equal(total, rows.length)
    return idsOf(rows)
  }
  assert.deepEqual([await pageOf(undefined), await pageOf(true), await pageOf(false)], [[hidden, shown], [hidden], [shown]])
  const found = async (review_id: string) => (await accounts.findReview(db, review_id))?.id
  assert.deepEqual([await found(shown), await found(hidden), await found(tests[0]!)], [shown, hidden, undefined])
})
