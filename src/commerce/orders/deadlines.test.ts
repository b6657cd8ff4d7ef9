import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderStatus } from '#core/order-status.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { dueOrders } from './queries.ts'

test('a request that advances the test clock waits until all due jobs have run', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [seller, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, seller.id)
  // creates more orders than one run of the periodic job processes
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

test('an order is due only while it has the status to which its deadline belongs', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const [seller, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, seller.id)
  const now = ctx.now()
  const [reached, passed, ahead] = [now, new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const none = { pay_by: ahead, ship_by: null }
  const order = async (status: OrderStatus, change: object) => {
    const id = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: buyer.id, status })
    await ctx.db.updateTable('orders').set(change).where('id', '=', id).execute()
    return id
  }
  const returned = async (steps: readonly string[], returnBy: Date, change: object = {}) => {
    const id = await order('delivered', none)
    for (const step of steps) {
      const state = { return_status: step, return_details: '{}', return_by: step === 'sent' ? null : returnBy }
      await ctx.db
        .updateTable('orders')
        .set({ ...state, ...change })
        .where('id', '=', id)
        .execute()
    }
    return id
  }
  const [AGREED, RECEIVED] = [
    ['offered', 'agreed'],
    ['offered', 'agreed', 'sent', 'received'],
  ]
  const due = [
    await order('awaiting_payment', { ...none, pay_by: reached }),
    await order('paid', { ...none, cancel_by: reached }),
    await order('paid', { ...none, ship_by: reached }),
    await order('shipped', { ...none, protect_until: reached }),
    await order('delivered', { ...none, protect_until: reached }),
    await returned(['offered'], reached),
    await returned(AGREED, reached, { disputed_cents: 1 }),
    await returned(RECEIVED, reached),
    await order('paid', { ...none, remind_at: reached }),
  ]
  // creates orders that are not due, because their deadline is in the future or does not apply to their status
  await order('awaiting_payment', { ...none, cancel_by: passed, ship_by: passed, protect_until: passed, remind_at: passed })
  await order('paid', { pay_by: passed, cancel_by: ahead, ship_by: ahead, protect_until: passed, remind_at: ahead })
  await order('paid', { ...none, remind_at: passed, reminded_at: passed })
  await order('shipped', { pay_by: passed, cancel_by: passed, ship_by: passed, protect_until: ahead, remind_at: passed })
  await order('completed', { ...none, pay_by: passed, cancel_by: passed, ship_by: passed, protect_until: passed, remind_at: passed })
  await returned(AGREED, ahead)
  await returned(RECEIVED, passed, { disputed_cents: 1 })
  const ids = (await dueOrders(ctx.db, now, 100)).map(({ id }) => id)
  assert.deepEqual(ids.toSorted(), due.toSorted())
  const overdue = await order('paid', { ...none, ship_by: passed, cancel_by: reached })
  assert.deepEqual(await dueOrders(ctx.db, now, 1), [{ id: overdue }])
})
