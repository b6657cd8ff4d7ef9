import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'

export { lockAccount } from '#platform/db/lock-account.ts'

/**
 * Deletes listings that were never sold, and shops that have no listings left. Returns the storage keys of these listings' photos and
 * videos, and of all shops' pictures.
 */
export async function takeNeverSold(db: Db, ownerId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select v->>'key' as key from photos p join listings l on l.id = p.listing_id, jsonb_array_elements(p.variants) v
    where l.owner_id = ${ownerId} and not l.ever_sold
    union all
    select v->>'key' from shops, jsonb_array_elements(picture) v where owner_id = ${ownerId}`.execute(db)
  await sql`
    delete from daily_counts where subject in (
      select id from listings where owner_id = ${ownerId} and not ever_sold
      union all
      select id from shops s where owner_id = ${ownerId} and not exists (select from listings l where l.shop_id = s.id and l.ever_sold))`.execute(
    db,
  )
  await db.deleteFrom('listings').where('owner_id', '=', ownerId).where('ever_sold', '=', false).execute()
  await sql`update shop_slugs set moved_at = ${now} where owner_id = ${ownerId} and moved_at is null`.execute(db)
  await sql`delete from shops s where owner_id = ${ownerId} and not exists (select from listings l where l.shop_id = s.id)`.execute(db)
  return rows.map(({ key }) => key)
}

/** Closes the account, renames it to `nameNow`, and returns the old name. The row is not deleted, because other records refer to it. */
export async function takeName(db: Db, accountId: string, nameNow: string, now: Date): Promise<string> {
  const { name } = await db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
  await db
    .updateTable('accounts')
    .set({
      name: nameNow,
      email: null,
      guest_email: null,
      new_email: null,
      password_hash: null,
      time_zone: null,
      is_operator: false,
      closed_at: now,
      updated_at: now,
    })
    .where('id', '=', accountId)
    .execute()
  return name
}

export type ShopAddress = { shopId: string; slug: string; name: string }

export const addressesOf = (db: Db, ownerId: string): Promise<ShopAddress[]> =>
  db
    .selectFrom('shops as s')
    .innerJoin('shop_slugs as a', 'a.shop_id', 's.id')
    .select(['s.id as shopId', 'a.slug', 's.name'])
    .where('s.owner_id', '=', ownerId)
    .orderBy('s.id')
    .orderBy('a.slug')
    .execute()

export async function lockShops(db: Tx, ownerId: string): Promise<{ id: string; pictures: string[] }[]> {
  const rows = await db.selectFrom('shops').select(['id', 'picture']).where('owner_id', '=', ownerId).orderBy('id').forUpdate().execute()
  return rows.map(({ id, picture }) => ({ id, pictures: ((picture ?? []) as { key: string }[]).map(({ key }) => key) }))
}

/** Hides a shop and removes its name, picture and slug. The slug stays reserved for a while, so that no other shop can use it. */
export async function takeShopName(db: Db, id: string, to: { slug: string; name: string; now: Date }): Promise<void> {
  await sql`update shop_slugs set moved_at = coalesce(moved_at, ${to.now}), shop_id = null where shop_id = ${id}`.execute(db)
  await sql`insert into shop_slugs (slug, shop_id, owner_id) select ${to.slug}, id, owner_id from shops where id = ${id}`.execute(db)
  await db
    .updateTable('shops')
    .set({
      visibility: 'private',
      slug: to.slug,
      name: to.name,
      about: null,
      ship_from: null,
      location: null,
      category: null,
      picture: null,
      updated_at: to.now,
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces the shop names in orders, offers and threads with `name`, and the slugs of deleted shops with `closed`. */
export async function takeShopNamesInRecords(db: Db, sellerId: string, name: string): Promise<void> {
  for (const table of ['orders', 'offers', 'threads'])
    await sql`
      update ${sql.table(table)} r set shop_name = ${name}, shop_slug = coalesce((select s.slug from shops s where s.id = r.shop_id), 'closed')
      where r.seller_id = ${sellerId}`.execute(db)
}

/** Returns the ids of the account's emails, so that the caller can also delete their copies outside the database. */
export const mailIdsOf = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.selectFrom('mails').select('id').where('account_id', '=', accountId).execute()).map(({ id }) => id)

/** Tables from which a closed account's rows are deleted, each with the column that refers to the account. */
export const OWN = [
  ...[
    'push_subscriptions',
    'oauth_codes',
    'oauth_clients',
    'sessions',
    'carts',
    'checkouts',
    'keys',
    'approvals',
    'likes',
    'follows',
    'blocks',
    'saved_searches',
    'saved_replies',
    'bulk_changes',
    'sales',
    'addresses',
    'reports',
    'events',
    'guest_checkouts',
    'mailed_links',
    'mails',
    'notice_switches',
    'unsubscribe_links',
    'like_alerts',
    'like_digests',
    'invitation_recipients',
    'invitations',
  ],
  ...['request_log', 'usage_months', 'helper_runs', 'model_days', 'research_runs'],
  ...['known_browsers', 'passkeys', 'passkey_challenges', 'authenticator_apps', 'recovery_codes', 'sign_in_tickets'],
] as const

/** Returns the storage keys of photos in threads between this account and closed accounts. `forgetPerson` deletes these threads. */
export const closedThreadFiles = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await sql<{ key: string }>`
      select v ->> 'key' as key from threads t join accounts a on a.id = case when t.buyer_id = ${accountId} then t.seller_id else t.buyer_id end
      join messages m on m.thread_id = t.id, jsonb_array_elements(m.photos) p, jsonb_array_elements(p -> 'variants') v
      where (t.buyer_id = ${accountId} or t.seller_id = ${accountId}) and a.closed_at is not null`.execute(db)
  ).rows.map(({ key }) => key)

/** Deletes all credentials, and all personal data except the name. By now, only sold listings remain. */
export async function forgetPerson(db: Db, accountId: string): Promise<void> {
  for (const table of OWN) await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  await db.deleteFrom('blocks').where('blocked_id', '=', accountId).execute()
  for (const table of ['listing_chats', 'words_takes', 'listing_vectors', 'listing_questions', 'price_drops'])
    await sql`delete from ${sql.table(table)} where listing_id in (select id from listings where owner_id = ${accountId})`.execute(db)
  await db.updateTable('listings').set({ prompt: null, research: null }).where('owner_id', '=', accountId).execute()
  // deletes the postal address, because a closed account has no order in transit
  await db.updateTable('orders').set({ address: null }).where('buyer_id', '=', accountId).execute()
  await sql`
    delete from threads t using accounts a
    where (t.buyer_id = ${accountId} and a.id = t.seller_id or t.seller_id = ${accountId} and a.id = t.buyer_id) and a.closed_at is not null`.execute(
    db,
  )
}
