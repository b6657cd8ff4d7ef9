import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import type { Buyer } from './schema.ts'

/** An item in a cart. `title` is the title that the item had when it was added. */
export type CartItem = { id: string; title: string }
export type CartRow = Omit<Selectable<Tables['carts']>, 'items' | 'buyer'> & { items: CartItem[]; buyer: Buyer | null }
export type Mine = { id: string; accountId: string; keyId: string; now: Date }

const mine = (db: Db, { id, accountId, keyId, now }: Mine) =>
  db
    .selectFrom('carts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where('expires_at', '>', now)

/** Returns the cart if it was created with this key and has not expired. */
export const findCart = (db: Db, by: Mine): Promise<CartRow | undefined> => mine(db, by).$castTo<CartRow>().executeTakeFirst()

/** Like `findCart`, but also locks the cart until the transaction ends. Lock order: cart, checkout, listings. */
export const lockCart = (db: Tx, by: Mine): Promise<CartRow | undefined> => mine(db, by).forUpdate().$castTo<CartRow>().executeTakeFirst()

/** Inserts a cart. Returns false if the account already has `most` carts. */
export async function insertCart(db: Tx, row: CartRow, most: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into carts (id, account_id, key_id, items, buyer, expires_at, created_at, updated_at)
    select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${row.buyer && JSON.stringify(row.buyer)}::jsonb,
      ${row.expires_at}, ${row.created_at}, ${row.updated_at}
    where (select count(*) from carts where account_id = ${row.account_id} and expires_at > ${row.created_at}) < ${most}
    returning id`.execute(db)
  return rows.length > 0
}

export type Put = Pick<CartRow, 'items' | 'buyer' | 'expires_at' | 'updated_at'>

export async function putCart(db: Tx, id: string, { items, buyer, ...put }: Put): Promise<void> {
  await db
    .updateTable('carts')
    .set({ ...put, items: JSON.stringify(items), buyer: buyer && JSON.stringify(buyer) })
    .where('id', '=', id)
    .execute()
}

export async function setCheckout(db: Tx, id: string, checkoutId: string): Promise<void> {
  await db.updateTable('carts').set({ checkout_id: checkoutId }).where('id', '=', id).execute()
}

export async function deleteCart(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('carts').where('id', '=', id).execute()
}
