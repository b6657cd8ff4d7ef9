import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#lib/db/index.ts'

/** What an account has; `exports_today`: asked for in the last 24 hours. */
export type Use = Omit<Selectable<Tables['account_use']>, 'account_id'> & { exports_today: number }

/** What an account has now. In a transaction that added to it, its own change counts, and that of nobody after it yet. */
export const findUse = async (db: Db, accountId: string, since: Date): Promise<Use> =>
  (
    await sql<Use>`
      select coalesce(u.shops, 0) as shops, coalesce(u.keys, 0) as keys, coalesce(u.listings, 0) as listings,
        coalesce(u.likes, 0) as likes, coalesce(u.follows, 0) as follows, coalesce(u.media_bytes, 0) as media_bytes,
        (select count(*) from exports where account_id = ${accountId} and created_at > ${since}) as exports_today
      from (select) as one left join account_use u on u.account_id = ${accountId}`.execute(db)
  ).rows[0]!

/** Makes everybody wait who adds to the account's things, until the transaction ends. */
export async function lockUse(db: Db, accountId: string): Promise<void> {
  await sql`insert into account_use (account_id) values (${accountId}) on conflict do nothing`.execute(db)
  await sql`select from account_use where account_id = ${accountId} for update`.execute(db)
}
