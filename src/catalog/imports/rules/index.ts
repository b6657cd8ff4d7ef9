import { fromEbay, isEbay } from './ebay.ts'
import { fromEtsy, isEtsy } from './etsy.ts'
import { fromShopify, isShopify } from './shopify.ts'
import { columnKey, linesOf, type ImportFormat, type Conversion } from './table.ts'

export {
  IMPORT_FORMATS,
  type ImportFormat,
  type Conversion as Moved,
  type ConvertedRow as MovedRow,
  type PhotoAddress,
  type RefusedRow,
} from './table.ts'

type Lines = readonly (readonly string[])[]
type Foreign = Exclude<ImportFormat, 'resale'>

export const FORMAT_NAMES: Readonly<Record<ImportFormat, string>> = { resale: 'resale', shopify: 'Shopify', etsy: 'Etsy', ebay: 'eBay' }

const READERS: Readonly<Record<Foreign, { is: (has: (name: string) => boolean) => boolean; read: typeof fromEtsy }>> = {
  shopify: { is: isShopify, read: fromShopify },
  etsy: { is: isEtsy, read: fromEtsy },
  ebay: { is: isEbay, read: fromEbay },
}

/** Detects from the header which service exported the file. Returns null for the columns of this service. */
export function formatOf(header: readonly string[]): Foreign | null {
  const names = new Set(header.map(columnKey))
  const has = (name: string) => names.has(columnKey(name))
  return (Object.keys(READERS) as Foreign[]).find((format) => READERS[format].is(has)) ?? null
}

/** Yields drafts from the rows in a file from a different service. Rejects rows whose number of cells differs from the header. */
export function* convertRows(format: Foreign, header: readonly string[], rows: Lines): Iterable<Conversion> {
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells }))
  const whole = numbered.filter(({ cells }) => cells.length === header.length)
  const broken = numbered.filter(({ cells }) => cells.length !== header.length)
  for (const { row, cells } of broken)
    yield { row, column: '', reason: `The number of cells in the row is ${cells.length}, but the header has ${header.length}.` }
  yield* READERS[format].read(linesOf(header, whole))
}

/** Returns true for the information line above the header in eBay's templates. */
export const isInfoLine = ([first = '']: readonly string[]): boolean => /^#?INFO\b/i.test(first.trim())
