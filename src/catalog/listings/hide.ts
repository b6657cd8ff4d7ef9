import type { Tx } from '#platform/context/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { recordListing } from './access.ts'
import { listingName } from './present.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'

/** Locks a listing, regardless of its account. Returns the listing and its name, or null if it does not exist. */
export async function lockAnyListing(tx: Tx, id: string): Promise<{ row: ListingRow; name: string } | null> {
  const row = await ifIdOf('lst', id, () => queries.lockAnyListing(tx.db, id))
  return row ? { row, name: listingName(row) } : null
}

/**
 * Hides a listing from everyone except its owner, closes the listing's offers and refunds its deposits. Existing orders continue. The
 * caller must lock the listing.
 */
export async function hideListing(tx: Tx, row: ListingRow): Promise<void> {
  await recordListing(tx, 'listing.changed', await queries.setHidden(tx.db, row, tx.now()))
  await tx.hooks.listingDelisted(tx, [row.id], 'removed')
}

/** Shows a hidden listing again, with the visibility that the owner chose. The caller must lock the listing. */
export async function showListing(tx: Tx, row: ListingRow): Promise<void> {
  await recordListing(tx, 'listing.changed', await queries.setHidden(tx.db, row, null))
}
