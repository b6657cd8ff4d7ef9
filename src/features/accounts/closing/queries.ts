import { sql } from 'kysely'
import type { Db } from '#lib/db/index.ts'

/** Against everything else that this account starts at the same time. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
}

export const passwordHashOf = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst())?.password_hash ?? null

/**
 * Deletes the listings that were never sold and the shops that then are empty; hides the other shops. Gives the storage
 * keys of every picture and video that is gone with them.
 */
export async function takeNeverSold(db: Db, ownerId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with shop_pictures as (
      select picture from shops s
      where s.owner_id = ${ownerId} and picture is not null
        and not exists (select from listings l where l.shop_id = s.id and l.ever_sold)
    )
    select v->>'key' as key from photos p join listings l on l.id = p.listing_id, jsonb_array_elements(p.variants) v
    where l.owner_id = ${ownerId} and not l.ever_sold
    union all
    select v->>'key' from shop_pictures, jsonb_array_elements(picture) v`.execute(db)
  await sql`
    delete from daily_counts where subject in (
      select id from listings where owner_id = ${ownerId} and not ever_sold
      union all
      select id from shops s where owner_id = ${ownerId} and not exists (select from listings l where l.shop_id = s.id and l.ever_sold))`.execute(
    db,
  )
  await db.deleteFrom('listings').where('owner_id', '=', ownerId).where('ever_sold', '=', false).execute()
  await sql`
    update shop_slugs set moved_at = ${now}
    where owner_id = ${ownerId} and moved_at is null
      and not exists (select from listings l where l.shop_id = shop_slugs.shop_id)`.execute(db)
  await sql`delete from shops s where owner_id = ${ownerId} and not exists (select from listings l where l.shop_id = s.id)`.execute(db)
  await db
    .updateTable('shops')
    .set({ visibility: 'private', about: null, location: null, updated_at: now })
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.map(({ key }) => key)
}

/** Ends every way in and removes what tells who it was. The row stays, for the records that name it. */
export async function forgetPerson(db: Db, accountId: string, now: Date): Promise<void> {
  await db.updateTable('keys').set({ revoked_at: now }).where('account_id', '=', accountId).where('revoked_at', 'is', null).execute()
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  await db.deleteFrom('approvals').where('account_id', '=', accountId).execute()
  await db.deleteFrom('likes').where('account_id', '=', accountId).execute()
  await db.deleteFrom('follows').where('account_id', '=', accountId).execute()
  await db.deleteFrom('saved_searches').where('account_id', '=', accountId).execute()
  await db.deleteFrom('reports').where('account_id', '=', accountId).execute()
  await db.deleteFrom('events').where('account_id', '=', accountId).execute()
  // nothing of theirs is on its way any more
  await db.updateTable('orders').set({ address: null }).where('buyer_id', '=', accountId).execute()
  await db.deleteFrom('mailed_links').where('account_id', '=', accountId).execute()
  await db.deleteFrom('mails').where('account_id', '=', accountId).execute()
  await db.deleteFrom('notice_switches').where('account_id', '=', accountId).execute()
  await db
    .updateTable('accounts')
    .set({ name: 'Closed account', email: null, new_email: null, password_hash: null, closed_at: now, updated_at: now })
    .where('id', '=', accountId)
    .execute()
}
