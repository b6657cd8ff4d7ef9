import type { Tx } from '#platform/context/index.ts'
import { listingSeen } from '#catalog/browse/rules/market.ts'
import { lockForSale } from '#catalog/listings/index.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/**
 * Whether the buyer of a hold can still buy its item: it is for sale where they see it, and the accounts of both are open. Neither
 * account closes until the transaction ends. The listing, where there is one still, is locked by the caller.
 */
export async function isBuyable(tx: Tx, hold: HoldRow): Promise<boolean> {
  const listing = await lockForSale(tx, hold.listing_id)
  if (listing?.status !== 'live') return false
  const { read } = listingSeen({ visibility: listing.shop_visibility, paused: listing.shop_paused }, listing, 'other')
  return read && queries.lockIfOpen(tx.db, [hold.seller_id, hold.buyer_id])
}
