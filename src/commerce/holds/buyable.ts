import type { Tx } from '#platform/context/index.ts'
import { listingSeen } from '#catalog/browse/rules/market.ts'
import { lockForSale } from '#catalog/listings/index.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/**
 * Returns true if the buyer can still buy the item: it is for sale and visible, and both accounts are open. In this case, the accounts
 * cannot be closed until the transaction ends. The caller must lock the listing if it still exists.
 */
export async function isBuyable(tx: Tx, hold: HoldRow): Promise<boolean> {
  const listing = await lockForSale(tx, hold.listing_id)
  if (listing?.status !== 'live') return false
  const { read } = listingSeen({ visibility: listing.shop_visibility, paused: listing.shop_paused }, listing, 'other')
  return read && queries.lockIfOpen(tx.db, [hold.seller_id, hold.buyer_id])
}
