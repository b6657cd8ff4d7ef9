import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'

test('advancing the test clock waits until all due jobs have run', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [seller, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, seller.id)
  // more orders than the periodic job settles in one run
  for (let i = 0; i < 205; i++) await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: buyer.id, status: 'awaiting_payment' })
  await app.advance(3_600)
  const statuses = (await ctx.db.selectFrom('orders').select('status').execute()).map(({ status }) => status)
  assert.deepEqual(
    Map.groupBy(statuses, (status) => status)
      .keys()
      .toArray(),
    ['expired'],
  )
})
