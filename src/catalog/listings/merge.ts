import type { Helper, Tx } from '#platform/context/index.ts'
import { mergeFindings, type Findings } from '#catalog/listings/rules/merge.ts'
import { recordListing } from './access.ts'
import { updateListing } from './update.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'
import type { Research } from './schema.ts'

/**
 * Merges research findings into a listing. A value from the seller takes precedence (spec: interface, helper 3). A minimum price from
 * research stays private. If the listing is deleted or sold, writes nothing and returns null.
 */
export async function mergeResearch(
  tx: Tx,
  { accountId }: Helper,
  listingId: string,
  research: Research,
  findings: Findings,
): Promise<ListingRow | null> {
  const row = await queries.lockListing(tx.db, accountId, listingId)
  if (!row || row.status === 'sold') return null
  const merged = mergeFindings(
    {
      category: row.category,
      priceCents: row.price_cents,
      lowestPriceCents: row.lowest_price_cents,
      priceBasis: row.price_basis,
      fields: row.fields,
    },
    findings,
  )
  const after = await updateListing(tx, row, {
    category: merged.category,
    price_cents: merged.priceCents,
    lowest_price_cents: merged.lowestPriceCents,
    price_basis: merged.priceBasis,
    fields: merged.fields,
    research,
    updated_at: tx.now(),
  })
  await recordListing(tx, 'listing.changed', after)
  return after
}
