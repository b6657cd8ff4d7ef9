import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Usage of an account. `exports_today` counts the last 24 hours. */
export type Use = Omit<Selectable<Tables['account_use']>, 'account_id'> & { exports_today: number; addresses: number }

/** SQL that selects the usage of account `$1` and counts its exports since `$2`. Also works as a subquery. */
export const USE = `
  select shops, keys, listings, likes, follows, blocks,
    (select r.media_bytes from account_use r
      where r.account_id = coalesce((select sandbox_of from accounts where id = $1), $1)) as media_bytes,
    (select count(*) from exports where account_id = $1 and created_at > $2) as exports_today,
    (select count(*) from addresses where account_id = $1) as addresses
  from account_use where account_id = $1`

const use = statement<Statement<[accountId: string, since: Date], Use>>(USE)

/** Returns the current usage. A transaction sees its own inserts, but not the later inserts of other transactions. */
export const findUse = async (db: Db, accountId: string, since: Date): Promise<Use> => (await use(db, accountId, since))[0]!

/** Until the transaction ends, blocks concurrent inserts that count toward the account's quotas. */
export async function lockUse(db: Tx, accountId: string): Promise<void> {
  await db.selectFrom('account_use').select('account_id').where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}
