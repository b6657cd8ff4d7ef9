import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { selectUse, type Use } from '#people/quotas/queries.ts'

export type AccountRow = Selectable<Tables['accounts']>

/** The new account, or undefined when the email is in use. */
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

export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Whether this is still the account's password, as it then is until the transaction ends. */
export const holdPassword = async (db: Db, id: string, hash: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', id).where('password_hash', '=', hash).forShare().executeTakeFirst()) !==
  undefined

export const anyAccount = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined

export const updateAccount = (db: Db, id: string, change: { brake?: boolean; name?: string; updated_at: Date }): Promise<AccountRow> =>
  db.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** An account with its shops, the first opened first, and what it has, in one statement. */
export async function findWhole(
  db: Db,
  id: string,
  exportsSince: Date,
): Promise<{ account: AccountRow; shops: { slug: string; name: string }[]; use: Use }> {
  const { rows } = await sql<AccountRow & { shops: { slug: string; name: string }[]; use: Use }>`
    select a.*, (select row_to_json(u) from (${selectUse(id, exportsSince)}) u) as use,
      coalesce((select json_agg(json_build_object('slug', slug, 'name', name) order by created_at, id)
                from shops where owner_id = ${id}), '[]') as shops
    from accounts a where id = ${id}`.execute(db)
  const { shops, use, ...account } = rows[0]!
  return { account, shops, use }
}
