import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { MOVED } from './rules.ts'

/** Moves the guest's stored photos, the blocks against the guest, and all rows that cannot conflict with rows of the account. */
export async function moveRows(db: Db, accountId: string, guestId: string): Promise<void> {
  for (const [table, column] of MOVED)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${accountId} where ${sql.ref(column)} = ${guestId}`.execute(db)
  await sql`
    insert into blocks (account_id, blocked_id, thread_id, order_id, shop_id, shop_slug, shop_name, created_at)
    select account_id, ${accountId}, thread_id, order_id, shop_id, shop_slug, shop_name, created_at from blocks where blocked_id = ${guestId}
    on conflict do nothing`.execute(db)
  await db.deleteFrom('blocks').where('blocked_id', '=', guestId).execute()
  // checks the number of stored bytes first, because most guests have no photos, and this table has no index on the account
  await sql`
    update stored_files set account_id = ${accountId}
    where account_id = ${guestId} and (select media_bytes > 0 from account_use where account_id = ${guestId})`.execute(db)
}

/**
 * Moves a guest's conversations. If the account already has a conversation about the same subject with the same person, moves only the
 * messages.
 */
export async function moveThreads(db: Db, accountId: string, guestId: string): Promise<void> {
  const { rows } = await sql<{ from: string; to: string }>`
    select g.id as from, t.id as to from threads g
    join threads t on t.buyer_id = ${accountId} and t.shop_id = g.shop_id and t.listing_id is not distinct from g.listing_id
    where g.buyer_id = ${guestId} order by g.id for update`.execute(db)
  for (const { from, to } of rows) {
    await db.updateTable('messages').set({ thread_id: to }).where('thread_id', '=', from).execute()
    for (const table of ['reports', 'blocks'] as const)
      await db.updateTable(table).set({ thread_id: to }).where('thread_id', '=', from).execute()
    await sql`
      update threads t set needs_owner = t.needs_owner or g.needs_owner, seller_unread = t.seller_unread + g.seller_unread,
        buyer_unread = t.buyer_unread + g.buyer_unread, owner_wrote_at = greatest(t.owner_wrote_at, g.owner_wrote_at),
        updated_at = greatest(t.updated_at, g.updated_at)
      from threads g where g.id = ${from} and t.id = ${to}`.execute(db)
    await db.deleteFrom('threads').where('id', '=', from).execute()
  }
  await db.updateTable('threads').set({ buyer_id: accountId }).where('buyer_id', '=', guestId).execute()
}
