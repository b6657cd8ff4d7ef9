import { sql } from 'kysely'
import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { StoredAddress } from '#core/address.ts'
import type { Tenant } from '#core/tenant.ts'
import type { Db, Tx } from '#platform/db/index.ts'

/** A listing and its shop, without the minimum price. */
export type SaleListing = {
  id: string
  owner_id: string
  tenant: Tenant
  shop_id: string
  shop_slug: string
  shop_name: string
  shop_visibility: ShopVisibility
  shop_paused: boolean
  shop_away_until: Date | null
  ask_hold: boolean
  /** The shop's private address. Together with `ships_to`, it determines the countries to which the shop ships. */
  ship_from: StoredAddress | null
  ships_to: string[] | null
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
      's.world as tenant',
      'l.shop_id',
      's.slug as shop_slug',
      's.name as shop_name',
      's.visibility as shop_visibility',
      's.paused as shop_paused',
      's.away_until as shop_away_until',
      's.ask_hold',
      's.ship_from',
      's.ships_to',
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
 * Locks the listing with one statement, then reads it with a second statement. If the shop was paused while the first statement waited for
 * the lock, the second statement sees the pause.
 */
export async function lockForSale(db: Tx, id: string): Promise<SaleListing | undefined> {
  await db.selectFrom('listings').select('id').where('id', '=', id).forUpdate().execute()
  return findForSale(db, id)
}

export const findForSale = (db: Db, id: string): Promise<SaleListing | undefined> =>
  selling(db, id).$castTo<SaleListing>().executeTakeFirst()

export type About = 'offers' | 'orders'

/** Locks the listing of an offer or order. If `accountId` is set, locks the listing only if that account is the seller or the buyer. */
export const lockListingOf = async (db: Tx, about: About, id: string, accountId: string | null): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from listings where id = (
      select listing_id from ${sql.table(about)} where id = ${id} and (${accountId}::text is null or ${accountId} in (seller_id, buyer_id))
    ) for update`.execute(db)
  return rows[0]?.id
}
