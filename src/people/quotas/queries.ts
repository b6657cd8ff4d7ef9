import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

/** What an account has; `exports_today`: asked for in the last 24 hours. */
export type Use = Omit<Selectable<Tables['account_use']>, 'account_id'> & { exports_today: number }

/** What an account has now. In a transaction that added to it, its own change counts, and that of nobody after it yet. */
export const findUse = async (db: Db, accountId: string, since: Date): Promise<Use> =>
  (await selectUse(accountId, since).execute(db)).rows[0]!

/** The same as a part of another statement. */
export const selectUse = (accountId: string, since: Date) => sql<Use>`
  select shops, keys, listings, likes, follows, media_bytes,
    (select count(*) from exports where account_id = ${accountId} and created_at > ${since}) as exports_today
  from account_use where account_id = ${accountId}`

/** Makes everybody wait who adds to the account's things, until the transaction ends. */
export async function lockUse(db: Tx, accountId: string): Promise<void> {
  await db.selectFrom('account_use').select('account_id').where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}
