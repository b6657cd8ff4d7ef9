import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Current usage of an account. `exports_today` is the number of exports in the last 24 hours. */
export type Use = Omit<Selectable<Tables['account_use']>, 'account_id'> & { exports_today: number; addresses: number }

/** SQL that selects the current usage of account `$1`, including the number of exports it made since `$2`. Can be used as a subquery. */
export const USE = `
  select shops, keys, listings, likes, follows, blocks,
    (select r.media_bytes from account_use r
      where r.account_id = coalesce((select sandbox_of from accounts where id = $1), $1)) as media_bytes,
    (select count(*) from exports where account_id = $1 and created_at > $2) as exports_today,
    (select count(*) from addresses where account_id = $1) as addresses
  from account_use where account_id = $1`

const use = statement<Statement<[accountId: string, since: Date], Use>>(USE)

/**
 * Returns the current usage. Within a transaction, the usage includes the transaction's own inserts, but not later inserts by other
 * transactions.
 */
export const findUse = async (db: Db, accountId: string, since: Date): Promise<Use> => (await use(db, accountId, since))[0]!

/** Blocks other inserts that count toward the account's quotas until the transaction ends. */
export async function lockUse(db: Tx, accountId: string): Promise<void> {
  await db.selectFrom('account_use').select('account_id').where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}
