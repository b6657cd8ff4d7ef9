import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import type { OrderStatus } from './rules/order.ts'
import { dueOf, payOutOrder, refundOrder } from './money.ts'
import { findOrder, type OrderRow } from './queries.ts'
import { collectShipping, leaveShipping, shippingCollected, shippingLeft } from './shared-shipping.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const shop = await makeShop(ctx, ana.id)
const now = ctx.now()

/** Creates an order for 60 dollars, with shipping for 6 dollars. */
const order = async (status: OrderStatus, columns: object = {}, of = shop): Promise<OrderRow> => {
  const id = await makeOrder(ctx, of, await makeListing(ctx, of), { buyerId: ben.id, status })
  await db
    .updateTable('orders')
    .set({ updated_at: now, ...columns })
    .where('id', '=', id)
    .execute()
  return (await findOrder(db, id))!
}

class Undo extends Error {}

/** Runs `work` in a transaction that is always rolled back, because the orders in this file have no payments in the ledger. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  const ended = inTransaction(ctx, async (tx) => {
    result = { value: await work(tx) }
    throw new Undo()
  })
  await assert.rejects(ended, (error) => {
    if (!(error instanceof Undo)) throw error
    return true
  })
  return result!.value
}

const ledger = async (tx: Tx, { id }: OrderRow) => {
  const rows = await tx.db
    .selectFrom('ledger_entries')
    .select(['account', (eb) => eb.fn.sum<number>('amount_cents').as('cents')])
    .where('order_id', '=', id)
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]))
}
const moves = (tx: Tx, { id }: OrderRow) =>
  tx.db
    .selectFrom('money_moves')
    .select(['kind', 'payment_id', 'account_id', 'amount_cents'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
const labelOf = async (tx: Tx, { id }: OrderRow) => (await findOrder(tx.db, id))!.label_recovered_cents

test('a refund takes what is left of each payment, latest payment first, and never exceeds the payments', async () => {
  const row = await order('paid', { deposit_cents: 100 })
  assert.equal(dueOf(row), 6500)
  const pay = async (amount_cents: number, seconds: number, more: object = {}) => {
    const id = ctx.newId('pay')
    const at = new Date(now.getTime() + 1000 * seconds)
    const dates = { created_at: at, updated_at: at }
    await db
      .insertInto('payments')
      .values({
        id,
        order_id: row.id,
        buyer_id: ben.id,
        provider: 'test',
        method: 'test_ok',
        provider_ref: id,
        amount_cents,
        status: 'succeeded',
        ...dates,
        ...more,
      }) // prettier-ignore
      .execute()
    return id
  }
  const first = await pay(5000, 1, { refunded_cents: 1000, charged_back_cents: 500 })
  const second = await pay(2000, 2)
  const refunded = (cents: number) =>
    undone(async (tx) => {
      await refundOrder(tx, row, cents)
      return (await moves(tx, row)).map(({ kind, payment_id, amount_cents }) => [kind, payment_id, amount_cents])
    })
  assert.deepEqual(await refunded(0), [])
  assert.deepEqual(await refunded(1), [['refund', second, 1]])
  const most = [['refund', second, 2000], ['refund', first, 3500]] // prettier-ignore
  assert.deepEqual(await refunded(5500), most)
  await assert.rejects(refunded(5501), /would refund 1 cents more/)
})

test('a seller’s share first pays for the order’s label, then for unpaid labels of earlier orders, and the rest is paid out', async () => {
  const eve = await app.signUp('Eve')
  const mine = await makeShop(ctx, eve.id)
  const shipped = { shipped_at: now, label_cents: 600 }
  const earlier = [
    await order('refunded', { ...shipped, label_paid_cents: 100, label_recovered_cents: 50 }, mine),
    await order('refunded', shipped, mine),
  ] as const
  const paidOut = async (columns: object, more: object = {}) => {
    const row = await order('completed', { payout: 'waiting', shipping_cents: 0, ...columns }, mine)
    return undone(async (tx) => {
      const { label_paid_cents, recovered_cents, payout } = await payOutOrder(tx, { ...row, ...more })
      const stored = (await findOrder(tx.db, row.id))!
      assert.deepEqual([stored.label_paid_cents, stored.recovered_cents], [label_paid_cents, recovered_cents])
      const recovered = [await labelOf(tx, earlier[0]), await labelOf(tx, earlier[1])]
      const transfers = (await moves(tx, row)).map(({ kind, account_id, amount_cents }) => [kind, account_id === eve.id, amount_cents])
      return [label_paid_cents, recovered_cents, payout, recovered, transfers, await ledger(tx, row), await ledger(tx, earlier[1])]
    })
  }
  const payout = (cents: number) => [['payout', true, cents]]
  assert.deepEqual(
    await paidOut({ item_cents: 6000, shipping_cents: 600, fee_cents: 300, label_cents: 200 }),
    [200, 1050, 'waiting', [500, 600], payout(5050), { escrow: -6600, seller: 5050, fees: 300, postage: 200 }, { postage: 600 }],
  ) // prettier-ignore
  assert.deepEqual(
    await paidOut({ item_cents: 451 }),
    [0, 451, 'none', [500, 1], [], { escrow: -451 }, { postage: 1 }],
  ) // prettier-ignore
  assert.deepEqual(
    await paidOut({ item_cents: 300, label_cents: 600 }),
    [300, 0, 'none', [50, 0], [], { escrow: -300, postage: 300 }, {}],
  ) // prettier-ignore
  assert.deepEqual(
    await paidOut({ item_cents: 500, label_cents: 499 }, { has_unpaid_labels: false }),
    [499, 0, 'waiting', [50, 0], payout(1), { escrow: -500, seller: 1, postage: 499 }, {}],
  ) // prettier-ignore
  assert.deepEqual(
    await paidOut({ item_cents: 500, label_cents: 1 }, { has_unpaid_labels: false }),
    [1, 0, 'waiting', [50, 0], payout(499), { escrow: -500, seller: 499, postage: 1 }, {}],
  ) // prettier-ignore
})

test('the shipping of an order moves within its purchase only, from and to orders whose money is in escrow', async () => {
  const purchase = async () => {
    const id = ctx.newId('pur')
    const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id, shop_slug: shop.slug, shop_name: 'Shop' }
    const cents = { percent: 0, discount_cents: 0, shipping_cents: 0, total_cents: 0 }
    await db.insertInto('purchases').values({ id, ...parties, ...cents, pay_by: now, created_at: now, updated_at: now }).execute() // prettier-ignore
    return (status: OrderStatus, columns: object = {}) => order(status, { purchase_id: id, discount_cents: 0, share_cents: 0, ...columns })
  }
  const [open, over] = [await purchase(), await purchase()]
  const [one, two] = [await open('paid'), await open('shipped', { shipping_cents: 250 })]
  const disputed = await open('paid', { disputed_cents: 1 })
  const last = await over('paid')
  await over('completed')
  const alone = await order('paid')
  const amounts = async (row: OrderRow) => [await shippingLeft(ctx, row), await shippingCollected(ctx, row)]
  assert.deepEqual(await Promise.all([one, two, last, alone].map(amounts)), [[600, 250], [250, 600], [0, 0], [0, 0]]) // prettier-ignore

  const shipping = async (tx: Tx, ...rows: OrderRow[]) =>
    Promise.all(rows.map(async ({ id }) => (await findOrder(tx.db, id))!.shipping_cents))
  const left = await undone(async (tx) => {
    const row = await leaveShipping(tx, one, one.purchase_id!)
    return [row.shipping_cents, await shipping(tx, one, two, disputed), await ledger(tx, one), await ledger(tx, two)]
  })
  assert.deepEqual(left, [0, [0, 850, 600], { escrow: -600 }, { escrow: 600 }])
  const stayed = await undone(async (tx) => [(await leaveShipping(tx, last, last.purchase_id!)).shipping_cents, await shipping(tx, last)])
  assert.deepEqual(stayed, [600, [600]])
  const third = await open('delivered', { shipping_cents: 30 })
  const collected = await undone(async (tx) => {
    const row = await collectShipping(tx, one, one.purchase_id!)
    return [row.shipping_cents, await shipping(tx, one, two, third, disputed), await ledger(tx, one), await ledger(tx, third)]
  })
  assert.deepEqual(collected, [880, [880, 0, 0, 600], { escrow: 280 }, { escrow: -30 }])

  const small = await purchase()
  const [cent, none] = [await small('paid', { shipping_cents: 1 }), await small('paid', { shipping_cents: 0 })]
  assert.deepEqual(await undone(async (tx) => [(await leaveShipping(tx, cent, cent.purchase_id!)).shipping_cents, await shipping(tx, none)]), [0, [1]]) // prettier-ignore
  const gained = await undone(async (tx) => [(await collectShipping(tx, none, cent.purchase_id!)).shipping_cents, await shipping(tx, cent)])
  assert.deepEqual(gained, [1, [0]])
  const changedAt = async (tx: Tx, { id }: OrderRow) => (await findOrder(tx.db, id))!.updated_at
  const untouched = await undone(async (tx) => {
    await leaveShipping(tx, none, cent.purchase_id!)
    await collectShipping(tx, cent, cent.purchase_id!)
    return [await changedAt(tx, cent), await changedAt(tx, none)]
  })
  assert.deepEqual(untouched, [now, now], 'an order without shipping changes no other order')
})
