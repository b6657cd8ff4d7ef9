import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'
import type { Tables } from '#platform/db/tables.ts'
import { USE, type Use } from '#identity/quotas/queries.ts'

export type AccountRow = Selectable<Tables['accounts']>

/** Inserts an account. Returns undefined if the email address is already in use. */
export const insertAccount = (
  db: Db,
  row: { id: string; name: string; email: string; password_hash: string; created_at: Date; updated_at: Date },
): Promise<AccountRow | undefined> =>
  db
    .insertInto('accounts')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Returns true if the account's password hash has not changed from `hash`. Locks the account row until the transaction ends. */
export const holdPassword = async (db: Db, id: string, hash: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', id).where('password_hash', '=', hash).forShare().executeTakeFirst()) !==
  undefined

export const anyAccount = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined

export const updateAccount = (db: Db, id: string, change: { brake?: boolean; name?: string; updated_at: Date }): Promise<AccountRow> =>
  db.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

type Whole = AccountRow & { shops: { slug: string; name: string }[]; use: Use }

const whole = statement<Statement<[id: string, exportsSince: Date], Whole>>(`
  select a.*, coalesce(r.email, a.email) as email, coalesce(r.email_verified_at, a.email_verified_at) as email_verified_at,
    coalesce(r.brake, a.brake) as brake, (select row_to_json(u) from (${USE}) u) as use,
    coalesce((select json_agg(json_build_object('slug', slug, 'name', name) order by created_at, id) from shops where owner_id = $1), '[]') as shops
  from accounts a left join accounts r on r.id = a.sandbox_of where a.id = $1`)

/** Reads an account with its usage and its shops (oldest first), in one statement. A test account has the email address of its owner. */
export async function findFullAccount(
  db: Db,
  id: string,
  exportsSince: Date,
): Promise<{ account: AccountRow; shops: { slug: string; name: string }[]; use: Use }> {
  const [{ shops, use, ...account }] = (await whole(db, id, exportsSince)) as [Whole]
  return { account, shops, use }
}
