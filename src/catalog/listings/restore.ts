import type { Tx } from '#platform/context/index.ts'
import { allow, lockListing, recordListing, type Owner } from './access.ts'
import { transitionTo } from './publish.ts'
import { updateListing } from './update.ts'
import type { ListingRow } from './queries.ts'

/** Values that an undo can restore. */
export type Restorable = Pick<
  ListingRow,
  'visibility' | 'price_cents' | 'price_basis' | 'lowest_price_cents' | 'shipping_cents' | 'take_offers'
>

/**
 * Restores a listing's values. Also restores the source of the price, which an ordinary edit would replace. If the listing then does not
 * accept offers, closes its open offers. Errors: 404, 409 if the listing is sold.
 */
export async function restoreValues(tx: Tx, owner: Owner, id: string, values: Restorable): Promise<ListingRow> {
  const row = await lockListing(tx, owner, id)
  await allow(tx, 'edit', row)
  const after = await updateListing(tx, row, { ...values, updated_at: tx.now() })
  await recordListing(tx, 'listing.changed', after)
  if (row.take_offers && !values.take_offers) await tx.hooks.listingDelisted(tx, [id], 'offers_off')
  return after
}

/** At the end of a sale in a shop, restores the price, the source of the price, and the minimum price of a locked listing. */
export async function restorePrice(
  tx: Tx,
  row: ListingRow,
  prices: Pick<ListingRow, 'price_cents' | 'price_basis' | 'lowest_price_cents'>,
): Promise<void> {
  await recordListing(tx, 'listing.changed', await updateListing(tx, row, { ...prices, updated_at: tx.now() }, 'schedule'))
}

/** Publishes a listing again. Its publication time is the original one. Throws the same errors as `publishListing`. */
export async function restorePublication(tx: Tx, owner: Owner, id: string, publishedAt: Date): Promise<ListingRow> {
  const row = await lockListing(tx, owner, id)
  const decision = await allow(tx, 'publish', row)
  return decision.kind === 'move' ? transitionTo(tx, row, decision.to, 'listing.published', { published_at: publishedAt }) : row
}
