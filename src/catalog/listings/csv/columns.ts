import { eachText, TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import { parcelText } from '#core/parcel.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { ListingRow } from '#catalog/listings/index.ts'

/** Columns in this service's export that an import copies to a draft. */
export const IMPORT_COLUMNS = [
  'shop',
  ...TEXT_NAMES,
  'price',
  'lowest_price',
  'shipping',
  'take_offers',
  'visibility',
  'fields',
  'parcel',
  'prompt',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/**
 * Columns of an export, in order. `fields` is a JSON list of `{label, value}`; `parcel` is a string such as `24 oz, 12 x 9 x 4 in`;
 * `photos` has one URL per line.
 */
export const EXPORT_COLUMNS = [
  'id',
  'status',
  ...IMPORT_COLUMNS,
  'photos',
  'url',
  'published_at',
  'sold_at',
  'created_at',
  'updated_at',
] as const

export const MAX_IMPORT_ROWS = 1000

/**
 * Returns a listing's values for the import columns, as an export would write them. An import compares each row with these values to find
 * changes.
 */
export function textCells(row: ListingRow): Record<ImportColumn, string> {
  const text = (value: string | number | boolean | null) => (value === null ? '' : String(value))
  const dollars = (cents: number | null) => text(dollarsOrNull(cents))
  return {
    shop: row.shop_slug,
    ...eachText((name) => text(row[name])),
    price: dollars(row.price_cents),
    lowest_price: dollars(row.lowest_price_cents),
    shipping: dollars(row.shipping_cents),
    take_offers: text(row.take_offers),
    visibility: row.visibility,
    fields: row.fields.length === 0 ? '' : JSON.stringify(row.fields.map(({ label, value }) => ({ label, value }))),
    parcel: parcelText(row.parcel),
    prompt: text(row.prompt),
  }
}
