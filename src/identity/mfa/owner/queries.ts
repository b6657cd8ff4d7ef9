import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'

export type Owner = { id: string; name: string; email: string | null; is_operator: boolean }

const owners = (db: Db, accountId: string) =>
  db.selectFrom('accounts').select(['id', 'name', 'email', 'is_operator']).where('id', '=', accountId).where('closed_at', 'is', null)

export const findOwner = (db: Db, accountId: string): Promise<Owner | undefined> => owners(db, accountId).executeTakeFirst()

/** Locks an account until the transaction ends, so that its factors are changed by one transaction at a time. */
export const lockOwner = (db: Tx, accountId: string): Promise<Owner | undefined> => owners(db, accountId).forUpdate().executeTakeFirst()

export type Counts = { passkeys: number; apps: number; codes: number; codes_at: Date | null }

/** Counts an account's factors of each kind, in one query. */
export const countFactors = async (db: Db, accountId: string): Promise<Counts> =>
  (
    await sql<Counts>`select
      (select count(*) from passkeys where account_id = ${accountId}) as passkeys,
      (select count(*) from authenticator_apps where account_id = ${accountId} and confirmed_at is not null) as apps,
      (select count(*) from recovery_codes where account_id = ${accountId} and used_at is null) as codes,
      (select max(created_at) from recovery_codes where account_id = ${accountId}) as codes_at`.execute(db)
  ).rows[0]!

export async function deleteFactors(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
  await db.deleteFrom('authenticator_apps').where('account_id', '=', accountId).execute()
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await db.deleteFrom('passkey_challenges').where('account_id', '=', accountId).execute()
  await db.deleteFrom('sign_in_tickets').where('account_id', '=', accountId).execute()
}
