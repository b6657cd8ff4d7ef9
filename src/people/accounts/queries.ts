import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

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

/** With the address of the person, also of a test account, which has none of its own. */
export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts as a')
    .leftJoin('accounts as r', 'r.id', 'a.sandbox_of')
    .selectAll('a')
    .select((eb) => [
      eb.fn.coalesce('r.email', 'a.email').as('email'),
      eb.fn.coalesce('r.email_verified_at', 'a.email_verified_at').as('email_verified_at'),
      eb.fn.coalesce('r.brake', 'a.brake').as('brake'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()

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

export const ownShops = (db: Db, accountId: string): Promise<{ slug: string; name: string }[]> =>
  db.selectFrom('shops').select(['slug', 'name']).where('owner_id', '=', accountId).orderBy('created_at').orderBy('id').execute()
