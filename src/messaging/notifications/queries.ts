import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type MailRow = Selectable<Tables['mails']>

export type SwitchRow = { kind: string; enabled: boolean; push: boolean }

/** Returns the notification switches that the account has changed. */
export const listSwitches = (db: Db, accountId: string): Promise<SwitchRow[]> =>
  db.selectFrom('notice_switches').select(['kind', 'enabled', 'push']).where('account_id', '=', accountId).execute()

/** Changes the email switch (`enabled`), the push switch (`push`), or both. */
export async function setSwitch(db: Db, accountId: string, kind: string, change: { enabled?: boolean; push?: boolean }): Promise<void> {
  await db
    .insertInto('notice_switches')
    .values({ account_id: accountId, kind, enabled: true, ...change })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(change))
    .execute()
}

/** Returns true if the account has switched off this kind of push notification. */
export const isPushOff = async (db: Db, accountId: string, kind: string): Promise<boolean> =>
  (await db
    .selectFrom('notice_switches')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('push', '=', false)
    .executeTakeFirst()) !== undefined

export type Channels = { mail: boolean; push: boolean }

/** Returns the channels (email, push) on which an open account gets this kind of notification. */
export const findChannels = async (db: Db, accountId: string, kind: string): Promise<Channels | undefined> =>
  (
    await sql<Channels>`
      select a.email is not null and coalesce(s.enabled, true) as mail,
        coalesce(s.push, true) and exists (select from push_subscriptions p where p.account_id = a.id) as push
      from accounts a left join notice_switches s on s.account_id = a.id and s.kind = ${kind}
      where a.id = ${accountId} and a.closed_at is null`.execute(db)
  ).rows[0]

export type ShopTheme = { name: string; tone: string }

/** Returns the name and color of the shop with this current or former slug. */
export const findShopTheme = (db: Db, slug: string): Promise<ShopTheme | undefined> =>
  db
    .selectFrom('shop_slugs as g')
    .innerJoin('shops as s', 's.id', 'g.shop_id')
    .select(['s.name', 's.tone'])
    .where('g.slug', '=', slug)
    .executeTakeFirst()

export type Reader = { name: string; email: string; time_zone: string | null; is_guest: boolean }

/**
 * Returns the name, email and time zone of a guest, or of an open account with this kind of notification switched on. The account cannot be
 * closed until the transaction ends.
 */
export const findReader = async (db: Db, accountId: string, kind: string): Promise<Reader | undefined> =>
  (
    await sql<Reader>`
      select name, coalesce(email, guest_email) as email, time_zone, guest_email is not null as is_guest from accounts a
      where id = ${accountId} and coalesce(email, guest_email) is not null
        and not exists (select from notice_switches s where s.account_id = a.id and s.kind = ${kind} and not s.enabled)
      for share`.execute(db)
  ).rows[0]

/** Returns true if the account is a guest. */
export const isGuest = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', accountId).where('guest_email', 'is not', null).executeTakeFirst()) !==
  undefined

export type PurchaseSummary = { id: string; total_cents: number; shipping_cents: number; orders: { id: string; title: string }[] }

/** Returns the amounts of a purchase, and its orders sorted by id. */
export const findPurchase = async (db: Db, id: string): Promise<PurchaseSummary | undefined> =>
  (
    await sql<PurchaseSummary>`
      select p.id, p.total_cents, p.shipping_cents,
        (select json_agg(json_build_object('id', o.id, 'title', o.listing_title) order by o.id) from orders o where o.purchase_id = p.id) as orders
      from purchases p where p.id = ${id}`.execute(db)
  ).rows[0]

export const readersZone = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('accounts').select('time_zone').where('id', '=', accountId).executeTakeFirst())?.time_zone ?? null

/** Returns the name, email and time zone of an account, regardless of its notification settings. */
export const findOwner = (
  db: Db,
  accountId: string,
): Promise<{ name: string; email: string | null; time_zone: string | null } | undefined> =>
  db.selectFrom('accounts').select(['name', 'email', 'time_zone']).where('id', '=', accountId).executeTakeFirst()

export const ownsListing = async (db: Db, accountId: string, listingId: string): Promise<boolean> =>
  (await db.selectFrom('listings').select('id').where('id', '=', listingId).where('owner_id', '=', accountId).executeTakeFirst()) !==
  undefined

export type NewMail = Pick<MailRow, 'id' | 'account_id' | 'kind' | 'event_id' | 'recipient' | 'subject' | 'body' | 'created_at'> &
  Partial<Pick<MailRow, 'link_for' | 'shop_slug'>>

/** Inserts an email. Returns false if the event already has an email. */
export const insertMail = (db: Db, mail: NewMail): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('mails')
      .values({ ...mail, next_try_at: mail.created_at })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Locks a delayed email of this kind to this recipient, unless the service has already tried to send it. Returns the email's id. */
export const lockDelayedMail = async (
  db: Tx,
  { recipient, kind, link_for: linkFor }: Pick<MailRow, 'recipient' | 'kind' | 'link_for'>,
  now: Date,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      // other people's text must not get into an email with a link, unless token placeholders were removed from it
      .where('link_for', 'is not distinct from', linkFor)
      .where('status', '=', 'waiting')
      .where('tries', '=', 0)
      .where('folded_into', 'is', null)
      .where('next_try_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
  )?.id

export async function foldMail(db: Db, id: string, first: string): Promise<void> {
  await db.updateTable('mails').set({ folded_into: first }).where('id', '=', id).execute()
}

export async function delayMail(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('mails').set({ next_try_at: until }).where('id', '=', id).execute()
}

/** Returns the emails that were merged into this email, oldest first. */
export const foldedInto = (db: Db, id: string): Promise<{ subject: string; body: string }[]> =>
  db.selectFrom('mails').select(['subject', 'body']).where('folded_into', '=', id).orderBy('created_at').orderBy('id').execute()

/** Returns the ids of due emails, oldest first. */
export const dueMails = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('mails')
      .select('id')
      .where('status', '=', 'waiting')
      .where('folded_into', 'is', null)
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export const findMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

/** Claims a due email for one attempt. Returns true to only one caller. Other callers cannot claim the email before `nextTryAt`. */
export const claimMail = (db: Db, id: string, tries: number, now: Date, nextTryAt: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('mails')
      .set({ tries: tries + 1, next_try_at: nextTryAt })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('tries', '=', tries)
      .where('folded_into', 'is', null)
      .where('next_try_at', '<=', now),
  )

/** Marks an email, and all emails that were merged into it, as sent. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'sent', sent_at: now, last_error: null })
    .where((eb) => eb.or([eb('id', '=', id), eb('folded_into', '=', id)]))
    .execute()
}

/** Stores the body of a sent email for the mailbox in local mode. */
export async function setBody(db: Db, id: string, body: string): Promise<void> {
  await db.updateTable('mails').set({ body }).where('id', '=', id).execute()
}

/** Replaces a queued email's stored subject and body with what was actually sent. */
export async function setText(db: Db, id: string, text: { subject: string; body: string }): Promise<void> {
  await db.updateTable('mails').set(text).where('id', '=', id).execute()
}

/** Stores the error of a failed attempt. `last`: true if the email will not be retried. */
export async function markFailed(db: Db, id: string, error: string, last: boolean): Promise<void> {
  await db
    .updateTable('mails')
    .set({ last_error: error, ...(last ? { status: 'failed' as const } : {}) })
    .where((eb) => eb.or([eb('id', '=', id), eb('folded_into', '=', id)]))
    .where('status', '=', 'waiting')
    .execute()
}

/** Returns sent emails, newest first. */
export const sentMails = (db: Db, limit: number): Promise<MailRow[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('status', '=', 'sent')
    .where('folded_into', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type UnsubscribeLink = Selectable<Tables['unsubscribe_links']>

/** Stores an unsubscribe link for one kind of email, unless this address already has one. Returns the token of the stored link. */
export const saveUnsubscribeLink = async (db: Db, { token, account_id, kind, email, created_at }: UnsubscribeLink): Promise<string> =>
  (
    await sql<{ token: string }>`
      insert into unsubscribe_links as u (token, account_id, kind, email, created_at)
      values (${token}, ${account_id}, ${kind}, ${email}, ${created_at})
      on conflict (account_id, kind) do update set email = excluded.email,
        token = case when u.email = excluded.email then u.token else excluded.token end
      returning token`.execute(db)
  ).rows[0]!.token

export type SubscriptionRow = { accountId: string; kind: string; enabled: boolean; isGuest: boolean }

/**
 * Returns the account that an unsubscribe link belongs to, and whether it gets this kind of email. Ignores closed accounts, and accounts
 * whose email address has changed since the link was sent.
 */
export const findSubscription = async (db: Db, token: string): Promise<SubscriptionRow | undefined> =>
  (
    await sql<SubscriptionRow>`
      select u.account_id as "accountId", u.kind, coalesce(s.enabled, true) as enabled, a.guest_email is not null as "isGuest"
      from unsubscribe_links u
        join accounts a on a.id = u.account_id and coalesce(a.email, a.guest_email) = u.email and a.closed_at is null
        left join notice_switches s on s.account_id = u.account_id and s.kind = u.kind
      where u.token = ${token}`.execute(db)
  ).rows[0]
