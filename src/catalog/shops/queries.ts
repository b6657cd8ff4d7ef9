import { sql, type Selectable } from 'kysely'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { BundleShipping, BundleTier } from '#core/bundle.ts'
import type { StoredAddress } from '#core/address.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { ShopTone } from './schema.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'

/** Files of a shop's picture, from smallest to largest. */
type Picture = Variant[]

export type ShopRow = Omit<
  Selectable<Tables['shops']>,
  'tone' | 'visibility' | 'picture' | 'world' | 'bundle_tiers' | 'bundle_shipping' | 'ship_from'
> & {
  ship_from: StoredAddress | null
  tenant: Tenant
  tone: ShopTone
  visibility: ShopVisibility
  picture: Picture | null
  bundle_tiers: BundleTier[]
  bundle_shipping: BundleShipping
}

export type NewShopRow = Pick<
  ShopRow,
  'id' | 'owner_id' | 'slug' | 'name' | 'about' | 'category' | 'tone' | 'visibility' | 'created_at' | 'updated_at'
>
export type ShopChange = Partial<Omit<ShopRow, 'id' | 'owner_id' | 'tenant' | 'picture' | 'created_at'>>

const shopRow = ({ world: tenant, ...row }: Selectable<Tables['shops']>): ShopRow => ({ ...row, tenant }) as ShopRow
const one = (row: Selectable<Tables['shops']> | undefined): ShopRow | undefined => row && shopRow(row)

/** Returns the owner's shop by its current slug. */
export const findOwnShop = async (db: Db, ownerId: string, slug: string): Promise<ShopRow | undefined> =>
  one(await db.selectFrom('shops').selectAll().where('slug', '=', slug).where('owner_id', '=', ownerId).executeTakeFirst())

/** Locks one of the owner's shops, so that no other transaction can change it or add listings to it. */
export const lockOwnShop = async (db: Tx, ownerId: string, slug: string): Promise<ShopRow | undefined> =>
  one(await db.selectFrom('shops').selectAll().where('slug', '=', slug).where('owner_id', '=', ownerId).forUpdate().executeTakeFirst())

/** Lists the owner's shops, oldest first (spec: interface, GET /shops). */
export const listOwnShops = async (db: Db, ownerId: string): Promise<ShopRow[]> =>
  (await db.selectFrom('shops').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute()).map(shopRow)

export type HeldShop = Pick<ShopRow, 'id' | 'slug' | 'name' | 'tenant'>

/** Returns the named shop, or the owner's first shop if none is named. A key-share lock prevents the deletion of the shop. */
export const holdShopForListing = (db: Db, ownerId: string, slug: string | undefined): Promise<HeldShop | undefined> =>
  db
    .selectFrom('shops')
    .select(['id', 'slug', 'name', 'world as tenant'])
    .$castTo<HeldShop>()
    .where('owner_id', '=', ownerId)
    .$if(slug !== undefined, (q) => q.where('slug', '=', slug!))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()

export const insertShop = async (db: Db, row: NewShopRow): Promise<ShopRow> =>
  one(await db.insertInto('shops').values(row).returningAll().executeTakeFirstOrThrow())!

/** Changes a shop. A column whose value is undefined does not change. */
export const updateShop = async (db: Db, id: string, { bundle_tiers: tiers, ship_from: from, ...change }: ShopChange): Promise<ShopRow> =>
  one(
    await db
      .updateTable('shops')
      .set({
        ...change,
        bundle_tiers: JSON.stringify(tiers),
        ship_from: from && JSON.stringify(from),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )!

export const setPicture = async (db: Db, id: string, picture: Picture | null, at: Date): Promise<ShopRow> =>
  one(
    await db
      .updateTable('shops')
      .set({ picture: picture === null ? null : JSON.stringify(picture), updated_at: at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )!

/** Deletes a shop, with its listings and their photos and likes. */
export async function deleteShop(db: Db, id: string): Promise<void> {
  await db.deleteFrom('shops').where('id', '=', id).execute()
}

/**
 * Claims a slug. Returns true if this succeeds: the slug was never used, was released by the same owner, or was released before
 * `freeBefore`. If several callers claim the slug at the same time, only one succeeds.
 */
export async function claimSlug(db: Db, claim: { slug: string; shopId: string; ownerId: string; freeBefore: Date }): Promise<boolean> {
  const taken = { shop_id: claim.shopId, owner_id: claim.ownerId, moved_at: null }
  const row = await db
    .insertInto('shop_slugs')
    .values({ slug: claim.slug, ...taken })
    .onConflict((conflict) =>
      conflict
        .columns(['slug', 'world'])
        .doUpdateSet(taken)
        .where('shop_slugs.moved_at', 'is not', null)
        .where((eb) => eb.or([eb('shop_slugs.owner_id', '=', claim.ownerId), eb('shop_slugs.moved_at', '<=', claim.freeBefore)])),
    )
    .returning('slug')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases the shop's slug. The slug redirects to this shop until a different shop claims it. */
export async function leaveSlug(db: Db, shopId: string, at: Date): Promise<void> {
  await db.updateTable('shop_slugs').set({ moved_at: at }).where('shop_id', '=', shopId).where('moved_at', 'is', null).execute()
}

/** Returns the shop that uses a slug or, if there is none, the last shop that used it. */
export const resolveSlug = (db: Db, slug: string, tenant: Tenant): Promise<{ slug: string; shopId: string; moved: boolean } | undefined> =>
  db
    .selectFrom('shop_slugs as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select(['s.slug', 's.id as shopId', sql<boolean>`a.moved_at is not null`.as('moved')])
    .where('a.slug', '=', slug)
    .where('a.world', '=', tenant)
    .executeTakeFirst()

/** Locks all listings in a shop, sorted by id. */
export const lockListingsOf = (db: Tx, shopId: string): Promise<{ id: string; ever_sold: boolean }[]> =>
  db.selectFrom('listings').select(['id', 'ever_sold']).where('shop_id', '=', shopId).orderBy('id').forUpdate().execute()

/** Deletes all daily counts for the shop and its listings. */
export async function deleteCounts(db: Db, shopId: string, listingIds: readonly string[]): Promise<void> {
  await sql`delete from daily_counts where subject = any(${[shopId, ...listingIds]}::text[])`.execute(db)
}

/** Numbers of listings by status. `hidden` counts live listings that the operator hid, which are not in `live`. */
export type ShopCounts = { live: number; drafts: number; sold: number; hidden: number }

const COUNTS = sql`
  count(*) filter (where status = 'live' and visibility <> 'hidden') as live,
  count(*) filter (where status = 'draft') as drafts,
  count(*) filter (where status = 'sold') as sold,
  count(*) filter (where status = 'live' and visibility = 'hidden') as hidden`

/** Counts listings by status. The result lacks shops without listings. */
export async function countListings(db: Db, shopIds: readonly string[]): Promise<Map<string, ShopCounts>> {
  const { rows } = await sql<ShopCounts & { shop_id: string }>`
    select shop_id, ${COUNTS} from listings where shop_id = any(${[...shopIds]}::text[]) group by shop_id`.execute(db)
  return new Map(rows.map(({ shop_id, ...counts }) => [shop_id, counts]))
}

/** Stats of a shop (spec: interface, shop `stats`). */
export type ShopStats = {
  views: number
  views_7d: number
  shares: number
  likes: number
  followers: number
  offers_waiting: number
}

/**
 * Returns the stats and the counts for several shops and their listings. Weekly views cover the days after `weekAfter` (YYYY-MM-DD). An
 * expired offer no longer counts as waiting.
 */
export async function shopStats(
  db: Db,
  shopIds: readonly string[],
  { weekAfter, now }: { weekAfter: string; now: Date },
): Promise<Map<string, ShopStats & ShopCounts>> {
  const { rows } = await sql<ShopStats & ShopCounts & { id: string }>`
    select s.id, n.*, c.*,
           (select count(*) from likes k join listings l on l.id = k.listing_id where l.shop_id = s.id) as likes,
           (select count(*) from follows f where f.shop_id = s.id) as followers,
           (select count(*) from offers o where o.seller_id = s.owner_id and o.shop_id = s.id and o.status = 'open' and o.expires_at > ${now}) as offers_waiting
    from shops s
    cross join lateral (select ${COUNTS} from listings where shop_id = s.id) n
    cross join lateral (
      select coalesce(sum(c.count) filter (where c.kind = 'view'), 0)::bigint as views,
             coalesce(sum(c.count) filter (where c.kind = 'view' and c.day > ${weekAfter}::date), 0)::bigint as views_7d,
             coalesce(sum(c.count) filter (where c.kind = 'share'), 0)::bigint as shares
      from (select s.id as subject union all select id from listings where shop_id = s.id) x
      join daily_counts c on c.subject = x.subject
    ) c
    where s.id = any(${[...shopIds]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export const lockAnyShop = async (db: Tx, id: string): Promise<ShopRow | undefined> =>
  one(await db.selectFrom('shops').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

export const lockShopsOf = async (db: Tx, ownerId: string): Promise<ShopRow[]> =>
  (await db.selectFrom('shops').selectAll().where('owner_id', '=', ownerId).orderBy('id').forUpdate().execute()).map(shopRow)

/** Suspends a shop at the time `at`, or ends the suspension if `at` is null. */
export const setSuspended = async (db: Db, id: string, at: Date | null): Promise<ShopRow> =>
  shopRow(await db.updateTable('shops').set({ suspended_at: at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow())
