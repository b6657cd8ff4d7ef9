import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export { findSessionId } from '#identity/credentials/queries.ts'

export type SubscriptionRow = Selectable<Tables['push_subscriptions']>
/** Deletes the subscriptions that a new subscription replaces: those of the same session, and those with the same endpoint and keys. */
export async function dropReplaced(db: Db, { session_id, endpoint, p256dh, auth }: SubscriptionRow): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where((eb) =>
      eb.or([eb('session_id', '=', session_id), eb.and([eb('endpoint', '=', endpoint), eb('p256dh', '=', p256dh), eb('auth', '=', auth)])]),
    )
    .execute()
}

/** Inserts a push subscription. Returns false if the endpoint belongs to a different browser. */
export const insertSubscription = (db: Db, row: SubscriptionRow): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('push_subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )

export async function dropOldest(db: Db, accountId: string, most: number): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where account_id = ${accountId} order by created_at desc, id desc offset ${most})`.execute(db)
}

export type SubscribedBrowser = { id: string; since: Date; agent: string | null; own: boolean }

/** Returns the browsers that are subscribed to push notifications, newest first. */
export const subscribedBrowsers = async (db: Db, accountId: string, tokenHash: Buffer): Promise<SubscribedBrowser[]> =>
  (
    await sql<SubscribedBrowser>`
      select p.id, p.created_at as since, s.agent, s.token_hash = ${tokenHash} as own
      from push_subscriptions p join sessions s on s.id = p.session_id
      where p.account_id = ${accountId} order by p.created_at desc, p.id desc`.execute(db)
  ).rows

export async function deleteSubscription(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('account_id', '=', accountId).where('id', '=', id).execute()
}
