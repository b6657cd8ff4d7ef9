import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Change } from './schema.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type ChatRow = Omit<Selectable<Tables['listing_chats']>, 'role' | 'changes'> & { role: 'seller' | 'agent'; changes: Change[] }

/** Inserts a chat message. Returns false if the listing was deleted. */
export async function insertChat(db: Db, row: ChatRow): Promise<boolean> {
  const { rows } = await sql`
    insert into listing_chats (id, listing_id, role, text, changes, created_at)
    select ${row.id}, l.id, ${row.role}, ${row.text}, ${JSON.stringify(row.changes)}::jsonb, ${row.created_at}::timestamptz
    from (select id from listings where id = ${row.listing_id} for key share) l
    returning id`.execute(db)
  return rows.length > 0
}

/** Deletes the chat messages about a listing, except the newest `most`. */
export async function deleteOlderChat(db: Db, listingId: string, most: number): Promise<void> {
  await sql`
    delete from listing_chats where id = any(array(
      select id from listing_chats where listing_id = ${listingId} order by created_at desc, id desc offset ${most}))`.execute(db)
}

/** Returns one page of the chat with the listing agent, newest message first. */
export const pageOfChat = (db: Db, listingId: string, { limit, offset }: Part): Promise<Paged<ChatRow>> => {
  const all = db.selectFrom('listing_chats').where('listing_id', '=', listingId)
  return paged(all, all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).$castTo<ChatRow>())
}
