import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'
import type { ShopVisibility, WeekCounts } from '#catalog/browse/rules/market.ts'
import type { BundleShipping, BundleTier } from '#core/bundle.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'
import { SHOWN_CENTS } from '#catalog/browse/queries.ts'

/** A shop in the form that the market shows. The columns must never include the agent settings. */
export type StoreRow = {
  id: string
  owner_id: string
  tenant: Tenant
  owner_name: string
  slug: string
  name: string
  about: string | null
  location: string | null
  tone: string
  visibility: ShopVisibility
  paused: boolean
  away_until: Date | null
  picture: Variant[] | null
  bundle_tiers: BundleTier[]
  bundle_shipping: BundleShipping
  created_at: Date
}

const stores = (db: Db) =>
  db
    .selectFrom('shops as s')
    .innerJoin('accounts as a', 'a.id', 's.owner_id')
    .select([
      's.id',
      's.owner_id',
      's.world as tenant',
      'a.name as owner_name',
      's.slug',
      's.name',
      's.about',
      's.location',
      's.tone',
      's.visibility',
      's.paused',
      's.away_until',
      's.picture',
      's.bundle_tiers',
      's.bundle_shipping',
      's.created_at',
    ])

export const findStore = (db: Db, tenant: Tenant, slug: string): Promise<StoreRow | undefined> =>
  stores(db).where('s.slug', '=', slug).where('s.world', '=', tenant).$castTo<StoreRow>().executeTakeFirst()

/** Counts of the public items in shop `s`. Each count uses an index-only scan. */
const SHELF_COUNTS = `
    (select count(*) from listings where shop_id = s.id and status = 'live' and visibility = 'everyone') as for_sale,
    (select count(*) from listings where shop_id = s.id and status = 'sold' and visibility = 'everyone') as sold`

/** A sale that is running in the shop. `partial` is true if the sale does not reduce every item. */
export type RunningSale = { percent: number; ends_ms: number; partial: boolean }

/** A store's page without the listings. `following` is true if the viewer follows the store. */
export type StoreFrontRow = StoreRow &
  StoreCounts & {
    followers: number
    following: boolean
    sale: RunningSale | null
    recently_sold: (Omit<SoldRow, 'sold_at'> & { sold_ms: number })[]
  }

const frontBySlug = statement<Statement<[slug: string, tenant: Tenant, viewer: string | null, soldLimit: number], StoreFrontRow>>(`
  select s.id, s.owner_id, s.world as tenant, a.name as owner_name, s.slug, s.name, s.about, s.location, s.tone, s.visibility, s.paused, s.away_until, s.picture, s.created_at,
    s.bundle_tiers, s.bundle_shipping, ${SHELF_COUNTS}, (select count(*) from follows where shop_id = s.id) as followers,
    exists (select from follows where shop_id = s.id and account_id = $3) as following, sales.recently_sold, (
      select json_build_object('percent', f.percent, 'ends_ms', extract(epoch from f.ends_at) * 1000, 'partial', exists (
        select from listings l where l.shop_id = s.id and l.status = 'live' and l.visibility = 'everyone' and not exists (
          select from sale_listings i where i.sale_id = f.id and i.listing_id = l.id and i.state = 'reduced')))
      from sales f where f.shop_id = s.id and f.started_at is not null and f.ended_at is null order by f.ends_at desc limit 1) as sale
  from shops s
  join accounts a on a.id = s.owner_id
  cross join lateral (
    select coalesce(json_agg(sale order by sold_ms desc, id desc), '[]') as recently_sold
    from (
      select l.id, l.title, ${SHOWN_CENTS} as price_cents, extract(epoch from l.sold_at) * 1000 as sold_ms
      from listings l where l.shop_id = s.id and l.status = 'sold' and l.visibility = 'everyone'
      order by l.sold_at desc, l.id desc limit $4) sale) sales
  where s.slug = $1 and s.world = $2`)

export const findStoreFront = async (
  db: Db,
  { slug, tenant }: Pick<StoreRow, 'slug' | 'tenant'>,
  viewer: string | null,
  soldLimit: number,
): Promise<StoreFrontRow | undefined> => (await frontBySlug(db, slug, tenant, viewer, soldLimit))[0]

export const countSold = async (db: Db, shopId: string): Promise<number> => (await soldOf(db, shopId))[0]!.sold

const soldOf = statement<Statement<[shopId: string], { sold: number }>>(
  `select count(*) as sold from listings where shop_id = $1 and status = 'sold' and visibility = 'everyone'`,
)

/** For each measured conversation, the number of seconds for which the buyer waited for the seller. */
export type WaitsRow = { waits: number[] }

/**
 * Measures how long buyers waited: from the buyer's first message to the seller's first message or, if the seller has not replied, until
 * now. Skips conversations to which only the helper replied, and unanswered conversations that started recently.
 */
const waitsOf = statement<Statement<[shopId: string, ownerId: string, now: Date, since: Date, answeredBy: Date, limit: number], WaitsRow>>(`
  select coalesce(json_agg(extract(epoch from coalesce(reply.at, $3::timestamptz) - asked.at)::int)
      filter (where reply.at is not null or (asked.at <= $5::timestamptz and not asked.is_answered)), '[]') as waits
  from (
    select id from threads where seller_id = $2 and shop_id = $1 and updated_at > $4::timestamptz
    order by updated_at desc, id desc limit $6) t
  cross join lateral (
    select m.created_at as at, m.id, exists (
      select from messages a where a.thread_id = t.id and a.in_reply_to is not null and not a.needs_owner) as is_answered
    from messages m where m.thread_id = t.id and m.sender = 'buyer' order by m.created_at, m.id limit 1) asked
  left join lateral (
    select m.created_at as at from messages m
    where m.thread_id = t.id and m.sender = 'owner' and (m.created_at, m.id) > (asked.at, asked.id)
    order by m.created_at, m.id limit 1) reply on true`)

export const replyWaits = async (
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
  { now, since, answeredBy, limit }: { now: Date; since: Date; answeredBy: Date; limit: number },
): Promise<number[]> => (await waitsOf(db, id, ownerId, now, since, answeredBy, limit))[0]!.waits

/** Returns the store that released this slug, as long as the slug is still reserved for this store (spec: completions 4, A moved shop). */
export const findRenamedStore = (db: Db, oldSlug: string): Promise<StoreRow | undefined> =>
  stores(db)
    .innerJoin('shop_slugs as old', 'old.shop_id', 's.id')
    .where('old.slug', '=', oldSlug)
    .where('old.world', '=', '')
    .where('old.moved_at', 'is not', null)
    .$castTo<StoreRow>()
    .executeTakeFirst()

/** Returns the stores in the order of `ids`. */
export async function storesByIds(db: Db, ids: readonly string[]): Promise<StoreRow[]> {
  const rows = await stores(db)
    .where(sql<boolean>`s.id = any(${ids}::text[])`)
    .$castTo<StoreRow>()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const countListed = async (db: Db, tenant: Tenant): Promise<number> =>
  (
    await db
      .selectFrom('shops')
      .select(sql<number>`count(*)`.as('count'))
      .where('visibility', '=', 'public')
      .where('paused', '=', false)
      .where('world', '=', tenant)
      .executeTakeFirstOrThrow()
  ).count

/**
 * Returns the stores in `ids` that are public and open, in the order of `ids`. With `others`, appends all other public open stores,
 * oldest first.
 */
export async function listedIn(
  db: Db,
  { tenant, ids, others }: { tenant: Tenant; ids: readonly string[]; others: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from shops s left join unnest(${ids}::text[]) with ordinality o (id, place) on o.id = s.id
    where s.visibility = 'public' and not s.paused and s.world = ${tenant} and (o.place is not null or ${others})
    order by o.place nulls last, s.created_at, s.id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Returns the ids of public open stores, busiest first (spec: completions 5). The score counts the week's views, likes, buyers' messages,
 * offers and sales, without the owners' own activity and without reversed sales. Stores with equal scores are sorted by the number of items
 * for sale, then by age.
 */
export async function busiestIds(
  db: Db,
  { tenant, since, weights, limit, offset }: { tenant: Tenant; since: Date; weights: WeekCounts; limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with acts as (
      select coalesce(l.shop_id, c.subject) as shop_id, c.count * ${weights.views}::int as score
      from daily_counts c left join listings l on l.id = c.subject
      where c.day > ${since.toISOString().slice(0, 10)}::date and c.kind = 'view'
      union all
      select l.shop_id, ${weights.likes}::int
      from likes k join listings l on l.id = k.listing_id and l.owner_id <> k.account_id
      where k.created_at > ${since}
      union all
      select t.shop_id, ${weights.messages}::int
      from messages m join threads t on t.id = m.thread_id
      where m.sender = 'buyer' and m.created_at > ${since}
      union all
      select shop_id, ${weights.offers}::int from offers where created_at > ${since}
      union all
      select shop_id, ${weights.sales}::int from orders where paid_at > ${since} and status not in ('cancelled', 'refunded')
    ),
    busy as (select shop_id, sum(score) as score from acts group by shop_id),
    -- for listed shops, this condition equals in_market; written this way, an index-only scan counts the listings
    shelves as (select shop_id, count(*) as for_sale from listings where status = 'live' and visibility = 'everyone' group by shop_id)
    select s.id from shops s
    left join busy on busy.shop_id = s.id
    left join shelves on shelves.shop_id = s.id
    where s.visibility = 'public' and not s.paused and s.world = ${tenant}
    order by coalesce(busy.score, 0) desc, coalesce(shelves.for_sale, 0) desc, s.created_at, s.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.id)
}

export type StoreCounts = { for_sale: number; sold: number }

/** For each shop, counts the public items that are for sale and those that were sold. */
export async function countShelves(db: Db, shopIds: readonly string[]): Promise<Map<string, StoreCounts>> {
  const { rows } = await sql<StoreCounts & { shop_id: string }>`
    select s.id as shop_id, ${sql.raw(SHELF_COUNTS)} from unnest(${shopIds}::text[]) as s (id)`.execute(db)
  return new Map(rows.map(({ shop_id, for_sale, sold }) => [shop_id, { for_sale, sold }]))
}

export type SoldRow = { title: string; price_cents: number; sold_at: Date }
