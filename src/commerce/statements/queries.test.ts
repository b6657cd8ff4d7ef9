import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertPosting } from '#commerce/ledger/queries.ts'
import { makeListing, makeOrder } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as statements from './queries.ts'

const { app, ctx, db, ana, eve, now, at, order, hold } = await moneyRows({ after })

let postings = 0
type Subject = { orderId: string } | { holdId: string }
/** Records the payment for an order or a hold, and the fee that the service keeps. */
const pay = (subject: Subject, cents: number, seconds: number, feeCents = 1) =>
  insertPosting(db, `posting ${++postings}`, at(seconds), [
    { account: 'buyer', amountCents: -cents, ...subject },
    { account: 'fees', amountCents: feeCents, ...subject },
    { account: 'escrow', amountCents: cents - feeCents, ...subject },
  ])

test('the lines of a period contain only the changes to the seller’s own balance within this period, oldest first', async () => {
  const [orderId, holdId] = [await order(), await hold()]
  const [ofEve, heldByEve] = [await order({ seller_id: eve.id }), await hold({ seller_id: eve.id })]
  await pay({ orderId }, 10, -1)
  await pay({ holdId }, 20, 0)
  await pay({ orderId: await order() }, 40, 99)
  await pay({ orderId: await order() }, 80, 100)
  await pay({ orderId: ofEve }, 160, 5)
  await pay({ holdId: heldByEve }, 320, 5)
  const period = { name: '2027-01', from: at(0), until: at(100) }
  const paid = (rows: readonly statements.LineRow[]) => rows.map(({ paidCents }) => paidCents)
  assert.deepEqual(paid(await statements.linesOf(db, ana.id, period)), [20, 40])
  assert.deepEqual(paid(await statements.linesOf(db, eve.id, period)), [160, 320])
  const { rows, total } = await statements.pageOfLines(db, ana.id, period, { limit: 1, offset: 1 })
  assert.deepEqual([total, paid(rows)], [2, [40]])
})

test('the balance counts the seller’s share of unfinished orders, and the shares of orders with a problem separately', async () => {
  const { id } = await app.signUp('Fay')
  const of = (columns: object) => order({ seller_id: id, item_cents: 1000, shipping_cents: 100, fee_cents: 10, ...columns })
  await of({})
  await of({ status: 'shipped', refunded_cents: 90 })
  await of({ status: 'problem' })
  const done = await of({ status: 'shipped' })
  await db.updateTable('orders').set({ status: 'completed', completed_at: now }).where('id', '=', done).execute()
  await order()
  await pay({ orderId: done }, 51, 0)
  await insertPosting(db, 'sale', now, [
    { account: 'escrow', amountCents: -50, orderId: done },
    { account: 'seller', amountCents: 30, orderId: done },
    { account: 'bank', amountCents: 20, orderId: done },
  ])
  assert.deepEqual(await statements.balanceNow(db, id), { availableCents: 30, pendingCents: 2090, onHoldCents: 1090, paidOutCents: 20 })
})

test('the trade of a day contains the orders, payments and problems of that day, without those in test mode', async () => {
  const tenant = await openTestTenant(app, ana)
  const opened = await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug: 'test-of-ana' } })
  assert.equal(opened.status, 201)
  const testShop = { ...(await db.selectFrom('shops').select(['id', 'slug']).where('slug', '=', 'test-of-ana').executeTakeFirstOrThrow()), ownerId: tenant.seller.id } // prettier-ignore
  const noon = new Date(
    `${at(40 * 86_400)
      .toISOString()
      .slice(0, 10)}T12:00:00Z`,
  )
  const seconds = (noon.getTime() - now.getTime()) / 1_000
  const testOrder = await makeOrder(ctx, testShop, await makeListing(ctx, testShop), {
    buyerId: tenant.buyer.id,
    status: 'paid',
    paidAt: noon,
  })
  const testHold = await hold({ shop_id: testShop.id, seller_id: tenant.seller.id, buyer_id: tenant.buyer.id, listing_id: (await makeListing(ctx, testShop)).id }) // prettier-ignore
  const [sold, earlier] = [await order({ paid_at: noon }), await order({ paid_at: at(seconds - 86_400) })]
  await pay({ orderId: sold }, 1000, seconds, 30)
  await pay({ orderId: earlier }, 700, seconds - 86_400, 7)
  await pay({ holdId: await hold() }, 50, seconds, 2)
  await pay({ orderId: testOrder }, 9000, seconds)
  await pay({ holdId: testHold }, 9000, seconds)
  const step = (order_id: string, status: string, time: Date) => db.insertInto('order_steps').values({ order_id, status, at: time, by: 'service' }).execute() // prettier-ignore
  for (const id of [sold, testOrder]) await step(id, 'problem', noon)
  await step(sold, 'shipped', noon)
  await step(earlier, 'problem', at(seconds - 86_400))
  const day = noon.toISOString().slice(0, 10)
  const [first, ...others] = await statements.tradeDays(db, { first: day, last: day })
  assert.deepEqual(others, [])
  assert.deepEqual(first, { day, orders: 1, volumeCents: 1050, feesCents: 32, refundsCents: 0, disputes: 1 })
  const nextDay = at(seconds + 86_400)
    .toISOString()
    .slice(0, 10)
  const [, next] = await statements.tradeDays(db, { first: day, last: nextDay })
  assert.deepEqual([next!.day, next!.volumeCents], [nextDay, 0])
})
