import { sql, type Selectable } from 'kysely'
import { CANCELLED, type LinkPurpose } from './rules.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type PersonRow = Pick<
  Selectable<Tables['accounts']>,
  'id' | 'name' | 'email' | 'email_verified_at' | 'new_email' | 'password_hash' | 'closed_at'
>

const people = (db: Db) =>
  db.selectFrom('accounts').select(['id', 'name', 'email', 'email_verified_at', 'new_email', 'password_hash', 'closed_at'])

export const findPerson = (db: Db, id: string): Promise<PersonRow | undefined> => people(db).where('id', '=', id).executeTakeFirst()

export const lockPerson = (db: Tx, id: string): Promise<PersonRow | undefined> =>
  people(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockPersonByEmail = (db: Tx, email: string): Promise<PersonRow | undefined> =>
  people(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()

export const isEmailTaken = async (db: Db, email: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export type PersonChange = {
  password_hash?: string | null
  email?: string
  email_verified_at?: Date | null
  new_email?: string | null
  updated_at: Date
}

export async function updatePerson(db: Db, id: string, change: PersonChange): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

/** Returns when links were requested since the given time, oldest first. */
export const countRequestedSince = async (db: Db, accountId: string, purpose: LinkPurpose, since: Date): Promise<Date[]> =>
  (
    await db
      .selectFrom('mails')
      .select('created_at')
      .where('account_id', '=', accountId)
      .where('link_for', '=', purpose)
      .where('created_at', '>', since)
      .orderBy('created_at')
      .execute()
  ).map(({ created_at }) => created_at)

/** Returns true if a link for this purpose is valid or about to be sent. */
export const hasLink = async (db: Db, accountId: string, purpose: LinkPurpose, now: Date): Promise<boolean> =>
  (
    await sql`
      select from mailed_links where account_id = ${accountId} and purpose = ${purpose} and expires_at > ${now}
      union all select from mails where account_id = ${accountId} and link_for = ${purpose} and status = 'waiting' limit 1`.execute(db)
  ).rows.length > 0

/** Deletes the links for these purposes, and cancels the unsent emails that would contain them. The caller must lock the account first. */
export async function forgetLinks(db: Tx, accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', [...purposes])
    .execute()
  await db
    .updateTable('mails')
    .set({ status: 'failed', last_error: CANCELLED })
    .where('account_id', '=', accountId)
    .where('link_for', 'in', [...purposes])
    .where('status', '=', 'waiting')
    .execute()
}
