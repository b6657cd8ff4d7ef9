import { sql, type Selectable } from 'kysely'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { ALERT_CHANNELS, ChangeSearch } from './schema.ts'
import type { FacetName } from '#catalog/browse/rules/facets/index.ts'

export { lockAccount } from '#platform/db/lock-account.ts'

/** Facet and price filters of a saved search. Contains only filters that are set, and their values are sorted. */
export type StoredFacets = Partial<Record<FacetName, string[]>> & { min_price_cents?: number; max_price_cents?: number }

export type SearchRow = Omit<Selectable<Tables['saved_searches']>, 'facets' | 'alert_by'> & {
  facets: StoredFacets
  alert_by: (typeof ALERT_CHANNELS)[number]
}
export type Filters = Pick<SearchRow, 'q' | 'category' | 'price' | 'offers' | 'facets'>

export const findSame = async (
  db: Db,
  accountId: string,
  { q, category, price, offers, facets }: Filters,
): Promise<SearchRow | undefined> =>
  (await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(q, category) is not distinct from (${q}::text, ${category}::text)`)
    .where('price', '=', price)
    .where('offers', '=', offers)
    .where(sql<boolean>`facets = ${JSON.stringify(facets)}::jsonb`)
    .executeTakeFirst()) as SearchRow | undefined

export const countSearches = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('saved_searches')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).total

export async function stopAlerts(db: Db, accountId: string): Promise<void> {
  await db.updateTable('saved_searches').set({ alert: 'none' }).where('account_id', '=', accountId).execute()
}

export type NewSearchRow = Omit<SearchRow, 'alerted_at'>

export const insertSearch = async (db: Db, { facets, ...row }: NewSearchRow): Promise<SearchRow> =>
  (await db
    .insertInto('saved_searches')
    .values({ ...row, facets: JSON.stringify(facets) })
    .returningAll()
    .executeTakeFirstOrThrow()) as SearchRow

/** Lists the account's saved searches, newest first. */
export async function listSearches(db: Db, accountId: string, { limit, offset }: Part): Promise<Paged<SearchRow>> {
  const mine = db.selectFrom('saved_searches').where('account_id', '=', accountId)
  const rows = mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  return paged(mine, rows.$castTo<SearchRow>())
}

/** Changes one of the account's saved searches. If the alerts were off, stores `now` as the time of the last alert. */
export const updateSearch = async (
  db: Db,
  accountId: string,
  id: string,
  { name, alert, alert_by: by }: ChangeSearch,
  now: Date,
): Promise<SearchRow | undefined> =>
  (
    await sql<SearchRow>`
      update saved_searches set name = coalesce(${name}, name),
        alert = coalesce(${alert}, alert), alert_by = coalesce(${by}, alert_by),
        alerted_at = case when alert = 'none' and ${alert}::text = 'daily' then ${now}::timestamptz else alerted_at end
      where id = ${id} and account_id = ${accountId} returning *`.execute(db)
  ).rows[0]

/** Deletes one of the account's saved searches. Returns false if the account has no such search. */
export const deleteSearch = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('saved_searches').where('id', '=', id).where('account_id', '=', accountId))

/**
 * Returns the accounts that have a search with daily alerts and whose last alert was sent before `before`, longest wait first. Omits test
 * tenants.
 */
export const accountsToAlert = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('saved_searches')
      .select('account_id')
      .where('alert', '=', 'daily')
      .where(ofMarket('account_id'))
      .where(sql<boolean>`coalesce(alerted_at, created_at) <= ${before}`)
      .groupBy('account_id')
      .orderBy(sql`min(coalesce(alerted_at, created_at))`)
      .limit(limit)
      .execute()
  ).map((row) => row.account_id)

export const dailySearches = async (db: Db, accountId: string): Promise<SearchRow[]> =>
  (await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('alert', '=', 'daily')
    .orderBy('id')
    .execute()) as SearchRow[]

/** Returns the people in `others` who have blocked the account or whom the account has blocked. */
export const blockedAmong = async (db: Db, accountId: string, others: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await sql<{ id: string }>`
        select blocked_id as id from blocks where account_id = ${accountId} and blocked_id = any(${others})
        union all select account_id from blocks where blocked_id = ${accountId} and account_id = any(${others})`.execute(db)
    ).rows.map(({ id }) => id),
  )

/** Changes the time of the last alert from `since` to `until`. Returns the ids of the searches for which this time was still `since`. */
export async function markAlerted(
  db: Db,
  accountId: string,
  searches: readonly { id: string; since: Date }[],
  until: Date,
): Promise<Set<string>> {
  const marked = new Set<string>()
  for (const { id, since } of searches) {
    const change = db
      .updateTable('saved_searches')
      .set({ alerted_at: since > until ? since : until })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where(sql<boolean>`coalesce(alerted_at, created_at) = ${since}`)
    if (await wroteRow(change)) marked.add(id)
  }
  return marked
}
