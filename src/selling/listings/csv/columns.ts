import { TEXT_NAMES } from '#domain/listing-words.ts'

/** Columns that an import reads. Every other column of an export is known and passed over. */
export const IMPORT_COLUMNS = [
  'shop',
  ...TEXT_NAMES,
  'price',
  'lowest_price',
  'shipping',
  'take_offers',
  'visibility',
  'fields',
  'prompt',
] as const

/** Columns of an export, in order; `fields` is a JSON list of `{label, value}`, `photos` one address a line. */
export const EXPORT_COLUMNS = [
  'id',
  'status',
  'shop',
  ...TEXT_NAMES,
  'price',
  'lowest_price',
  'shipping',
  'take_offers',
  'visibility',
  'fields',
  'prompt',
  'photos',
  'url',
  'published_at',
  'sold_at',
  'created_at',
  'updated_at',
] as const

export const MAX_IMPORT_ROWS = 1000
