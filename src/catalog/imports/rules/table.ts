/** Where a listing comes from: our own export, or another service's. */
export const IMPORT_FORMATS = ['resale', 'shopify', 'etsy', 'ebay'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The words of a draft, as the cells of our own import have them. */
export type DraftCells = {
  title?: string
  description?: string
  category?: string
  price?: string
  shipping?: string
  fields?: { label: string; value: string }[]
}

/** A picture that is fetched once the draft is there. */
export type PhotoAddress = { url: string; alt: string | null }

/** What a row of another service becomes. */
export type MovedRow = {
  /** From 1 after the header. */
  row: number
  cells: DraftCells
  /** The column there, by the name of ours: what is wrong with a cell is said in its owner's own words. */
  columns: Partial<Record<string, string>>
  photos: PhotoAddress[]
  /** Where they stand. */
  photoColumn: string
  /** What was left out or shortened on the way. */
  notes: string[]
}

/** Why a row becomes nothing: in which column, and what is there. `reason` reads after the column's name. */
export type RefusedRow = { row: number; column: string; reason: string }

export type Moved = MovedRow | RefusedRow

/** One line of a table by its columns; names are compared without case, blanks around them and the `*` of a required one. */
export type Line = {
  row: number
  /** The first of these columns that has something in it. */
  cell(...names: string[]): { column: string; text: string }
}

/** The lines of a table with their columns. A column that is there twice counts once. */
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
