import { sql, type Selectable } from 'kysely'
import type { BulkChange, Snapshot } from '#catalog/listings/bulk/rules.ts'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type ExportRow = Selectable<Tables['exports']>
export type OwnedShop = Selectable<Tables['shops']>
export type OwnedCustomer = Pick<Selectable<Tables['payment_customers']>, 'provider' | 'mode' | 'provider_ref' | 'created_at'>
export type OwnedListing = Omit<Selectable<Tables['listings']>, 'search'> & { shop: string }

export const insertExport = (db: Db, row: { id: string; account_id: string; created_at: Date; expires_at: Date }): Promise<ExportRow> =>
  db.insertInto('exports').values(row).returningAll().executeTakeFirstOrThrow()

export const findRunningExport = (db: Db, accountId: string): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('account_id', '=', accountId).where('status', '=', 'running').executeTakeFirst()

export const findExport = (db: Db, accountId: string, id: string, now: Date): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns a running export by id, without checking which account owns it. For the job that builds the export. */
export const findExportToBuild = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('id', '=', id).where('status', '=', 'running').executeTakeFirst()

export async function listExports(db: Db, by: { accountId: string; now: Date; limit: number; offset: number }): Promise<Paged<ExportRow>> {
  const mine = db.selectFrom('exports').where('account_id', '=', by.accountId).where('expires_at', '>', by.now)
  return paged(mine, mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(by.limit).offset(by.offset))
}

/** Marks an export as done. Returns false if the export is no longer running or the account was closed. */
export const finishExport = (db: Db, id: string, stored: { storage_key: string; bytes: number }): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('exports')
      .set({ status: 'done', ...stored })
      .where('id', '=', id)
      .where('status', '=', 'running'),
  )

export async function failExport(db: Db, id: string): Promise<void> {
  await db.updateTable('exports').set({ status: 'failed' }).where('id', '=', id).where('status', '=', 'running').execute()
}

/** Marks running exports that started before `before` as failed, because their jobs must have ended without a result. */
export async function failExportsBefore(db: Db, before: Date): Promise<void> {
  await db.updateTable('exports').set({ status: 'failed' }).where('status', '=', 'running').where('created_at', '<', before).execute()
}

export const expiredExports = (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
  db.selectFrom('exports').select('id').where('expires_at', '<=', now).limit(limit).execute()

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

/** Expires the exports of an account that is being closed. A periodic job then deletes the archives. */
export async function expireExportsOf(db: Db, accountId: string, now: Date): Promise<void> {
  await db.updateTable('exports').set({ expires_at: now }).where('account_id', '=', accountId).execute()
}

// Reads the data of an account. Reads large tables page by page, in order of their ids.

type OfAccount =
  | 'blocks'
  | 'keys'
  | 'passkeys'
  | 'recovery_codes'
  | 'events'
  | 'approvals'
  | 'likes'
  | 'follows'
  | 'saved_searches'
  | 'addresses'
  | 'saved_replies'
  | 'reports'
  | 'notice_switches'
  | 'payment_customers'
  | 'mails'

type ColumnsOf<T extends OfAccount> = keyof Selectable<Tables[T]> & string

const refs = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))

const allOf =
  <T extends OfAccount, const C extends ColumnsOf<T>>(table: T, columns: readonly C[], order: readonly ColumnsOf<T>[]) =>
  async (db: Db, accountId: string): Promise<Pick<Selectable<Tables[T]>, C>[]> =>
    (
      await sql<Pick<Selectable<Tables[T]>, C>>`
        select ${refs(columns)} from ${sql.table(table)} where account_id = ${accountId} order by ${refs(order)}`.execute(db)
    ).rows

const pagesOf =
  <T extends OfAccount, const C extends ColumnsOf<T>>(table: T, columns: readonly C[]) =>
  async (db: Db, accountId: string, after: string, limit: number): Promise<Pick<Selectable<Tables[T]>, C>[]> =>
    (
      await sql<Pick<Selectable<Tables[T]>, C>>`
        select ${refs(columns)} from ${sql.table(table)}
        where account_id = ${accountId} and id > ${after} order by id limit ${limit}`.execute(db)
    ).rows

export const ownedAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'brake', 'time_zone', 'created_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

export const ownedKeys = allOf(
  'keys',
  [
    'id',
    'name',
    'kind',
    'scopes',
    'ask_first',
    'max_offer_cents',
    'max_day_cents',
    'last4',
    'created_at',
    'last_used_at',
    'expires_at',
    'revoked_at',
  ],
  ['id'],
)

/** Reads an account's passkeys without the credentials, because exports must not contain keys, secrets or codes. */
export const ownedPasskeys = allOf('passkeys', ['id', 'name', 'created_at', 'last_used_at'], ['created_at'])

export const ownedApp = (db: Db, accountId: string) =>
  db
    .selectFrom('authenticator_apps')
    .select(['confirmed_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

export const ownedRecoveryCodes = allOf('recovery_codes', ['created_at', 'used_at'], ['used_at'])

export const ownedShops = (db: Db, accountId: string): Promise<OwnedShop[]> =>
  db.selectFrom('shops').selectAll().where('owner_id', '=', accountId).orderBy('id').execute()

export const ownedListings = (db: Db, accountId: string, after: string, limit: number): Promise<OwnedListing[]> =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .selectAll('l')
    .select('s.slug as shop')
    .where('l.owner_id', '=', accountId)
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute()

export const ownedPhotos = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('photos as p')
    .innerJoin('listings as l', 'l.id', 'p.listing_id')
    .select(['p.id', 'p.listing_id', 'p.position', 'p.source', 'p.is_video', 'p.alt', 'p.variants', 'p.created_at'])
    .where('l.owner_id', '=', accountId)
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()

/** Reads the public questions about an account's listings. */
export const ownedQuestions = (db: Db, accountId: string, after: string, limit: number) =>
  db
    .selectFrom('listing_questions as q')
    .innerJoin('listings as l', 'l.id', 'q.listing_id')
    .select(['q.id', 'q.listing_id', 'q.question', 'q.answer', 'q.created_at', 'q.updated_at'])
    .where('l.owner_id', '=', accountId)
    .where('q.id', '>', after)
    .orderBy('q.id')
    .limit(limit)
    .execute()

export const ownedEvents = pagesOf('events', ['id', 'type', 'data', 'created_at'])

export const ownedApprovals = pagesOf('approvals', [
  'id',
  'key_id',
  'action',
  'summary',
  'amount_cents',
  'status',
  'request',
  'result',
  'created_at',
  'expires_at',
  'decided_at',
])

export const ownedLikes = allOf('likes', ['listing_id', 'price_cents', 'created_at'], ['created_at', 'listing_id'])

export const ownedFollows = allOf('follows', ['shop_id', 'created_at'], ['created_at', 'shop_id'])

export const ownedBlocks = allOf('blocks', ['thread_id', 'order_id', 'shop_slug', 'shop_name', 'created_at'], ['created_at', 'blocked_id'])

export const ownedSearches = allOf(
  'saved_searches',
  ['id', 'name', 'q', 'category', 'price', 'offers', 'facets', 'alert', 'alert_by', 'alerted_at', 'created_at'],
  ['id'],
)

export const ownedAddresses = allOf(
  'addresses',
  ['id', 'name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'is_default', 'created_at', 'updated_at'],
  ['id'],
)

export const ownedReplies = allOf('saved_replies', ['id', 'title', 'body', 'created_at', 'updated_at'], ['id'])

/** Reads the account's customer ids at the payment provider, which stores the saved cards. The service itself stores no cards. */
export const ownedCustomers = allOf('payment_customers', ['provider', 'mode', 'provider_ref', 'created_at'], ['created_at', 'id'])

export const ownedReports = pagesOf('reports', [
  'id',
  'listing_id',
  'thread_id',
  'order_id',
  'shop_id',
  'reason',
  'body',
  'status',
  'created_at',
])

export const ownedSwitches = allOf('notice_switches', ['kind', 'enabled', 'push'], ['kind'])

export const ownedMails = pagesOf('mails', ['id', 'kind', 'recipient', 'subject', 'body', 'status', 'created_at', 'sent_at'])

export type OwnedBulk = {
  id: string
  status: string
  change: BulkChange
  created_at: Date
  ended_at: Date | null
  rows: { listing_id: string; before: Snapshot | null; state: string; message: string | null }[]
}

/** Reads an account's bulk changes, with the listings that they changed. */
export const ownedBulkChanges = async (db: Db, accountId: string, after: string, limit: number): Promise<OwnedBulk[]> =>
  (
    await sql<OwnedBulk>`
      select b.id, b.status, b.change, b.created_at, b.ended_at,
        (select coalesce(json_agg(json_build_object('listing_id', r.listing_id, 'before', r.before, 'state', r.state, 'message', r.message)
           order by r.position), '[]') from bulk_change_rows r where r.bulk_id = b.id) as rows
      from bulk_changes b where b.account_id = ${accountId} and b.id > ${after} order by b.id limit ${limit}`.execute(db)
  ).rows
