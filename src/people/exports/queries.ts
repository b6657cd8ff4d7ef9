import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged } from '#platform/db/paged.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type ExportRow = Selectable<Tables['exports']>
export type OwnedShop = Selectable<Tables['shops']>
export type OwnedListing = Omit<Selectable<Tables['listings']>, 'search'> & { shop: string }

export const insertExport = (db: Db, row: { id: string; account_id: string; created_at: Date; expires_at: Date }): Promise<ExportRow> =>
  db.insertInto('exports').values(row).returningAll().executeTakeFirstOrThrow()

export const findRunningExport = (db: Db, accountId: string): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('account_id', '=', accountId).where('status', '=', 'running').executeTakeFirst()

/** One that has not expired. */
export const findExport = (db: Db, accountId: string, id: string, now: Date): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** For the job, which knows the id alone. */
export const findExportToBuild = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('id', '=', id).where('status', '=', 'running').executeTakeFirst()

export async function listExports(db: Db, by: { accountId: string; now: Date; limit: number; offset: number }): Promise<Paged<ExportRow>> {
  const mine = db.selectFrom('exports').where('account_id', '=', by.accountId).where('expires_at', '>', by.now)
  return paged(mine, mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(by.limit).offset(by.offset))
}

/** True when it was still running, and its account still open. */
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

/** Those whose job never ended. */
export async function failExportsBefore(db: Db, before: Date): Promise<void> {
  await db.updateTable('exports').set({ status: 'failed' }).where('status', '=', 'running').where('created_at', '<', before).execute()
}

export const expiredExports = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db.selectFrom('exports').select('id').where('expires_at', '<=', now).limit(50).execute()

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

/** When the account closes: the sweeper takes the archives away. */
export async function expireExportsOf(db: Db, accountId: string, now: Date): Promise<void> {
  await db.updateTable('exports').set({ expires_at: now }).where('account_id', '=', accountId).execute()
}

// What an account owns, each in the order of its ids and a page at a time.

type OfAccount = 'events' | 'approvals' | 'reports' | 'mails'

/** Reads those columns of what is the account's in a table. */
const pagesOf =
  <T extends OfAccount, const C extends keyof Selectable<Tables[T]> & string>(table: T, columns: readonly C[]) =>
  async (db: Db, accountId: string, after: string, limit: number): Promise<Pick<Selectable<Tables[T]>, C>[]> =>
    (
      await sql<Pick<Selectable<Tables[T]>, C>>`
        select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
        where account_id = ${accountId} and id > ${after} order by id limit ${limit}`.execute(db)
    ).rows

export const ownedAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'brake', 'time_zone', 'created_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

export const ownedKeys = (db: Db, accountId: string) =>
  db
    .selectFrom('keys')
    .select([
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
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** No key, no secret and no code: those prove the person, and are nothing to take along. */
export const ownedPasskeys = (db: Db, accountId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()

export const ownedApp = (db: Db, accountId: string) =>
  db
    .selectFrom('authenticator_apps')
    .select(['confirmed_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

export const ownedRecoveryCodes = (db: Db, accountId: string) =>
  db.selectFrom('recovery_codes').select(['created_at', 'used_at']).where('account_id', '=', accountId).orderBy('used_at').execute()

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

/** Pictures and videos with where their largest file is stored. */
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

export const ownedLikes = (db: Db, accountId: string) =>
  db
    .selectFrom('likes')
    .select(['listing_id', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('listing_id')
    .execute()

export const ownedFollows = (db: Db, accountId: string) =>
  db
    .selectFrom('follows')
    .select(['shop_id', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('shop_id')
    .execute()

export const ownedSearches = (db: Db, accountId: string) =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'name', 'q', 'category', 'price', 'offers', 'alert', 'alerted_at', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

export const ownedReports = pagesOf('reports', ['id', 'listing_id', 'reason', 'body', 'status', 'created_at'])

export const ownedSwitches = (db: Db, accountId: string) =>
  db.selectFrom('notice_switches').select(['kind', 'enabled']).where('account_id', '=', accountId).orderBy('kind').execute()

export const ownedMails = pagesOf('mails', ['id', 'kind', 'recipient', 'subject', 'body', 'status', 'created_at', 'sent_at'])
