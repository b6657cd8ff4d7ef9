/** File formats: the export of this service, or the exports of other services. */
export const IMPORT_FORMATS = ['resale', 'shopify', 'etsy', 'ebay'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export type DraftCells = {
  title?: string
  description?: string
  category?: string
  price?: string
  shipping?: string
  fields?: { label: string; value: string }[]
}

/** URL of a photo that the import downloads later. */
export type PhotoAddress = { url: string; alt: string | null }

export type ConvertedRow = {
  /** Row number. The first row after the header is 1. */
  row: number
  cells: DraftCells
  /** Maps this service's columns to the column names in the file, so that errors use the names that the user sees. */
  columns: Partial<Record<string, string>>
  photos: PhotoAddress[]
  photoColumn: string
  notes: string[]
}

/** A rejected row. `reason` completes a sentence that starts with the column's name. */
export type RefusedRow = { row: number; column: string; reason: string }

export type Conversion = ConvertedRow | RefusedRow

/** A row whose cells are read by column name. The lookup ignores case, surrounding whitespace, and the `*` that marks a required column. */
export type Line = {
  row: number
  /** Returns the first of these columns that has a value. */
  cell(...names: string[]): { column: string; text: string }
}

/** Returns rows whose cells can be read by column name. If two columns have the same name, the first one is used. */
export function linesOf(header: readonly string[], rows: readonly { row: number; cells: readonly string[] }[]): Line[] {
  const at = new Map<string, number>()
  for (const [index, name] of header.entries()) if (!at.has(columnKey(name))) at.set(columnKey(name), index)
  return rows.map(({ row, cells }) => ({
    row,
    cell(...names) {
      for (const name of names) {
        const index = at.get(columnKey(name))
        const text = index === undefined ? '' : cells[index]!.trim()
        if (text !== '') return { column: header[index!]!.trim(), text }
      }
      const known = names.find((name) => at.has(columnKey(name)))
      return { column: known === undefined ? names[0]! : header[at.get(columnKey(known))!]!.trim(), text: '' }
    },
  }))
}

export const columnKey = (name: string): string => name.trim().toLowerCase().replace(/^\*/, '')
