import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'

export type ReportRow = Selectable<Tables['reports']>
export type NewReportRow = Pick<ReportRow, 'id' | 'account_id' | 'reason' | 'body' | 'created_at'>
/** Subject of a report about a person. */
export type PersonSubject = { kind: 'thread' | 'order' | 'shop'; id: string; accusedId: string }

/** Inserts a report. Returns undefined if the account already has an open report about the listing, even one that is not committed yet. */
export const insertReport = (db: Db, row: NewReportRow & { listing_id: string }): Promise<ReportRow | undefined> =>
  db
    .insertInto('reports')
    .values(row)
    // a literal, because a generic query plan cannot match a parameter with the partial index
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

const COLUMN = { thread: 'thread_id', order: 'order_id', shop: 'shop_id' } as const

/**
 * Inserts a report about a person. Returns undefined if the account already has an open report about the same subject, even one that is not
 * committed yet.
 */
export const insertPersonReport = (db: Db, { kind, id, accusedId }: PersonSubject, row: NewReportRow): Promise<ReportRow | undefined> =>
  db
    .insertInto('reports')
    .values({ ...row, [COLUMN[kind]]: id, accused_id: accusedId })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findOpenPersonReport = (db: Db, accountId: string, { kind, id }: PersonSubject): Promise<ReportRow | undefined> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(COLUMN[kind], '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
