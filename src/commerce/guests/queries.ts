import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type GuestCheckoutRow = Selectable<Tables['guest_checkouts']>

export type GuestRow = { id: string; name: string; guest_email: string; suspended_at: Date | null }

export async function insertGuest(db: Db, row: { id: string; name: string; guest_email: string; now: Date }): Promise<void> {
  const { now, ...guest } = row
  await db
    .insertInto('accounts')
    .values({ ...guest, created_at: now, updated_at: now })
    .execute()
}

export async function insertCheckout(db: Db, row: GuestCheckoutRow): Promise<void> {
  await db.insertInto('guest_checkouts').values(row).execute()
}

/** Returns the order that a payment link opens, if the link is valid and the buyer is still a guest. */
export const findOrderToPay = async (db: Db, tokenHash: Buffer, now: Date): Promise<{ accountId: string; listingId: string } | undefined> =>
  db
    .selectFrom('guest_checkouts as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .innerJoin('orders as o', 'o.id', 'g.order_id')
    .select(['a.id as accountId', 'o.listing_id as listingId'])
    .where('g.token_hash', '=', tokenHash)
    .where('g.expires_at', '>', now)
    .where('a.guest_email', 'is not', null)
    .executeTakeFirst()

/** Returns the network from which a guest's order was placed, as long as the order counts toward the limit on unpaid orders. */
export const networkOfOrder = async (db: Db, orderId: string): Promise<string | undefined> =>
  (await db.selectFrom('guest_checkouts').select('network').where('order_id', '=', orderId).executeTakeFirst())?.network

/** Locks a guest. Returns undefined if the account is not a guest. */
export const lockGuest = (db: Tx, id: string): Promise<GuestRow | undefined> =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'guest_email', 'suspended_at'])
    .where('id', '=', id)
    .where('guest_email', 'is not', null)
    .forUpdate()
    .$castTo<GuestRow>()
    .executeTakeFirst()

/** Returns a guest's latest order and, if it is part of a purchase, the purchase's id. */
export const latestOrderOf = async (db: Db, accountId: string): Promise<{ id: string; purchase_id: string | null } | undefined> =>
  db
    .selectFrom('orders')
    .select(['id', 'purchase_id'])
    .where('buyer_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Returns true if the account has bought the listing. */
export const hasOrderOn = async (db: Db, accountId: string, listingId: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('buyer_id', '=', accountId).where('listing_id', '=', listingId).executeTakeFirst()) !==
  undefined

/** Returns guests without open orders who have not paid anything since `before`. */
export const unpaidGuests = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from accounts a
      where guest_email is not null and created_at <= ${before} and suspended_at is null
        and not exists (select from orders o where o.buyer_id = a.id
          and (o.paid_at is not null or o.status not in ('expired', 'cancelled') or o.updated_at > ${before}))
      order by created_at limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

/** Turns a guest into an account with a verified email address. */
export async function becomeAccount(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update accounts set email = guest_email, guest_email = null, email_verified_at = ${now}, updated_at = ${now} where id = ${id}`.execute(
    db,
  )
}

/** Removes the guest's link from emails that have not been sent yet, because the order now belongs to an account. */
export async function unlinkMails({ db, config }: { db: Db; config: { publicUrl: string } }, accountId: string): Promise<void> {
  const [from, to] = ['/guest/order?token={token}', '/you/orders'].map((path) => `${config.publicUrl}${path}`)
  await sql`
    update mails set link_for = null, body = replace(body, ${from}, ${to})
    where account_id = ${accountId} and status = 'waiting' and link_for = 'guest'`.execute(db)
  await db.deleteFrom('mailed_links').where('account_id', '=', accountId).where('purpose', '=', 'guest').execute()
}

/** Returns true if the account has sold something to the guest. */
export const sellsTo = async (db: Db, sellerId: string, guestId: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('buyer_id', '=', guestId).where('seller_id', '=', sellerId).executeTakeFirst()) !==
  undefined

/** Returns the account's email address if the address is verified. */
export const provedEmail = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await sql<{ email: string }>`
      select email from accounts where id = ${accountId} and email_verified_at is not null and suspended_at is null`.execute(db)
  ).rows[0]?.email

/**
 * Locks the guests who use the account's email address and have a paid order, sorted by id. Omits guests who bought something from this
 * account.
 */
export const lockPaidGuests = async (db: Tx, account: { id: string; email: string }): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from accounts g
      where lower(guest_email) = lower(${account.email}) and suspended_at is null
        and exists (select from orders o where o.buyer_id = g.id and o.paid_at is not null)
        and not exists (select from orders o where o.buyer_id = g.id and o.seller_id = ${account.id})
      order by id for update`.execute(db)
  ).rows.map(({ id }) => id)

/** Deletes a guest whose records have been moved to an account, and revokes the guest's access. */
export async function deleteGuest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).where('guest_email', 'is not', null).execute()
}
