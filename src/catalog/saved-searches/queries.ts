import { sql, type Selectable } from 'kysely'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type SearchRow = Selectable<Tables['saved_searches']>
export type Filters = Pick<SearchRow, 'q' | 'category' | 'price' | 'offers'>

/** Locks the account, so that concurrent changes of its searches run one after another. */
export async function lockAccount(db: Tx, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
}

export const findSame = (db: Db, accountId: string, { q, category, price, offers }: Filters): Promise<SearchRow | undefined> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(q, category) is not distinct from (${q}::text, ${category}::text)`)
    .where('price', '=', price)
    .where('offers', '=', offers)
    .executeTakeFirst()

export const countSearches = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('saved_searches')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).total

export async function stopAlerts(db: Db, accountId: string): Promise<void> {
  await db.updateTable('saved_searches').set({ alert: 'none' }).where('account_id', '=', accountId).where('alert', '<>', 'none').execute()
}

export type NewSearchRow = Omit<SearchRow, 'alerted_at'>

export const insertSearch = (db: Db, row: NewSearchRow): Promise<SearchRow> =>
  db.insertInto('saved_searches').values(row).returningAll().executeTakeFirstOrThrow()

/** Lists the account's searches, latest first. */
export async function listSearches(db: Db, accountId: string, { limit, offset }: Part): Promise<Paged<SearchRow>> {
  const mine = db.selectFrom('saved_searches').where('account_id', '=', accountId)
  return paged(mine, mine.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset))
}

/** Deletes a search. Returns false when it does not exist or is not the account's. */
export const deleteSearch = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('saved_searches').where('id', '=', id).where('account_id', '=', accountId))

/** Returns accounts that have a daily search whose last alert was before `before`, longest waiting first. Omits test tenants. */
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

export const dailySearches = (db: Db, accountId: string): Promise<SearchRow[]> =>
  db.selectFrom('saved_searches').selectAll().where('account_id', '=', accountId).where('alert', '=', 'daily').orderBy('id').execute()

/** Sets the alert time to `until` where it still equals `since`. Returns the ids of these searches. */
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
