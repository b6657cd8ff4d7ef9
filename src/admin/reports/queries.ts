import { sql, type Selectable } from 'kysely'
import type { MeasureKind, ReportOutcome } from '#admin/moderation/rules.ts'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

type Report = Selectable<Tables['reports']>

export type ReportDetail = Report & {
  reporter_name: string
  listing_title: string | null
  listing_status: 'draft' | 'live' | 'sold'
  listing_hidden: boolean
  listing_link: string | null
  price_cents: number | null
  cover: string | null
  shop_id: string
  shop_slug: string
  shop_name: string
  owner_id: string
  owner_name: string
  /** Number of open reports about the same record, including this one. */
  open_about_it: number
}

const reportDetails = (db: Db) =>
  db
    .selectFrom('reports as r')
    .innerJoin('accounts as b', 'b.id', 'r.account_id')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .innerJoin('accounts as o', 'o.id', 'l.owner_id')
    .where('b.sandbox_of', 'is', null)
    .selectAll('r')
    .select([
      'b.name as reporter_name',
      'l.title as listing_title',
      'l.status as listing_status',
      'l.link as listing_link',
      'l.price_cents',
    ])
    .select(['s.id as shop_id', 's.slug as shop_slug', 's.name as shop_name', 'o.id as owner_id', 'o.name as owner_name'])
    .select([
      sql<boolean>`l.hidden_at is not null`.as('listing_hidden'),
      sql<string | null>`(
        select p.variants -> 0 ->> 'key' from photos p where p.listing_id = l.id and not p.is_video
        order by p.source = 'own' desc, p.position limit 1)`.as('cover'),
      sql<number>`(select count(*) from reports t where t.listing_id = r.listing_id and t.status = 'open')`.as('open_about_it'),
    ])

/** Returns a page of reports: open ones by longest wait, closed ones latest first. */
export async function pageOfReports(db: Db, status: Report['status'], { limit, offset }: Part): Promise<Paged<ReportDetail>> {
  return paged(
    db.selectFrom('reports').where('status', '=', status).where(ofMarket('account_id')),
    reportDetails(db)
      .where('r.status', '=', status)
      .orderBy(status === 'open' ? 'r.created_at' : 'r.closed_at', status === 'open' ? 'asc' : 'desc')
      .orderBy('r.id')
      .limit(limit)
      .offset(offset),
  )
}

export const findReport = (db: Db, id: string): Promise<ReportDetail | undefined> =>
  reportDetails(db).where('r.id', '=', id).executeTakeFirst()

export type ReportedPhoto = { key: string; small_key: string; alt: string | null; is_video: boolean }

/** Returns a listing's photos and videos in the order that buyers see. */
export async function photosOf(db: Db, listingId: string): Promise<ReportedPhoto[]> {
  const { rows } = await sql<ReportedPhoto>`
    select variants -> -1 ->> 'key' as key, variants -> 0 ->> 'key' as small_key, alt, is_video
    from photos where listing_id = ${listingId} order by position`.execute(db)
  return rows
}

/** Closes a report. Returns false when the report was already closed. */
export const closeReport = (db: Db, id: string, outcome: ReportOutcome, at: Date): Promise<boolean> =>
  wroteRow(db.updateTable('reports').set({ status: 'closed', outcome, closed_at: at }).where('id', '=', id).where('status', '=', 'open'))

/** Closes every open report about the target of a moderation action. Returns the reporters and the reported records. */
export async function closeReportsAbout(
  db: Db,
  kind: Exclude<MeasureKind, 'review'>,
  id: string,
  at: Date,
): Promise<{ id: string; account_id: string; listing_title: string | null }[]> {
  const about = { listing: sql.ref('l.id'), shop: sql.ref('l.shop_id'), account: sql.ref('l.owner_id') }[kind]
  const { rows } = await sql<{ id: string; account_id: string; listing_title: string | null }>`
    update reports r set status = 'closed', outcome = 'upheld', closed_at = ${at}
    from listings l where l.id = r.listing_id and r.status = 'open' and ${about} = ${id}
    returning r.id, r.account_id, l.title as listing_title`.execute(db)
  return rows
}
