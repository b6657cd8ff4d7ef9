import type { Insertable } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import type { Tables, Tx } from '#platform/db/index.ts'
import * as holds from '#commerce/holds/queries.ts'
import * as payments from '#commerce/payments/queries.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'

/** One day, in seconds. */
const DAY = 86_400

/**
 * Starts a service without a worker, and returns functions that insert orders, holds, purchases, payments and transfers between the same
 * seller (Ana) and buyer (Ben). `at` takes seconds after `now`, which is far in the future. Tests of queries add records that differ from
 * the requested record in one condition each.
 */
export async function moneyRows(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const { db } = ctx
  const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
  const shop = await makeShop(ctx, ana.id, { name: 'Attic' })
  // a time in the future, so that the service's jobs do not act on the records
  const now = new Date(ctx.now().getTime() + 90 * DAY * 1_000)
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const inTx = <T>(work: (db: Tx) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
  /** Runs `read` while another transaction, in which `lock` has run, is still open. */
  const whileLocked = async <T>(lock: (db: Tx) => Promise<unknown>, read: () => Promise<T>): Promise<T> => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = inTx(async (tx) => {
      await lock(tx)
      begun.resolve()
      await end.promise
    })
    await Promise.race([begun.promise, holding])
    const result = await read()
    end.resolve()
    await holding
    return result
  }
  const dates = { created_at: now, updated_at: now }

  const listingId = async () => (await makeListing(ctx, shop)).id
  const order = async (columns: object = {}) => {
    const id = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, status: 'paid', shipBy: at(DAY), title: 'Lamp' })
    await db.updateTable('orders').set({ pay_by: at(DAY), ...columns }).where('id', '=', id).execute() // prettier-ignore
    return id
  }
  const hold = async (more: Partial<Insertable<Tables['holds']>> = {}) => {
    const id = ctx.newId('hld')
    const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id }
    const row = {
      id,
      listing_id: await listingId(),
      ...parties,
      listing_title: 'Vase',
      deposit_cents: 100,
      status: 'active',
      until: at(DAY),
    }
    await holds.insertHold(db, { ...row, ...dates, ...more } as Insertable<Tables['holds']>)
    return id
  }
  const purchase = async () => {
    const id = ctx.newId('pur')
    const parties = { shop_id: shop.id, seller_id: ana.id, buyer_id: ben.id, shop_slug: shop.slug, shop_name: 'Attic' }
    const cents = { percent: 0, discount_cents: 0, shipping_cents: 0, total_cents: 0 }
    await db.insertInto('purchases').values({ id, ...parties, ...cents, pay_by: at(DAY), ...dates }).execute() // prettier-ignore
    return id
  }
  const inPurchase = (purchase_id: string) => order({ purchase_id, discount_cents: 0, share_cents: 0 })
  const payment = async (more: Partial<Insertable<Tables['payments']>>) => {
    const id = ctx.newId('pay')
    const row = {
      id,
      buyer_id: ben.id,
      provider: 'test',
      method: 'test_ok',
      provider_ref: `ref_${id}`,
      amount_cents: 6600,
      status: 'succeeded',
    }
    return (await payments.insertPayment(db, { ...row, ...dates, ...more } as Insertable<Tables['payments']>)).id
  }
  const move = async (more: Partial<Insertable<Tables['money_moves']>>) => {
    const id = ctx.newId('mov')
    const row = { id, kind: 'payout', account_id: ana.id, amount_cents: 6000, next_try_at: now, created_at: now }
    await db.insertInto('money_moves').values({ ...row, ...more }).execute() // prettier-ignore
    return id
  }
  /** Returns the balance of each account in the ledger entries of an order or a hold, in cents. Omits balances of zero. */
  const balances = async (subject: { orderId: string } | { holdId: string }) => {
    const [column, id] = 'orderId' in subject ? (['order_id', subject.orderId] as const) : (['hold_id', subject.holdId] as const)
    const rows = await db
      .selectFrom('ledger_entries')
      .select(['account', (eb) => eb.fn.sum<string>('amount_cents').as('cents')])
      .where(column, '=', id)
      .groupBy('account')
      .execute()
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]).filter(([, cents]) => cents !== 0))
  }
  const people = { ana, ben, eve, shop }
  const times = { now, at, dates }
  return {
    app,
    ctx,
    db,
    ...people,
    ...times,
    ids,
    inTx,
    whileLocked,
    listingId,
    order,
    hold,
    purchase,
    inPurchase,
    payment,
    move,
    balances,
  }
}
