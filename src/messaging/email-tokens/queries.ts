import type { Selectable } from 'kysely'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import type { Db, Tables } from '#platform/db/index.ts'

export type LinkRow = Selectable<Tables['mailed_links']>

/** Stores the link of an email. A retry of the email replaces the link. */
export async function saveLink(db: Db, row: LinkRow): Promise<void> {
  await db
    .insertInto('mailed_links')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('mail_id').doUpdateSet({ token_hash: row.token_hash, created_at: row.created_at, expires_at: row.expires_at }),
    )
    .execute()
}

export const findLink = (db: Db, tokenHash: Buffer, purpose: LinkPurpose, now: Date): Promise<LinkRow | undefined> =>
  db
    .selectFrom('mailed_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deletes and returns the link, so that it is used only once. */
export const takeLink = (db: Db, tokenHash: Buffer, purpose: LinkPurpose, now: Date): Promise<LinkRow | undefined> =>
  db
    .deleteFrom('mailed_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mailed_links').where('expires_at', '<=', now).execute()
}
