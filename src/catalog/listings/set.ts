import type { Tx } from '#platform/context/index.ts'
import { setLine } from '#catalog/listings/rules/set-line.ts'
import { invalid } from '#platform/errors/index.ts'
import { allow, lockListing, recordListing, type Owner } from './access.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'

/**
 * Sets a detail line by its exact key. The seller counts as the author of the line, so research never overwrites it (spec: interface,
 * helper 6, `set_field`). Errors: 404, 409 if the listing is sold, 400 `fields`.
 */
export async function setListingLine(
  tx: Tx,
  actor: Owner,
  id: string,
  line: { key: string; label: string; value: string },
): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'edit', row)
  const set = setLine(row.fields, line, 'you')
  if (!set.ok) throw invalid('fields', set.message)
  if (JSON.stringify(set.fields) === JSON.stringify(row.fields)) return row
  const after = await queries.updateListing(tx.db, row, { fields: set.fields, updated_at: tx.now() })
  await recordListing(tx, 'listing.changed', after)
  return after
}
