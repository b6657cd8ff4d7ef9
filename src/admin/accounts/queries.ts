import { sql } from 'kysely'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'
import { type Paged, pagedBy, type Part } from '#platform/db/paginate.ts'

export type PersonRow = {
  id: string
  name: string
  email: string | null
  is_operator: boolean
  brake: boolean
  suspended_at: Date | null
  closed_at: Date | null
  created_at: Date
  shops: ShopOf[]
  live: number
  sales: number
  purchases: number
  /** Number of open reports about the account's listings. `disputes` is the number of the account's orders in dispute. */
  open_reports: number
  disputes: number
}

export type ShopOf = {
  id: string
  slug: string
  name: string
  visibility: 'public' | 'link' | 'private'
  paused: boolean
  suspended: boolean
}

const COLUMNS = sql`
  a.id, a.name, coalesce(a.email, a.guest_email) as email, a.is_operator, a.brake, a.suspended_at, a.closed_at, a.created_at,
  (select coalesce(json_agg(json_build_object(
      'id', s.id, 'slug', s.slug, 'name', s.name, 'visibility', s.visibility, 'paused', s.paused, 'suspended', s.suspended_at is not null)
      order by s.created_at, s.id), '[]') from shops s where s.owner_id = a.id) as shops,
  (select count(*) from listings l where l.owner_id = a.id and l.status = 'live' and l.visibility <> 'hidden') as live,
  (select count(*) from orders o where o.seller_id = a.id and o.paid_at is not null) as sales,
  (select count(*) from orders o where o.buyer_id = a.id and o.paid_at is not null) as purchases,
  (select count(*) from reports r join listings l on l.id = r.listing_id where l.owner_id = a.id and r.status = 'open')
    + (select count(*) from reports r where r.accused_id = a.id and r.status = 'open') as open_reports,
  (select count(*) from orders o where (o.seller_id = a.id or o.buyer_id = a.id) and o.status = 'problem') as disputes`

/**
 * Returns a page of accounts that match `q`, newest first. `q` is an email address, a name, a shop's name or slug, or the id of an account
 * or of one of its records. An empty `q` matches all accounts.
 */
export async function pageOfPeople(db: Db, q: string, { limit, offset }: Part): Promise<Paged<PersonRow>> {
  const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const which =
    q === ''
      ? sql`a.sandbox_of is null`
      : sql`a.sandbox_of is null and (a.id = ${q} or coalesce(a.email, a.guest_email) ilike ${like} or a.name ilike ${like}
          or exists (select from shops s where s.owner_id = a.id and (s.id = ${q} or s.slug ilike ${like} or s.name ilike ${like}))
          or exists (select from listings l where l.owner_id = a.id and l.id = ${q})
          or exists (select from orders o where (o.buyer_id = a.id or o.seller_id = a.id) and o.id = ${q}))`
  return pagedBy(
    db,
    sql`accounts a where ${which}`,
    sql<PersonRow>`
      select ${COLUMNS} from accounts a where ${which} order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`,
  )
}

export const findPerson = async (db: Db, id: string): Promise<PersonRow | undefined> =>
  (await sql<PersonRow>`select ${COLUMNS} from accounts a where a.id = ${id} and a.sandbox_of is null`.execute(db)).rows[0]

export type ListingOf = { id: string; title: string | null; status: string; hidden: boolean; shop_slug: string; link: string | null }

/**
 * Returns an account's listings: hidden listings first, then the most recently changed ones. Drafts are included only if they are hidden.
 */
export async function listingsOf(db: Db, ownerId: string, limit: number): Promise<ListingOf[]> {
  const { rows } = await sql<ListingOf>`
    select l.id, l.title, l.status, l.hidden_at is not null as hidden, s.slug as shop_slug, l.link
    from listings l join shops s on s.id = l.shop_id where l.owner_id = ${ownerId} and (l.status <> 'draft' or l.hidden_at is not null)
    order by l.hidden_at desc nulls last, l.updated_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

export type ReviewOf = {
  id: string
  rating: number
  body: string
  reply_body: string | null
  hidden_at: Date | null
  hidden_reason: string | null
  created_at: Date
  listing_title: string
  shop_name: string
  buyer_id: string
  buyer_name: string
}

const REVIEWS = sql`
  select r.id, r.rating, r.body, r.reply_body, r.hidden_at, r.hidden_reason, r.created_at, o.listing_title, o.shop_name,
    r.buyer_id, a.name as buyer_name
  from reviews r join orders o on o.id = r.order_id join accounts a on a.id = r.buyer_id`

export const findReview = async (db: Db, id: string): Promise<ReviewOf | undefined> =>
  (await sql<ReviewOf>`${REVIEWS} where r.id = ${id} and ${ofMarket('r.seller_id')}`.execute(db)).rows[0]

/** Returns a page of reviews, newest first. */
export async function pageOfReviews(db: Db, hidden: boolean | undefined, { limit, offset }: Part): Promise<Paged<ReviewOf>> {
  const shown = hidden === undefined ? sql`true` : hidden ? sql`r.hidden_at is not null` : sql`r.hidden_at is null`
  const which = sql`${shown} and ${ofMarket('r.seller_id')}`
  return pagedBy(
    db,
    sql`reviews r where ${which}`,
    sql<ReviewOf>`${REVIEWS} where ${which} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`,
  )
}
