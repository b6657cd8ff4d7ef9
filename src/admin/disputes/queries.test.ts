import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as disputes from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]

async function makeDispute(
  status: 'problem' | 'completed' | 'refunded' | 'cancelled',
  reportedAt: Date | null,
  of = shop,
  buyerId = ben.id,
) {
  const id = await makeOrder(ctx, of, await makeListing(ctx, of), { buyerId, status })
  const problem = reportedAt && JSON.stringify({ reason: 'damaged', text: 'Broken', reported_at: reportedAt.toISOString() })
  await db.updateTable('orders').set({ problem, updated_at: reportedAt ?? now }).where('id', '=', id).execute() // prettier-ignore
  return id
}

test('open disputes are listed oldest first, decided ones latest first, and orders without a dispute and test orders never', async () => {
  const tenant = await openTestTenant(app, ana)
  const { id, slug } = (await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug: 'test-shop' } })).body
  const testShop = { id, slug, ownerId: tenant.seller.id }
  const open = [await makeDispute('problem', at(-1)), await makeDispute('problem', at(-2))]
  const decided = [await makeDispute('completed', at(-3)), await makeDispute('refunded', at(-2))]
  const undisputed = [await makeDispute('completed', null), await makeDispute('refunded', null)]
  await makeDispute('cancelled', at(-1))
  const tests = [
    await makeDispute('problem', at(-1), testShop, tenant.buyer.id),
    await makeDispute('completed', at(-1), testShop, tenant.buyer.id),
  ]
  const page = async (isOpen: boolean, limit = 9) => {
    const { rows, total } = await disputes.pageOfDisputes(db, isOpen, { limit, offset: 0 })
    return [rows.map((row) => row.id), total]
  }
  assert.deepEqual([await page(true), await page(false)], [[open.toReversed(), 2], [decided.toReversed(), 2]]) // prettier-ignore
  assert.deepEqual(await page(true, 1), [[open[1]], 2])
  const found = async (order: string) => (await disputes.findDispute(db, order))?.id
  assert.deepEqual([await found(open[0]!), await found(decided[1]!)], [open[0], decided[1]])
  assert.deepEqual([await found(undisputed[0]!), await found(tests[0]!)], [undefined, undefined])
})

test('a dispute shows the steps of its order only, and the buyer’s conversation about its listing or its shop', async () => {
  const [order, another] = [await makeDispute('problem', now), await makeDispute('problem', now)]
  await db.insertInto('order_steps').values({ order_id: another, at: now, status: 'shipped', by: 'seller' }).execute() // prettier-ignore
  assert.deepEqual((await disputes.stepsOf(db, order)).map(({ status }) => status), ['problem']) // prettier-ignore
  const dispute = (await disputes.findDispute(db, order))!
  const say = async (text: string, seconds: number, listing_id: string | null, buyer_id = ben.id, of = shop) => {
    const id = ctx.newId('thr')
    const about = { listing_id, listing_title: listing_id && 'Lamp', shop_id: of.id, shop_slug: of.slug, shop_name: 'Shop' }
    await db.insertInto('threads').values({ id, ...about, seller_id: ana.id, buyer_id, created_at: now, updated_at: now }).execute() // prettier-ignore
    await db.insertInto('messages').values({ id: ctx.newId('msg'), thread_id: id, sender: 'buyer', text, created_at: at(seconds) }).execute() // prettier-ignore
  }
  await say('listing', 2, dispute.listing_id)
  await say('shop', 1, null)
  await say('other buyer', 3, dispute.listing_id, eve.id)
  await say('other buyer of the shop', 3, null, eve.id)
  await say('other listing', 3, (await makeListing(ctx, shop)).id)
  await say('other shop', 3, null, ben.id, other)
  const texts = async (limit: number) => (await disputes.conversation(db, dispute, limit)).map(({ text }) => text)
  assert.deepEqual([await texts(9), await texts(1)], [['shop', 'listing'], ['listing']])
})
