/** Source of a table: our own export, or another service's. */
export const IMPORT_FORMATS = ['resale', 'shopify', 'etsy', 'ebay'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Texts of a draft, as cells in our import format. */
export type DraftCells = {
  title?: string
  description?: string
  category?: string
  price?: string
  shipping?: string
  fields?: { label: string; value: string }[]
}

/** A picture to fetch after the draft exists. */
export type PhotoAddress = { url: string; alt: string | null }

/** A row of another service, converted. */
export type MovedRow = {
  /** From 1 after the header. */
  row: number
  cells: DraftCells
  /** Their column by the name of ours, so that errors name the column that the user sees. */
  columns: Partial<Record<string, string>>
  photos: PhotoAddress[]
  /** Column of the photos. */
  photoColumn: string
  /** Notes on omitted or shortened values. */
  notes: string[]
}

/** A refused row and the column at fault. `reason` follows the column's name. */
export type RefusedRow = { row: number; column: string; reason: string }

export type Moved = MovedRow | RefusedRow

/** One line of a table by its columns. Names are compared without case, surrounding blanks and the `*` of a required column. */
export type Line = {
  row: number
  /** Returns the first of these columns that has a value. */
  cell(...names: string[]): { column: string; text: string }
}

/** Returns the lines of a table by column. The first of duplicate columns wins. */
export function linesOf(header: readonly string[], rows: readonly { row: number; cells: readonly string[] }[]): Line[] {
  const at = new Map<string, number>()
  for (const [index, name] of header.entries()) if (!at.has(columnKey(name))) at.set(columnKey(name), index)
  return rows.map(({ row, cells }) => ({
    row,
    cell(...names) {
      for (const name of names) {
        const index = at.get(columnKey(name))
        const text = index === undefined ? '' : (cells[index] ?? '').trim()
        if (text !== '') return { column: header[index!]!.trim(), text }
      }
      const known = names.find((name) => at.has(columnKey(name))) ?? names[0]!
      return { column: header[at.get(columnKey(known)) ?? -1]?.trim() ?? known, text: '' }
    },
  }))
}

export const columnKey = (name: string): string => name.trim().toLowerCase().replace(/^\*/, '')
