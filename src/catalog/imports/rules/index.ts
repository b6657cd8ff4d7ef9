import { fromEbay, isEbay } from './ebay.ts'
import { fromEtsy, isEtsy } from './etsy.ts'
import { fromShopify, isShopify } from './shopify.ts'
import { columnKey, linesOf, type ImportFormat, type Moved } from './table.ts'

export { IMPORT_FORMATS, type ImportFormat, type Moved, type MovedRow, type PhotoAddress, type RefusedRow } from './table.ts'

type Lines = readonly (readonly string[])[]
type Foreign = Exclude<ImportFormat, 'resale'>

/** What other services are called, where they are told apart by their columns. */
export const FORMAT_NAMES: Readonly<Record<ImportFormat, string>> = { resale: 'resale', shopify: 'Shopify', etsy: 'Etsy', ebay: 'eBay' }

const READERS: Readonly<Record<Foreign, { is: (has: (name: string) => boolean) => boolean; read: typeof fromEtsy }>> = {
  shopify: { is: isShopify, read: fromShopify },
  etsy: { is: isEtsy, read: fromEtsy },
  ebay: { is: isEbay, read: fromEbay },
}

/** Which service a table is an export of, by its header alone; null for our own columns. */
export function formatOf(header: readonly string[]): Foreign | null {
  const names = new Set(header.map(columnKey))
  const has = (name: string) => names.has(columnKey(name))
  return (Object.keys(READERS) as Foreign[]).find((format) => READERS[format].is(has)) ?? null
}

/** What the rows of another service's table become, one by one as they are asked for. A row of another length than the header is refused. */
export function* movedRows(format: Foreign, header: readonly string[], rows: Lines): Iterable<Moved> {
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells }))
  const whole = numbered.filter(({ cells }) => cells.length === header.length)
  const broken = numbered.filter(({ cells }) => cells.length !== header.length)
  for (const { row, cells } of broken)
    yield { row, column: '', reason: `The row has ${cells.length} cells where the header has ${header.length}.` }
  yield* READERS[format].read(linesOf(header, whole))
}

/** eBay's templates have lines about the file above their header. */
export const isInfoLine = ([first = '']: readonly string[]): boolean => /^#?INFO\b/i.test(first.trim())
