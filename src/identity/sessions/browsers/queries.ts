import { sql } from 'kysely'
import { executeTogether } from '#platform/db/batch.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { SessionRow } from '#identity/sessions/queries.ts'

/** Returns the first of these hashes that belongs to a browser from which the account has signed in. */
export const findKnown = async (db: Db, accountId: string, tokenHashes: readonly Buffer[]): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('known_browsers')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', (eb) => eb.fn.any(eb.val([...tokenHashes])))
      .executeTakeFirst()
  )?.token_hash

export type Met = {
  known: boolean
  knows_any: boolean
  opened_at: Date
  name: string
  email: string | null
  time_zone: string | null
  /** True if there is a guest with the account's verified email address. */
  has_guests: boolean
}

export const meet = async (db: Tx, accountId: string, tokenHash: Buffer): Promise<Met> =>
  (
    await sql<Met>`
      select name, email, time_zone, created_at as opened_at,
        exists (select from known_browsers where account_id = ${accountId} and token_hash = ${tokenHash}) as known,
        exists (select from known_browsers where account_id = ${accountId}) as knows_any,
        email_verified_at is not null and suspended_at is null and exists (
          select from accounts g where g.guest_email is not null and lower(g.guest_email) = lower(accounts.email)) as has_guests
      from accounts where id = ${accountId}`.execute(db)
  ).rows[0]!

/** Inserts a session and its browser. If the account then has more than `most` browsers, deletes the least recently used browsers. */
export const insertSession = (db: Tx, session: SessionRow, tokenHash: Buffer, most: number): Promise<void> => {
  const { account_id, created_at } = session
  const others = sql`
    select token_hash from known_browsers where account_id = ${account_id} and token_hash <> ${tokenHash}
    order by seen_at desc, token_hash offset ${most - 1}`
  return executeTogether(db, [
    db.insertInto('sessions').values(session),
    db
      .insertInto('known_browsers')
      .values({ account_id, token_hash: tokenHash, created_at, seen_at: created_at })
      .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ seen_at: created_at })),
    sql`delete from known_browsers where account_id = ${account_id} and token_hash in (${others})`,
  ])
}

export async function deleteBrowsers(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('account_id', '=', accountId).execute()
}

export async function deleteUnseen(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_browsers').where('seen_at', '<', before).execute()
}
