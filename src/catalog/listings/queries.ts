import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import type { ResearchPriceBasis } from '#catalog/listings/rules/merge.ts'
import type { PublicPrice } from '#catalog/listings/rules/reduction.ts'
import { TEXT_NAMES, type ListingText } from '#catalog/listings/rules/texts.ts'
import type { ListingSort, ListingStatus, ListingVisibility } from '#catalog/listings/rules/listing.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Parcel } from '#core/parcel.ts'
import type { EventInsert } from '#platform/events/index.ts'
import type { PhotoRow } from '#catalog/photos/queries.ts'
import type { PhotoImport } from '#catalog/photo-imports/queries.ts'
import type { Research } from './schema.ts'

type Columns = Omit<Selectable<Tables['listings']>, 'shop_open' | 'in_market' | 'search' | 'asked_visibility' | 'parcel'>

export type ListingRow = Omit<Columns, 'status' | 'visibility' | 'fields' | 'research' | 'price_basis'> & {
  status: ListingStatus
  /** Evidence for a price from research. Null if there is no price, or if the seller set the price. */
  price_basis: ResearchPriceBasis | null
  /** The visibility that the owner chose. The column does not change while the operator hides the listing. */
  visibility: ListingVisibility
  fields: DetailLine[]
  parcel: Parcel | null
  research: Research | null
  shop_slug: string
  tenant: Tenant
}

/** Columns that the seller can set. Amounts are in cents. */
export type ListingContent = Pick<
  ListingRow,
  ListingText | 'price_cents' | 'lowest_price_cents' | 'shipping_cents' | 'take_offers' | 'visibility' | 'fields' | 'parcel'
>
export type NewListingRow = ListingContent & Pick<ListingRow, 'id' | 'shop_id' | 'owner_id' | 'prompt' | 'created_at' | 'updated_at'>
export type ListingChange = Partial<
  ListingContent &
    Pick<ListingRow, 'status' | 'link' | 'published_at' | 'sold_at' | 'ever_sold' | 'research' | 'price_basis' | 'was_cents' | 'reduced_at'>
> & {
  updated_at: Date
}

const WRITTEN = [...TEXT_NAMES, 'price_cents', 'lowest_price_cents', 'shipping_cents', 'take_offers', 'fields', 'parcel'] as const
const NEW = ['id', 'shop_id', 'owner_id', 'prompt', ...WRITTEN, 'created_at', 'updated_at'] as const
const COLUMNS = [
  ...NEW,
  'status',
  'price_basis',
  'was_cents',
  'reduced_at',
  'hidden_at',
  'research',
  'link',
  'ever_sold',
  'published_at',
  'sold_at',
] as const

const NEW_NAMES = [...NEW, 'visibility'] as const
const NEW_COLUMNS = sql.join(NEW_NAMES.map((name) => sql.ref(name)))

const listings = (db: Db) =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(COLUMNS.map((name) => `l.${name}` as const))
    .select(sql`coalesce(l.asked_visibility, l.visibility)`.as('visibility'))
    .select(['s.slug as shop_slug', 's.world as tenant'])

export const findOwnListing = async (db: Db, ownerId: string, id: string): Promise<ListingRow | undefined> =>
  (await listings(db).where('l.id', '=', id).where('l.owner_id', '=', ownerId).executeTakeFirst()) as ListingRow | undefined

export const ownListings = async (db: Db, ownerId: string, ids: readonly string[]): Promise<ListingRow[]> =>
  (await listings(db)
    .where('l.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('l.owner_id', '=', ownerId)
    .execute()) as ListingRow[]

/** Returns the id of the account's listing with this SKU. */
export const findBySku = async (db: Db, ownerId: string, sku: string): Promise<string | undefined> =>
  (await db.selectFrom('listings').select('id').where('owner_id', '=', ownerId).where('sku', '=', sku).executeTakeFirst())?.id

/** Locks the account's SKUs until the transaction ends, so that no two listings get the same SKU. */
export async function lockSkusOf(db: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('skus of ' || ${ownerId}::text, 0))`.execute(db)
}

/** Locks the owner's listing until the transaction ends, and returns it. */
export const lockListing = async (db: Tx, ownerId: string, id: string): Promise<ListingRow | undefined> =>
  (await listings(db).where('l.id', '=', id).where('l.owner_id', '=', ownerId).forUpdate('l').executeTakeFirst()) as ListingRow | undefined

/** Locks and returns a listing, regardless of its account. */
export const lockAnyListing = async (db: Tx, id: string): Promise<ListingRow | undefined> =>
  (await listings(db).where('l.id', '=', id).forUpdate('l').executeTakeFirst()) as ListingRow | undefined

export type ListingFilter = {
  ownerId: string
  shop: string | undefined
  status: ListingStatus | undefined
  updatedAfter: Date | undefined
  /** Text to search for: words in the listing, part of its title, or its whole SKU. */
  q: string | null
  minCents: number | null
  maxCents: number | null
}

const matching = (db: Db, { ownerId, shop, status, updatedAfter, q, minCents, maxCents }: ListingFilter) =>
  db
    .selectFrom('listings as l')
    .where('l.owner_id', '=', ownerId)
    .$if(shop !== undefined, (query) =>
      query.where('l.shop_id', '=', (eb) => eb.selectFrom('shops').select('id').where('slug', '=', shop!).where('owner_id', '=', ownerId)),
    )
    .$if(status !== undefined, (query) => query.where('l.status', '=', status!))
    .$if(updatedAfter !== undefined, (query) => query.where('l.updated_at', '>', updatedAfter!))
    .$if(q !== null, (query) =>
      query.where(
        sql<boolean>`(l.search @@ websearch_to_tsquery('english', ${q}) or position(lower(${q}) in lower(coalesce(l.title, l.prompt))) > 0 or lower(l.sku) = lower(${q}))`,
      ),
    )
    .$if(minCents !== null, (query) => query.where('l.price_cents', '>=', minCents))
    .$if(maxCents !== null, (query) => query.where('l.price_cents', '<=', maxCents))

const CHANGED = [sql`l.updated_at desc`, sql`l.id desc`]
/** Sort orders for the owner's listings. Listings that are otherwise equal are sorted by id, so that the order is unambiguous. */
const ORDERS: Readonly<Record<ListingSort, readonly RawBuilder<unknown>[]>> = {
  changed: CHANGED,
  newest: [sql`l.created_at desc`, sql`l.id desc`],
  'price-asc': [sql`l.price_cents asc nulls last`, ...CHANGED],
  'price-desc': [sql`l.price_cents desc nulls last`, ...CHANGED],
}

/** Returns one page of listings. The subquery selects only ids, so that only the rows on that page are joined. */
export async function pageOfListings(
  db: Db,
  filter: ListingFilter,
  { sort, limit, offset }: { sort: ListingSort; limit: number; offset: number },
): Promise<ListingRow[]> {
  const order = sql.join([...ORDERS[sort]])
  const page = matching(db, filter).select('l.id').orderBy(order).limit(limit).offset(offset)
  const rows = await listings(db).innerJoin(page.as('p'), 'p.id', 'l.id').orderBy(order).execute()
  return rows as ListingRow[]
}

/**
 * Returns the number of matching listings. Without filters, reads the quota counter instead, because counting would take longer than
 * reading the page.
 */
export async function countListings(db: Db, filter: ListingFilter): Promise<number> {
  const { ownerId, ...filters } = filter
  const isAll = Object.values(filters).every((value) => value === undefined || value === null)
  const used = db.selectFrom('account_use').select('listings as total').where('account_id', '=', ownerId)
  const counted = matching(db, filter).select((eb) => eb.fn.countAll<number>().as('total'))
  return (await (isAll ? used : counted).executeTakeFirstOrThrow()).total
}

/** Returns the next listings after `afterId`, sorted by id. */
export const listingsAfter = async (db: Db, filter: ListingFilter, afterId: string, limit: number): Promise<ListingRow[]> => {
  const page = matching(db, filter).select('l.id').where('l.id', '>', afterId).orderBy('l.id').limit(limit)
  return (await listings(db).innerJoin(page.as('p'), 'p.id', 'l.id').orderBy('l.id').execute()) as ListingRow[]
}

/** Returns the columns of a change. A column whose value is undefined does not change. */
const written = ({ fields, parcel, research, ...row }: ListingChange): Updateable<Tables['listings']> => ({
  ...row,
  parcel: parcel && JSON.stringify(parcel),
  fields: JSON.stringify(fields),
  research: JSON.stringify(research),
})

/**
 * Inserts a draft with its event, unless the owner already has `most` listings. Returns undefined if nothing was inserted. Concurrent
 * inserts for the same account wait for each other, so that they cannot exceed the quota.
 */
export async function insertDraft(
  db: Tx,
  row: Omit<NewListingRow, 'shop_id'>,
  { slug, tenant, most, event }: { slug: string; tenant: Tenant; most: number; event: EventInsert },
): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow & { recorded: number }>`
    with shop as materialized (select id from shops where owner_id = ${row.owner_id} and slug = ${slug} for key share),
    room as materialized (select from account_use where account_id = ${row.owner_id} and listings < ${most} for update),
    made as (
      insert into listings (${NEW_COLUMNS})
      select ${sql.join(NEW_NAMES.map((name) => sql.ref(name === 'shop_id' ? 'shop.id' : `l.${name}`)))}
      from shop, room, jsonb_populate_record(null::listings, ${JSON.stringify(row)}::jsonb) as l
      returning ${sql.join(COLUMNS.map((name) => sql.ref(name)))}, coalesce(asked_visibility, visibility) as visibility
    ),
    ${event.parts}
    select made.*, ${event.done} as recorded from made`.execute(db)
  if (!rows[0]) return undefined
  const { recorded: _, ...made } = rows[0]
  return { ...made, shop_slug: slug, tenant }
}

/** Inserts many listings with one statement. */
export async function insertListings(db: Db, rows: readonly NewListingRow[]): Promise<void> {
  await sql`
    insert into listings (${NEW_COLUMNS}) select ${NEW_COLUMNS}
    from jsonb_populate_recordset(null::listings, ${JSON.stringify(rows)}::jsonb)`.execute(db)
}

export const updateListing = (db: Db, row: ListingRow, change: ListingChange): Promise<ListingRow> => rewritten(db, row, written(change))

async function rewritten(db: Db, { id, shop_slug, tenant }: ListingRow, columns: Updateable<Tables['listings']>): Promise<ListingRow> {
  const updated = await db
    .updateTable('listings')
    .set(columns)
    .where('id', '=', id)
    .returning([...COLUMNS])
    .returning(sql`coalesce(asked_visibility, visibility)`.as('visibility'))
    .executeTakeFirstOrThrow()
  return { ...updated, shop_slug, tenant } as ListingRow
}

/**
 * Returns the periods during which a listing was publicly for sale, oldest first, and the current time. A listing without such periods is
 * older than this table, and its price has been the same since its last change. With `endsDrop`, also deletes the price-drop schedule.
 */
export async function publicPrices(
  db: Db,
  listingId: string,
  { endsDrop }: { endsDrop: boolean },
): Promise<{ periods: PublicPrice[]; now: Date }> {
  const { rows } = await sql<PublicPrice & { now: Date; from: Date | null }>`
    ${endsDrop ? sql`with ended as (delete from price_drops where listing_id = ${listingId})` : sql``}
    select service_time() as now, p.price_cents as cents, p.from_at as "from", p.until_at as until
    from (select 1) as one left join (
      select price_cents, from_at, until_at from listing_prices where listing_id = ${listingId}
      union all
      select price_cents, updated_at, null from listings
      where id = ${listingId} and in_market and not exists (select from listing_prices where listing_id = ${listingId})
    ) p on true order by p.from_at`.execute(db)
  return { periods: rows.filter(({ from }) => from !== null), now: rows[0]!.now }
}

/** Deletes a listing's price-drop schedule, if there is one. */
export async function deletePriceDrop(db: Db, listingId: string): Promise<void> {
  await db.deleteFrom('price_drops').where('listing_id', '=', listingId).execute()
}

/** Ends reductions whose last price drop was before `before`, at most `limit` of them. */
export async function endReductions(db: Db, before: Date, limit: number): Promise<void> {
  await sql`
    update listings set was_cents = null, reduced_at = null where id in (
      select id from listings where reduced_at <= ${before} order by reduced_at limit ${limit} for update skip locked)`.execute(db)
}

/** Deletes a listing, with its photos, likes and daily counts. */
export async function deleteListing(db: Db, id: string): Promise<void> {
  await db.deleteFrom('daily_counts').where('subject', '=', id).execute()
  await db.deleteFrom('listings').where('id', '=', id).execute()
}

/** Locks a shop's links until the transaction ends, so that no two listings get the same link. */
export async function lockLinksOf(db: Tx, shopId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('links of ' || ${shopId}::text, 0))`.execute(db)
}

/** Returns the given links that are in use. Checks each link with one index lookup. */
export const linksTaken = async (db: Db, shopId: string, links: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{
    link: string
  }>`select link from listings where shop_id = ${shopId} and link = any(${links}::text[])`.execute(db)
  return rows.map(({ link }) => link)
}

export type ListingTraffic = { views: number; views_7d: number; likes: number; shares: number }

/** Stats of a listing (spec: interface, listing `stats`). */
export type ListingStats = ListingTraffic & { offers: number; offers_waiting: number }

/** A price-drop schedule, and the shop's `lowest_percent`. */
export type StoredDrop = {
  percent: number | null
  amount_cents: number | null
  base_cents: number
  every_days: number
  next_at: string
  lowest_percent: number
}

export type ListingSurroundings = { photos: PhotoRow[]; pendingPhotos: PendingPhoto[]; stats: ListingStats; priceDrop: StoredDrop | null }

/** A photo that has not been downloaded yet, or whose download failed. */
type PendingPhoto = Pick<PhotoImport, 'url' | 'problem'>

/**
 * Reads the photos, pending photos, stats and price-drop schedules of listings with one statement. `views_7d` counts the days after
 * `weekAfter` (YYYY-MM-DD).
 */
export async function surroundings(
  db: Db,
  ids: readonly string[],
  { weekAfter, now }: { weekAfter: string; now: Date },
): Promise<Map<string, ListingSurroundings>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<
    ListingStats & {
      id: string
      pendingPhotos: PendingPhoto[]
      priceDrop: StoredDrop | null
      photos: (Omit<PhotoRow, 'created_at'> & { created_at: string })[]
    }
  >`
    select i.id, c.views, c.views_7d, c.shares, (select count(*) from likes k where k.listing_id = i.id) as likes, o.offers, o.offers_waiting,
      coalesce((select json_agg(p order by p.position) from photos p where p.listing_id = i.id), '[]') as photos,
      coalesce((select json_agg(json_build_object('url', w.url, 'problem', w.problem) order by w.position)
                from wanted_photos w where w.listing_id = i.id), '[]') as "pendingPhotos",
      (select to_jsonb(d) || jsonb_build_object('lowest_percent', s.lowest_percent)
       from price_drops d join listings l on l.id = d.listing_id join shops s on s.id = l.shop_id where d.listing_id = i.id) as "priceDrop"
    from unnest(${[...ids]}::text[]) as i(id)
    cross join lateral (
      select coalesce(sum(d.count) filter (where d.kind = 'view'), 0)::bigint as views,
             coalesce(sum(d.count) filter (where d.kind = 'view' and d.day > ${weekAfter}::date), 0)::bigint as views_7d,
             coalesce(sum(d.count) filter (where d.kind = 'share'), 0)::bigint as shares
      from daily_counts d where d.subject = i.id
    ) c
    cross join lateral (
      select count(*) as offers, count(*) filter (where status = 'open' and expires_at > ${now}) as offers_waiting
      from offers where listing_id = i.id
    ) o`.execute(db)
  return new Map(
    rows.map(({ id, photos, pendingPhotos, priceDrop, ...stats }) => [
      id,
      { photos: photos.map(asPhoto), pendingPhotos, priceDrop, stats },
    ]),
  )
}

const asPhoto = <P extends { created_at: string }>(photo: P) => ({ ...photo, created_at: new Date(photo.created_at) })

/** Hides a listing since `at`, or shows it again if `at` is null. Does not change `updated_at`, because the content is the same. */
export const setHidden = (db: Db, row: ListingRow, at: Date | null): Promise<ListingRow> => rewritten(db, row, { hidden_at: at })
