import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

export const isKnown = async (db: Db, accountId: string, tokenHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('known_browsers')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()) !== undefined

/** Whether the account knows any browser at all. */
export const knowsAny = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.selectFrom('known_browsers').select('account_id').where('account_id', '=', accountId).limit(1).executeTakeFirst()) !== undefined

export async function saveBrowser(db: Db, accountId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('known_browsers')
    .values({ account_id: accountId, token_hash: tokenHash, created_at: now, seen_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ seen_at: now }))
    .execute()
}

/** Keeps the last of them. */
export async function keepLast(db: Db, accountId: string, most: number): Promise<void> {
  await sql`
    delete from known_browsers where account_id = ${accountId} and token_hash in (
      select token_hash from known_browsers where account_id = ${accountId}
      order by seen_at desc, token_hash offset ${most})`.execute(db)
}

export async function deleteBrowsers(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('account_id', '=', accountId).execute()
}

export async function deleteUnseen(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_browsers').where('seen_at', '<', before).execute()
}

/** Since when there is an account. */
export const openedAt = async (db: Db, accountId: string): Promise<Date> =>
  (await db.selectFrom('accounts').select('created_at').where('id', '=', accountId).executeTakeFirstOrThrow()).created_at
