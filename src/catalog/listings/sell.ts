import type { Tx } from '#platform/context/index.ts'
import { afterTransition, decideListing } from '#catalog/listings/rules/listing.ts'
import { updateListing } from './update.ts'
import * as queries from './queries.ts'

/**
 * Marks a listing as sold by a paid order (spec: completions 7). Returns false if the listing is no longer for sale. The caller must lock
 * the listing and record the event `listing.sold`.
 */
export async function sellListing(tx: Tx, id: string): Promise<boolean> {
  const row = await queries.lockAnyListing(tx.db, id)
  if (!row) return false
  const { status, title, price_cents: priceCents, ever_sold: everSold } = row
  // a sale does not depend on other orders
  const decision = decideListing('sell', { status, title, priceCents, everSold, hasUnfinishedOrder: false })
  if (decision.kind !== 'move') return false
  const now = tx.now()
  const dates = afterTransition({ publishedAt: row.published_at, everSold }, decision.to, now)
  await updateListing(tx, row, { status: dates.status, sold_at: dates.soldAt, ever_sold: dates.everSold, updated_at: now })
  return true
}
