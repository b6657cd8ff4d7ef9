import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export { lockAccount } from '#platform/db/lock-account.ts'

export type ReplyRow = Selectable<Tables['saved_replies']>
type ReplyChange = Pick<Updateable<Tables['saved_replies']>, 'title' | 'body' | 'updated_at'>

/** Returns all saved replies of the account, sorted by title. The list is short, so the caller counts and paginates it in memory. */
export const repliesOf = (db: Db, accountId: string): Promise<ReplyRow[]> =>
  db
    .selectFrom('saved_replies')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute()

export const countReplies = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('saved_replies')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).total

export const findReply = (db: Db, accountId: string, id: string): Promise<ReplyRow | undefined> =>
  db.selectFrom('saved_replies').selectAll().where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()

export const insertReply = (db: Db, row: ReplyRow): Promise<ReplyRow> =>
  db.insertInto('saved_replies').values(row).returningAll().executeTakeFirstOrThrow()

export const updateReply = (db: Db, accountId: string, id: string, change: ReplyChange): Promise<ReplyRow | undefined> =>
  db.updateTable('saved_replies').set(change).where('id', '=', id).where('account_id', '=', accountId).returningAll().executeTakeFirst()

/** Deletes the account's saved reply with this id. Returns false if there is none. */
export const deleteReply = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('saved_replies').where('id', '=', id).where('account_id', '=', accountId))
