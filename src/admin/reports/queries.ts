import { sql, type Selectable } from 'kysely'
import type { MeasureKind, ReportOutcome } from '#admin/moderation/rules.ts'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

type Report = Selectable<Tables['reports']>
type MessageSender = Selectable<Tables['messages']>['sender']

export type ReportDetail = Report & {
  reporter_name: string
  listing_status: 'draft' | 'live' | 'sold' | null
  listing_hidden: boolean | null
  /** Title of the reported listing, or of the listing in the reported conversation or order. */
  listing_title: string | null
  listing_link: string | null
  price_cents: number | null
  cover: string | null
  about_shop: string
  /** True if the reported person owns the shop. */
  owner_has_shop: boolean
  shop_slug: string
  shop_name: string
  owner_id: string
  owner_name: string
  /** Number of open reports about the same record, including this report. */
  open_about_it: number
}

/** Columns that name a report's subject. Exactly one is set. */
const SUBJECTS = ['listing_id', 'thread_id', 'order_id', 'shop_id'] as const

/** Compares the subjects of two reports, and the reported persons, because each party to a conversation can report the other. */
const sameSubject = (one: string, other: string) => {
  const equal = SUBJECTS.map((name) => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`)
  return sql<boolean>`((${sql.join(equal, sql` or `)}) and ${sql.ref(`${one}.accused_id`)} is not distinct from ${sql.ref(`${other}.accused_id`)})`
}

const SHOP_ID = sql<string>`coalesce(l.shop_id, t.shop_id, d.shop_id, r.shop_id)`

const reportDetails = (db: Db) =>
  db
    .selectFrom('reports as r')
    .innerJoin('accounts as b', 'b.id', 'r.account_id')
    .leftJoin('listings as l', 'l.id', 'r.listing_id')
    .leftJoin('threads as t', 't.id', 'r.thread_id')
    .leftJoin('orders as d', 'd.id', 'r.order_id')
    // a left join, because conversations and orders remain when their shop is deleted
    .leftJoin('shops as s', (join) => join.on(sql<boolean>`s.id = ${SHOP_ID}`))
    .innerJoin('accounts as o', (join) => join.on(sql<boolean>`o.id = coalesce(r.accused_id, l.owner_id)`))
    .where('b.sandbox_of', 'is', null)
    .selectAll('r')
    .select(['b.name as reporter_name', 'l.status as listing_status', 'l.link as listing_link', 'l.price_cents'])
    .select((eb) => [
      'o.id as owner_id',
      'o.name as owner_name',
      eb.fn.coalesce('l.title', 't.listing_title', 'd.listing_title').as('listing_title'),
      eb.fn.coalesce('s.slug', 't.shop_slug', 'd.shop_slug').as('shop_slug'),
      eb.fn.coalesce('s.name', 't.shop_name', 'd.shop_name').as('shop_name'),
      SHOP_ID.as('about_shop'),
      sql<boolean>`s.owner_id is not distinct from o.id`.as('owner_has_shop'),
    ])
    .select([
      sql<boolean | null>`case when l.id is not null then l.hidden_at is not null end`.as('listing_hidden'),
      sql<string | null>`(
        select p.variants -> 0 ->> 'key' from photos p where p.listing_id = l.id and not p.is_video
        order by p.source = 'own' desc, p.position limit 1)`.as('cover'),
      sql<number>`(select count(*) from reports w where w.status = 'open' and ${sameSubject('w', 'r')})`.as('open_about_it'),
    ])
    .$castTo<ReportDetail>()

/**
 * Returns a page of reports. Open reports are sorted by age, oldest first. Closed reports are sorted by the time of closing, latest first.
 */
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

/** Returns a listing's photos and videos in the order in which buyers see them. */
export async function photosOf(db: Db, listingId: string): Promise<ReportedPhoto[]> {
  const { rows } = await sql<ReportedPhoto>`
    select variants -> -1 ->> 'key' as key, variants -> 0 ->> 'key' as small_key, alt, is_video
    from photos where listing_id = ${listingId} order by position`.execute(db)
  return rows
}

/** Closes a report. Returns false if it was already closed. */
export const closeReport = (db: Db, id: string, outcome: ReportOutcome, at: Date): Promise<boolean> =>
  wroteRow(db.updateTable('reports').set({ status: 'closed', outcome, closed_at: at }).where('id', '=', id).where('status', '=', 'open'))

/** Closes every open report that a moderation action settles. Returns the reports. */
export async function closeReportsAbout(db: Db, kind: Exclude<MeasureKind, 'review'>, id: string, at: Date): Promise<ReportDetail[]> {
  const about = {
    listing: sql`r.listing_id = ${id}`,
    change: sql`r.listing_id = ${id}`,
    shop: sql`coalesce(l.shop_id, r.shop_id) = ${id}`,
    account: sql`coalesce(r.accused_id, l.owner_id) = ${id}`,
    warning: sql`exists (select from reports w where w.id = ${id} and ${sameSubject('w', 'r')})`,
  }[kind]
  const { rows } = await sql<{ id: string }>`
    update reports set status = 'closed', outcome = 'upheld', closed_at = ${at}
    where status = 'open' and id in (select r.id from reports r left join listings l on l.id = r.listing_id where r.status = 'open' and ${about})
    returning id`.execute(db)
  const ids = rows.map((row) => row.id)
  return ids.length === 0 ? [] : reportDetails(db).where('r.id', 'in', ids).execute()
}

/** Locks and returns a report. */
export const lockReport = async (db: Tx, id: string): Promise<ReportDetail | undefined> => {
  await db.selectFrom('reports').select('id').where('id', '=', id).forUpdate().execute()
  return findReport(db, id)
}

export type ReportedMessage = { id: string; sender: MessageSender; text: string; photo_count: number; created_at: Date }

/** Returns the last messages of a reported conversation, oldest first. */
export async function messagesOf(db: Db, threadId: string, limit: number): Promise<ReportedMessage[]> {
  const { rows } = await sql<ReportedMessage>`
    select * from (
      select sender, text, coalesce(jsonb_array_length(photos), 0) as photo_count, created_at, id from messages where thread_id = ${threadId} order by created_at desc, id desc limit ${limit}
    ) last order by created_at, id`.execute(db)
  return rows
}

export type History = { sent: number; sent_upheld: number; received: number; received_upheld: number; warnings: number; actions: number }

/** Counts the reports that an account filed, the reports about it, and the moderation actions against it. */
export async function historyOf(db: Db, accountId: string): Promise<History> {
  const { rows } = await sql<History>`
    with received as (
      select r.outcome from reports r where r.accused_id = ${accountId}
      union all select r.outcome from reports r join listings l on l.id = r.listing_id where l.owner_id = ${accountId}
    )
    select (select count(*) from reports where account_id = ${accountId}) as sent,
      (select count(*) from reports where account_id = ${accountId} and outcome = 'upheld') as sent_upheld,
      (select count(*) from received) as received,
      (select count(*) from received where outcome = 'upheld') as received_upheld,
      (select count(*) from measures where account_id = ${accountId} and kind in ('warning', 'change') and lifted_at is null) as warnings,
      (select count(*) from measures where account_id = ${accountId} and kind not in ('warning', 'change')) as actions`.execute(db)
  return rows[0]!
}
