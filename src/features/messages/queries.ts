import type { Selectable } from 'kysely'
import type { Db } from '#lib/db/index.ts'
import type { Tables } from '#lib/db/tables.ts'

export type LockedThread = Selectable<Tables['threads']>
export type MessageRow = Selectable<Tables['messages']>

export type NewThread = {
  id: string
  listing_id: string | null
  listing_title: string | null
  shop_id: string
  shop_slug: string
  shop_name: string
  seller_id: string
  buyer_id: string
  created_at: Date
  updated_at: Date
}

/** Whom a thread is between, and about what: the shop itself when there is no listing. */
type ThreadKey = { listing_id: string | null; shop_id: string; buyer_id: string }

/**
 * The one thread of a buyer about a listing or a shop, begun where there is none, and locked. Of two who begin it at once
 * the second waits and finds the first's.
 */
export async function openThread(db: Db, row: NewThread): Promise<LockedThread> {
  const standing = await lockThreadOf(db, row)
  if (standing) return standing
  await db
    .insertInto('threads')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const begun = await lockThreadOf(db, row)
  if (!begun) throw new Error('a thread was neither found nor begun')
  return begun
}

/** The same, without beginning one. */
export const lockThreadOf = (db: Db, { listing_id, shop_id, buyer_id }: ThreadKey): Promise<LockedThread | undefined> =>
  db
    .selectFrom('threads')
    .selectAll()
    .where('buyer_id', '=', buyer_id)
    .$if(listing_id !== null, (q) => q.where('listing_id', '=', listing_id))
    .$if(listing_id === null, (q) => q.where('listing_id', 'is', null).where('shop_id', '=', shop_id))
    .forUpdate()
    .executeTakeFirst()

export type NewMessage = Pick<MessageRow, 'id' | 'thread_id' | 'sender' | 'text' | 'in_reply_to' | 'needs_owner' | 'created_at'>

export const insertMessage = (db: Db, row: NewMessage): Promise<MessageRow> =>
  db.insertInto('messages').values(row).returningAll().executeTakeFirstOrThrow()

/** What a message changes of its thread. `undefined` leaves a mark as it is. */
export type ThreadMarks = {
  updated_at: Date
  seller_unread: number
  buyer_unread: number
  needs_owner?: boolean | undefined
  owner_wrote_at?: Date | undefined
}

export async function markThread(db: Db, id: string, { needs_owner, owner_wrote_at, ...marks }: ThreadMarks): Promise<void> {
  await db
    .updateTable('threads')
    .set({
      ...marks,
      ...(needs_owner === undefined ? {} : { needs_owner }),
      ...(owner_wrote_at === undefined ? {} : { owner_wrote_at }),
    })
    .where('id', '=', id)
    .execute()
}
