import type { Tx } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { recordListing } from './access.ts'
import { listingName } from './present.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'

/** A listing of anybody's, locked, with a name to call it by; null where there is none. */
export async function lockAnyListing(tx: Tx, id: string): Promise<{ row: ListingRow; name: string } | null> {
  const row = isIdOf('lst', id) ? await queries.lockAnyListing(tx.db, id) : undefined
  return row ? { row, name: listingName(row) } : null
}

/** Nobody but its owner sees it from now on: its offers close, deposits go back. Orders go on. Locked by the caller. */
export async function hideListing(tx: Tx, row: ListingRow): Promise<void> {
  await recordListing(tx, 'listing.changed', await queries.setHidden(tx.db, row, tx.now()))
  await tx.hooks.listingLeft(tx, [row.id], 'removed')
}

/** It shows again as its owner wants. Locked by the caller. */
export async function showListing(tx: Tx, row: ListingRow): Promise<void> {
  await recordListing(tx, 'listing.changed', await queries.setHidden(tx.db, row, null))
}
