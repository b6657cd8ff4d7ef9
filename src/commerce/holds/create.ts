import type { Tx } from '#platform/context/index.ts'
import type { Buyable } from '#catalog/listings/purchase-lock.ts'
import { depositFor, HOLD_PAY_MS } from './rules.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/** Creates a hold that waits for its deposit. The caller must lock the listing. */
export async function createHold(tx: Tx, buyerId: string, listing: Buyable): Promise<HoldRow> {
  const id = tx.newId('hld')
  const now = tx.now()
  await queries.insertHold(tx.db, {
    id,
    listing_id: listing.id,
    shop_id: listing.shop_id,
    seller_id: listing.owner_id,
    buyer_id: buyerId,
    listing_title: listing.title,
    deposit_cents: depositFor(listing.price_cents),
    until: new Date(now.getTime() + HOLD_PAY_MS),
    created_at: now,
    updated_at: now,
  })
  return (await queries.findHold(tx.db, id))!
}
