import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'

export type ReportRow = Selectable<Tables['reports']>
export type NewReportRow = Omit<ReportRow, 'status' | 'outcome' | 'closed_at'>

/** Inserts a report. Returns undefined when the account already has an open report on the listing, even an uncommitted one. */
export const insertReport = (db: Db, row: NewReportRow): Promise<ReportRow | undefined> =>
  db
    .insertInto('reports')
    .values(row)
    // a literal, because a generic plan cannot match a parameter to the partial index
    .onConflict((oc) => oc.columns(['account_id', 'listing_id']).where('status', '=', sql.lit('open')).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findOpenReport = (db: Db, accountId: string, listingId: string): Promise<ReportRow | undefined> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'open')
    .executeTakeFirst()
