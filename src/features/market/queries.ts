import { sql } from 'kysely'
import type { Db } from '#lib/db/index.ts'
import type { ListingStatus, ListingVisibility } from '#domain/listing.ts'
import type { ShopVisibility } from '#domain/market.ts'
import type { Cell, CountedBand } from '#domain/search/facets.ts'

/**
 * A listing as the marketplace knows it, with what its visibility hangs on. Columns are named one by one: the
 * floor and the shop's percentage are not among them and must never be.
 */
export type ListingRow = {
  id: string
  owner_id: string
  owner_name: string
  shop_id: string
  shop_slug: string
  shop_name: string
  shop_tone: string
  shop_visibility: ShopVisibility
  shop_paused: boolean
  status: ListingStatus
  visibility: ListingVisibility
  link: string | null
  title: string | null
  one_liner: string | null
  category: string | null
  price_cents: number | null
  shipping_cents: number | null
  take_offers: boolean
  published_at: Date | null
  sold_at: Date | null
}

export type ListingDetailRow = ListingRow & { description: string | null; fields: { label: string; value: string }[] }

const listings = (db: Db) =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .innerJoin('accounts as a', 'a.id', 'l.owner_id')
    .select([
      'l.id',
      'l.owner_id',
      'a.name as owner_name',
      'l.shop_id',
      's.slug as shop_slug',
      's.name as shop_name',
      's.tone as shop_tone',
      's.visibility as shop_visibility',
      's.paused as shop_paused',
      'l.status',
      'l.visibility',
      'l.link',
      'l.title',
      'l.one_liner',
      'l.category',
      'l.price_cents',
      'l.shipping_cents',
      'l.take_offers',
      'l.published_at',
      'l.sold_at',
    ])

const details = (db: Db) => listings(db).select(['l.description', 'l.fields'])

/** One listing by id, in whatever state. */
export const findListing = (db: Db, id: string): Promise<ListingDetailRow | undefined> =>
  details(db).where('l.id', '=', id).$castTo<ListingDetailRow>().executeTakeFirst()

/** One listing by the last part of its address. */
export const findListingByLink = (db: Db, shopId: string, link: string): Promise<ListingDetailRow | undefined> =>
  details(db).where('l.shop_id', '=', shopId).where('l.link', '=', link).$castTo<ListingDetailRow>().executeTakeFirst()

/** Listings in the order of `ids`; one that is gone meanwhile is left out. */
export async function listingsByIds(db: Db, ids: readonly string[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await listings(db)
    .where(sql<boolean>`l.id = any(${ids}::text[])`)
    .$castTo<ListingRow>()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type PhotoRow = { id: string; listing_id: string; source: 'own' | 'web'; is_video: boolean; alt: string | null; variants: Variant[] }
export type Variant = {
  size: 'small' | 'medium' | 'large' | 'video'
  key: string
  width: number
  height: number
  bytes: number
  type: string
}

const PHOTO = sql`id, listing_id, source, is_video, alt, variants`

/** The cover of each listing: the first own photo, else the first web picture, never the video. */
export async function findCovers(db: Db, listingIds: readonly string[]): Promise<PhotoRow[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<PhotoRow>`
    select distinct on (listing_id) ${PHOTO} from photos
    where listing_id = any(${listingIds}::text[]) and not is_video
    order by listing_id, source = 'own' desc, position`.execute(db)
  return rows
}

export const listPhotos = async (db: Db, listingId: string): Promise<PhotoRow[]> =>
  (await sql<PhotoRow>`select ${PHOTO} from photos where listing_id = ${listingId} order by position`.execute(db)).rows

/** Which of these the account likes. */
export async function likedAmong(db: Db, accountId: string, listingIds: readonly string[]): Promise<Set<string>> {
  if (listingIds.length === 0) return new Set()
  const { rows } = await sql<{ listing_id: string }>`
    select listing_id from likes where listing_id = any(${listingIds}::text[]) and account_id = ${accountId}`.execute(db)
  return new Set(rows.map((row) => row.listing_id))
}

export type MarketFilter = {
  q: string | null
  category: string | null
  minCents: number | null
  maxCents: number | null
  offersOnly: boolean
}

const market = (db: Db, { q, category, minCents, maxCents, offersOnly }: MarketFilter) =>
  db
    .selectFrom('listings as l')
    .where('l.in_market', '=', true)
    .$if(q !== null, (query) => query.where(sql<boolean>`l.search @@ websearch_to_tsquery('english', ${q})`))
    .$if(category !== null, (query) => query.where(sql<boolean>`lower(l.category) = lower(${category})`))
    .$if(minCents !== null, (query) => query.where('l.price_cents', '>=', minCents))
    .$if(maxCents !== null, (query) => query.where('l.price_cents', '<=', maxCents))
    .$if(offersOnly, (query) => query.where('l.take_offers', '=', true))

/**
 * One page of ids alone; what a page shows is joined to them after (performance.md, Growth: a deep offset must
 * not join what it throws away). Ties go by id, so that pages never overlap.
 */
export async function searchIds(
  db: Db,
  filter: MarketFilter,
  sort: 'best' | 'newest' | 'price-asc' | 'price-desc',
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const matching = market(db, filter).select('l.id')
  const rank = sql`ts_rank(l.search, websearch_to_tsquery('english', ${filter.q}))`
  const sorted = {
    best: () => matching.orderBy(rank, 'desc').orderBy('l.published_at', 'desc').orderBy('l.id', 'desc'),
    newest: () => matching.orderBy('l.published_at', 'desc').orderBy('l.id', 'desc'),
    'price-asc': () => matching.orderBy('l.price_cents').orderBy('l.id'),
    'price-desc': () => matching.orderBy('l.price_cents', 'desc').orderBy('l.id', 'desc'),
  }[sort]()
  return (await sorted.limit(limit).offset(offset).execute()).map((row) => row.id)
}

/** How many listings match, and of how many stores: exact. */
export const countMatches = (db: Db, filter: MarketFilter): Promise<{ total: number; stores: number }> =>
  market(db, filter)
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(distinct l.shop_id)`.as('stores')])
    .executeTakeFirstOrThrow()

/** What matches by its words, whatever the other filters, counted by all that facets are counted by. `lastCents`: where bands end. */
export function countCells(db: Db, q: string | null, lastCents: Record<Exclude<CountedBand, 'over-100'>, number>): Promise<Cell[]> {
  return market(db, { q, category: null, minCents: null, maxCents: null, offersOnly: false })
    .select([
      sql<string>`lower(coalesce(l.category, ''))`.as('category'),
      sql<CountedBand>`case when l.price_cents <= ${lastCents['under-25']}::int then 'under-25' when l.price_cents <= ${lastCents['25-100']}::int then '25-100' else 'over-100' end`.as(
        'band',
      ),
      sql<boolean>`l.take_offers`.as('offers'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1, 2, 3`)
    .execute()
}

/** What a store has for sale, newest first. */
export const forSaleIds = async (db: Db, shopId: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('listings')
      .select('id')
      .where('shop_id', '=', shopId)
      .where('status', '=', 'live')
      .where('visibility', '=', 'everyone')
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map((row) => row.id)
