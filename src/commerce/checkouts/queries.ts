import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import type { Buyer } from '#commerce/carts/schema.ts'
import type { Destination } from './schema.ts'

/** An item in a checkout, with its price before any discount. */
export type CheckoutItem = { id: string; title: string; cents: number }

/**
 * A checkout for one listing, or for the `items` of a bundle. For a bundle, `listing_id` and `title` describe the first item, `item_cents`
 * is the sum of the prices, and `order_id` is one of the orders in the purchase.
 */
export type CheckoutRow = Omit<Selectable<Tables['checkouts']>, 'buyer' | 'destination' | 'items'> & {
  items: CheckoutItem[] | null
  buyer: Buyer | null
  destination: Destination | null
}
/** Identifies a checkout, together with the key that started it. A guest's checkout has no key, so anyone who knows the id has access. */
type Mine = { id: string } & ({ keyId: null } | { accountId: string; keyId: string })

const mine = (db: Db, by: Mine) => {
  const checkout = db.selectFrom('checkouts').selectAll().where('id', '=', by.id)
  if (by.keyId === null) return checkout.where('key_id', 'is', null)
  return checkout.where('account_id', '=', by.accountId).where('key_id', '=', by.keyId)
}

/** Returns a checkout that was started with this key. */
export const findCheckout = (db: Db, by: Mine): Promise<CheckoutRow | undefined> => mine(db, by).$castTo<CheckoutRow>().executeTakeFirst()

/** Like `findCheckout`, but also locks the checkout until the transaction ends. The caller must not have locked the listing yet. */
export const lockCheckout = (db: Tx, by: Mine): Promise<CheckoutRow | undefined> =>
  mine(db, by).forUpdate().$castTo<CheckoutRow>().executeTakeFirst()

type Stored = { items: CheckoutItem[] | null; buyer: Buyer | null; destination: Destination | null }
const json = ({ items, buyer, destination }: Stored) => ({
  items: items && JSON.stringify(items),
  buyer: buyer && JSON.stringify(buyer),
  destination: destination && JSON.stringify(destination),
})

export async function insertCheckout(db: Tx, row: Omit<Insertable<Tables['checkouts']>, keyof Stored> & Stored): Promise<void> {
  await db
    .insertInto('checkouts')
    .values({ ...row, ...json(row) })
    .execute()
}

export type Put = Pick<
  CheckoutRow,
  'listing_id' | 'offer_id' | 'title' | 'item_cents' | 'discount_cents' | 'shipping_cents' | 'updated_at'
> &
  Stored

export async function putCheckout(db: Tx, id: string, put: Put): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ ...put, ...json(put) })
    .where('id', '=', id)
    .execute()
}

export async function cancelCheckout(db: Tx, id: string, now: Date): Promise<void> {
  await db.updateTable('checkouts').set({ cancelled_at: now, updated_at: now }).where('id', '=', id).execute()
}

export async function giveOrder(db: Tx, id: string, orderId: string, forgetAt: Date): Promise<void> {
  await db.updateTable('checkouts').set({ order_id: orderId, forget_at: forgetAt }).where('id', '=', id).execute()
}

/** Returns the account that owns a checkout without a key, as long as this account is a guest. */
export const guestOf = async (db: Db, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('checkouts as c')
      .innerJoin('accounts as a', 'a.id', 'c.account_id')
      .select('a.id')
      .where('c.id', '=', id)
      .where('c.key_id', 'is', null)
      .where('a.guest_email', 'is not', null)
      .executeTakeFirst()
  )?.id

export async function giveAccount(db: Tx, id: string, accountId: string): Promise<void> {
  await db.updateTable('checkouts').set({ account_id: accountId }).where('id', '=', id).execute()
}

/** Deletes the webhook URLs from an account's checkouts. */
export async function forgetWebhooks(db: Tx, accountId: string): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ webhook_url: null })
    .where('account_id', '=', accountId)
    .where('webhook_url', 'is not', null)
    .execute()
}

/** Returns the latest checkout for each order, with the order's id in `for_order`. All orders in a purchase have the same checkout. */
export async function checkoutsOfOrders(db: Db, orderIds: readonly string[]): Promise<(CheckoutRow & { for_order: string })[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<CheckoutRow & { for_order: string }>`
    select distinct on (o.id) o.id as for_order, x.*
    from orders o cross join lateral (
      select * from checkouts where order_id = o.id
      union all
      select c.* from orders s join checkouts c on c.order_id = s.id where s.purchase_id = o.purchase_id
    ) x
    where o.id = any(${[...orderIds]}::text[]) order by o.id, x.created_at desc`.execute(db)
  return rows
}
