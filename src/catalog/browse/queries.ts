import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'

/**
 * A listing with the columns that decide its visibility. The columns must never include the minimum price or the shop's `lowest_percent`.
 */
export type ListingRow = {
  id: string
  owner_id: string
  tenant: Tenant
  owner_name: string
  shop_id: string
  shop_slug: string
  shop_name: string
  shop_tone: string
  shop_location: string | null
  shop_visibility: ShopVisibility
  shop_paused: boolean
  shop_away_until: Date | null
  asks_deposit: boolean
  /** Country in the shop's private address. The address itself is never read. */
  ship_country: string | null
  ships_to: string[] | null
  status: ListingStatus
  visibility: EffectiveVisibility
  link: string | null
  title: string | null
  one_liner: string | null
  category: string | null
  fields: DetailLine[]
  /** Price that everyone except the owner sees (`SHOWN_CENTS`). */
  price_cents: number | null
  was_cents: number | null
  shipping_cents: number | null
  take_offers: boolean
  published_at: Date | null
  sold_at: Date | null
  /** Time when the reservation by an unpaid order or a paid deposit ends. If there are several, the latest of these times. */
  reserved_until: Date | null
}

export type ListingDetailRow = ListingRow & { description: string | null }

/** Row for a card. It is the same for every viewer. */
export type CardRow = ListingRow & { cover: PhotoRow | null }

export type DetailRow = ListingDetailRow & { photos: PhotoRow[]; liked: boolean; has_questions: boolean }

export type PhotoRow = { source: 'own' | 'web'; is_video: boolean; alt: string | null; variants: Variant[] }

// Nearly all market reads use the next two statements. Each is compiled only once.

/**
 * Public price of listing `l`: the sale price if the item was sold on this market, otherwise the asking price (spec: completions 13.1, Sold
 * price). Only orders that were paid after the last publication count.
 */
export const SHOWN_CENTS = `case when l.status = 'sold' then coalesce((
    select o.item_cents from orders o where o.listing_id = l.id and o.paid_at >= l.published_at order by o.paid_at desc limit 1
  ), l.price_cents) else l.price_cents end`

const COLUMNS = `
  l.id, l.owner_id, s.world as tenant, a.name as owner_name, l.shop_id, s.slug as shop_slug, s.name as shop_name, s.tone as shop_tone, s.location as shop_location,
  s.visibility as shop_visibility, s.paused as shop_paused, s.away_until as shop_away_until, s.ask_hold as asks_deposit,
  s.ship_from ->> 'country' as ship_country, s.ships_to, l.status, l.visibility, l.link, l.title, l.one_liner,
  l.category, l.fields, ${SHOWN_CENTS} as price_cents, l.was_cents, l.shipping_cents, l.take_offers, l.published_at, l.sold_at, l.reserved_until`

const PHOTO = `json_build_object(
  'source', p.source, 'is_video', p.is_video, 'alt', p.alt, 'variants', p.variants)`

/** Cover: the first photo that the seller took, never a photo from the web or the video (spec: completions 13.10). */
const COVER = `(
  select ${PHOTO} from photos p where p.listing_id = l.id and not p.is_video and p.source = 'own' order by p.position limit 1)`

const likedBy = (viewer: string) => `exists (select from likes k where k.listing_id = l.id and k.account_id = ${viewer})`

const cards = (source: string) => `
  select ${COLUMNS}, ${COVER} as cover
  from ${source} join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id`

const whole = (liked: string) => `
  select ${COLUMNS}, l.description, ${liked} as liked,
    exists (select from listing_questions q where q.listing_id = l.id) as has_questions,
    (select coalesce(json_agg(${PHOTO} order by p.position), '[]') from photos p where p.listing_id = l.id) as photos`

const detail = (which: string, viewer: string) => `${whole(likedBy(viewer))}
  from listings l join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id
  where ${which}`

const detailById = statement<Statement<[id: string, viewer: string | null], DetailRow>>(detail('l.id = $1', '$2'))
const detailByLink = statement<Statement<[shopId: string, link: string, viewer: string | null], DetailRow>>(
  detail('l.shop_id = $1 and l.link = $2', '$3'),
)
const cardsById = statement<Statement<[ids: readonly string[]], CardRow>>(
  `${cards('unnest($1::text[]) with ordinality as wanted (id, place) join listings l on l.id = wanted.id')} order by wanted.place`,
)
const likedAmong = statement<Statement<[viewer: string, ids: readonly string[]], { listing_id: string }>>(
  'select listing_id from likes where account_id = $1 and listing_id = any($2::text[])',
)
const cardsOfShelf = statement<Statement<[shopId: string, limit: number, offset: number], CardRow>>(
  `${cards(
    `(select * from listings where shop_id = $1 and status = 'live' and visibility = 'everyone'
      order by published_at desc, id desc limit $2 offset $3) l`,
  )} order by l.published_at desc, l.id desc`,
)

const feedRows = (of: string) => `${whole('false')}
  from (select * from listings where in_market and id > $1 ${of} order by id limit $2) l
    join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id
  order by l.id`
const feedOfMarket = statement<Statement<[after: string, limit: number], DetailRow>>(feedRows(''))
const feedOfShop = statement<Statement<[after: string, limit: number, shopId: string], DetailRow>>(feedRows('and shop_id = $3'))

/** Lists market listings with all details, ordered by id. */
export const listFeed = (db: Db, page: { after: string; limit: number; shopId: string | null }): Promise<DetailRow[]> =>
  page.shopId === null ? feedOfMarket(db, page.after, page.limit) : feedOfShop(db, page.after, page.limit, page.shopId)

/** Returns a listing in any state. `liked` is true if the account `viewer` likes the listing. */
export const findListing = async (db: Db, id: string, viewer: string | null): Promise<DetailRow | undefined> =>
  (await detailById(db, id, viewer))[0]

/** Finds a listing by its link within the shop. */
export const findListingByLink = async (db: Db, shopId: string, link: string, viewer: string | null): Promise<DetailRow | undefined> =>
  (await detailByLink(db, shopId, link, viewer))[0]

/** Returns cards in the order of `ids`. Omits deleted listings. */
export const listCards = async (db: Db, ids: readonly string[]): Promise<CardRow[]> => (ids.length === 0 ? [] : cardsById(db, ids))

const fieldsById = statement<Statement<[ids: readonly string[]], { id: string; fields: DetailLine[] }>>(
  'select id, fields from listings where id = any($1::text[])',
)

/** Returns the detail lines of listings. The caller must check visibility. */
export const listFields = (db: Db, ids: readonly string[]): Promise<{ id: string; fields: DetailLine[] }[]> => fieldsById(db, ids)

/** Returns the ids in `ids` of the listings that the account likes. */
export const likedOf = async (db: Db, viewer: string, ids: readonly string[]): Promise<string[]> =>
  (await likedAmong(db, viewer, ids)).map(({ listing_id }) => listing_id)

/** Returns a store's items for sale, newest first. */
export const listShelf = (db: Db, shopId: string, { limit, offset }: { limit: number; offset: number }): Promise<CardRow[]> =>
  cardsOfShelf(db, shopId, limit, offset)

export type MarketFilter = {
  /** Tenant to search. The indexes do not contain test tenants, because they have few rows. */
  tenant: Tenant
  q: string | null
  category: string | null
  minCents: number | null
  maxCents: number | null
  offersOnly: boolean
  /** If set, only this shop is searched. The shop may be unlisted. */
  shopId?: string | null
  ids?: readonly string[]
}

const market = (db: Db, { tenant, q, category, minCents, maxCents, offersOnly, shopId = null, ids }: MarketFilter) =>
  db
    .selectFrom('listings as l')
    .$if(shopId === null && tenant === '', (query) => query.where('l.in_market', '=', true))
    .$if(shopId === null && tenant !== '', (query) =>
      query
        .where('l.shop_id', 'in', (eb) =>
          eb.selectFrom('shops').select('id').where('world', '=', tenant).where('visibility', '=', 'public').where('paused', '=', false),
        )
        .where('l.status', '=', 'live')
        .where('l.visibility', '=', 'everyone'),
    )
    .$if(shopId !== null, (query) =>
      query.where('l.shop_id', '=', shopId).where('l.status', '=', 'live').where('l.visibility', '=', 'everyone'),
    )
    .$if(q !== null, (query) => query.where(sql<boolean>`l.search @@ websearch_to_tsquery('english', ${q})`))
    .$if(category !== null, (query) => query.where(sql<boolean>`lower(l.category) = lower(${category})`))
    .$if(minCents !== null, (query) => query.where('l.price_cents', '>=', minCents))
    .$if(maxCents !== null, (query) => query.where('l.price_cents', '<=', maxCents))
    .$if(offersOnly, (query) => query.where('l.take_offers', '=', true))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`l.id = any(${ids}::text[])`))

/**
 * Returns only the ids on one page, because a query for rows would also join all rows that a deep offset skips (docs/performance.md,
 * Growth). Among equal listings, reserved listings come last, as in the index. The id breaks ties, so pages never overlap.
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
    best: () => matching.orderBy(rank, 'desc').orderBy(RESERVED).orderBy('l.published_at', 'desc').orderBy('l.id', 'desc'),
    newest: () => matching.orderBy('l.published_at', 'desc').orderBy(RESERVED).orderBy('l.id', 'desc'),
    'price-asc': () => matching.orderBy('l.price_cents').orderBy(RESERVED).orderBy('l.id'),
    'price-desc': () => matching.orderBy('l.price_cents', 'desc').orderBy(RESERVED).orderBy('l.id', 'desc'),
  }[sort]()
  return (await sorted.limit(limit).offset(offset).execute()).map((row) => row.id)
}

const RESERVED = sql`l.reserved_until is not null`

/** Returns the ids of the newest listings, with at most `mostOfShop` per shop. Considers only the newest 2,000 listings. */
export async function newestIds(db: Db, { limit, mostOfShop }: { limit: number; mostOfShop: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, published_at, row_number() over (partition by shop_id order by published_at desc, id desc) as place
      from (select id, shop_id, published_at from listings where in_market order by published_at desc, id desc limit 2000) newest) placed
    where place <= ${mostOfShop} order by published_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the exact number of matching listings, and the exact number of stores that have such listings. */
export const countMatches = (db: Db, filter: MarketFilter): Promise<{ total: number; stores: number }> =>
  market(db, filter)
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(distinct l.shop_id)`.as('stores')])
    .executeTakeFirstOrThrow()

const everywhere = { category: null, minCents: null, maxCents: null, offersOnly: false }

/** Returns true if the words of any market listing match `q`. */
export const anyMatches = async (db: Db, tenant: Tenant, q: string): Promise<boolean> =>
  (await market(db, { tenant, q, ...everywhere })
    .select('l.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A listing with the columns from which its facets are derived. */
export type FacetRow = Pick<ListingDetailRow, 'id' | 'shop_id' | 'category' | 'take_offers' | 'fields'> & { price_cents: number }

/** Returns the next matching listings with their fields, ordered by id. */
export const facetRows = async (db: Db, filter: MarketFilter, afterId: string, limit: number): Promise<FacetRow[]> =>
  (await market(db, filter)
    .select(['l.id', 'l.shop_id', 'l.category', 'l.price_cents', 'l.take_offers', 'l.fields'])
    .where('l.id', '>', afterId)
    .orderBy('l.id')
    .limit(limit)
    .execute()) as unknown as FacetRow[]
