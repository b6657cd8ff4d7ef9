import type { Selectable } from 'kysely'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import type { Db, Tables } from '#platform/db/index.ts'

export { lockAccount } from '#platform/db/lock-account.ts'

export type LinkRow = Selectable<Tables['mailed_links']>

export const isWaiting = async (db: Db, mailId: string): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where('id', '=', mailId).where('status', '=', 'waiting').executeTakeFirst()) !== undefined

/** Stores the link in an email. If the email is retried, a new link replaces it. */
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

/** Deletes and returns the link, so that it can be used only once. */
export const takeLink = (db: Db, tokenHash: Buffer, purpose: LinkPurpose, now: Date): Promise<LinkRow | undefined> =>
  db
    .deleteFrom('mailed_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/**
 * Deletes expired links. Links to guest orders are deleted only if they expired before `guestBefore`, because a guest can use an expired
 * link to request a new one.
 */
export async function deleteExpiredLinks(db: Db, now: Date, guestBefore: Date): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where('expires_at', '<=', now)
    .where((eb) => eb.or([eb('purpose', '<>', 'guest'), eb('created_at', '<=', guestBefore)]))
    .execute()
}

/** Returns the token of the link to a guest's order, even if the link has expired. */
export const findGuestLink = (db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> =>
  db.selectFrom('mailed_links').selectAll().where('token_hash', '=', tokenHash).where('purpose', '=', 'guest').executeTakeFirst()
