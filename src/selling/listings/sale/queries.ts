import type { ListingStatus, EffectiveVisibility } from '#domain/listing.ts'
import type { ShopVisibility } from '#domain/market.ts'
import type { World } from '#domain/world.ts'
import type { Db, Tx } from '#platform/db/index.ts'

/** What selling looks at: a listing and its shop, without the floor. */
export type SaleListing = {
  id: string
  owner_id: string
  world: World
  shop_id: string
  shop_slug: string
  shop_name: string
  shop_visibility: ShopVisibility
  shop_paused: boolean
  ask_hold: boolean
  status: ListingStatus
  visibility: EffectiveVisibility
  title: string | null
  link: string | null
  price_cents: number | null
  shipping_cents: number | null
  take_offers: boolean
}

const selling = (db: Db, id: string) =>
  db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select([
      'l.id',
      'l.owner_id',
      's.world',
      'l.shop_id',
      's.slug as shop_slug',
      's.name as shop_name',
      's.visibility as shop_visibility',
      's.paused as shop_paused',
      's.ask_hold',
      'l.status',
      'l.visibility',
      'l.title',
      'l.link',
      'l.price_cents',
      'l.shipping_cents',
      'l.take_offers',
    ])
    .where('l.id', '=', id)

/**
 * Locked until the transaction ends. The lock comes first and the reading after, in a statement of its own: a shop that was
 * paused while the lock was waited for is then seen as paused.
 */
export async function lockForSale(db: Tx, id: string): Promise<SaleListing | undefined> {
  await db.selectFrom('listings').select('id').where('id', '=', id).forUpdate().execute()
  return selling(db, id).$castTo<SaleListing>().executeTakeFirst()
}
