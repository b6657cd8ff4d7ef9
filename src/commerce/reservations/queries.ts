import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { isOf } from '#platform/db/sides.ts'

/** Builds the SQL condition that an order is unfinished, that is, not in a final status. */
export const unfinished = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.status`)} in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem')`
const isActive = (alias: string, now: Date) =>
  sql<boolean>`${unfinished(alias)} and not (${sql.ref(`${alias}.status`)} = 'awaiting_payment' and ${sql.ref(`${alias}.pay_by`)} <= ${now})`

/** Returns the buyer with an unfinished order for a listing. */
export const unfinishedOrderOf = (db: Db, listingId: string, now: Date): Promise<{ buyer_id: string } | undefined> =>
  db.selectFrom('orders as o').select('buyer_id').where('listing_id', '=', listingId).where(isActive('o', now)).executeTakeFirst()

export type Reservation = { orderedBy: string | null; heldBy: string | null }

/** Returns two account ids: the buyer with an unfinished order, and the buyer with an active hold. Either can be null. */
export const reservationOn = async (db: Db, listingId: string, now: Date): Promise<Reservation> =>
  (await selectActive(listingId, now).execute(db)).rows[0]!

/** Builds the `select` statement of `reservationOn`, for use on its own or in a larger statement. */
export const selectActive = (listingId: string, now: Date) => sql<Reservation>`
  select (select buyer_id from orders o where listing_id = ${listingId} and ${isActive('o', now)} limit 1) as "orderedBy",
    (select buyer_id from holds where listing_id = ${listingId} and status = 'active' and until > ${now} limit 1) as "heldBy"`

/** Returns true if an account is a party to an unfinished order, as buyer or seller. */
export const hasUnfinishedOf = async (db: Db, accountId: string, now: Date): Promise<boolean> =>
  (await db.selectFrom('orders as o').select('o.id').where(isOf('o', accountId)).where(isActive('o', now)).limit(1).executeTakeFirst()) !==
  undefined

/** Returns true if a shop has an order that is unfinished or was ever paid. */
export const hasSalesIn = async (db: Db, shopId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.shop_id', '=', shopId)
    .where((eb) => eb.or([eb('o.paid_at', 'is not', null), isActive('o', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
