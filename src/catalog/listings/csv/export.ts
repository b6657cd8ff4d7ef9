import { stringify } from 'csv-stringify/sync'
import type { Person, Core } from '#platform/context/index.ts'
import { escapeCell } from '#core/csv-cell.ts'
import { EXPORT_COLUMNS, textCells } from './columns.ts'
import { presentListing } from '#catalog/listings/present.ts'
import * as listings from '#catalog/listings/index.ts'
import type { ExportListings } from './schema.ts'

/**
 * Exports the actor's listings as CSV that is safe to open in a spreadsheet. Includes the minimum price, because only the owner can export
 * listings. If the file is imported without edits, nothing changes (spec: completions 4, Bulk).
 */
export async function exportListings(ctx: Core, actor: Person, by: ExportListings): Promise<Uint8Array> {
  const parts = [stringify([[...EXPORT_COLUMNS]])]
  for await (const rows of listings.eachListing(ctx, actor, by)) {
    const details = await listings.listingDetailsOf(ctx, rows)
    parts.push(stringify(rows.map((row) => cellsOf(row, presentListing(ctx, row, details(row))))))
  }
  return Buffer.from(parts.join(''))
}

function cellsOf(row: listings.ListingRow, shown: ReturnType<typeof presentListing>): string[] {
  const cells: Record<(typeof EXPORT_COLUMNS)[number], string | null> = {
    ...shown,
    ...textCells(row),
    photos: shown.photos.map(({ url }) => url).join('\n'),
  }
  return EXPORT_COLUMNS.map((column) => escapeCell(cells[column] ?? ''))
}
