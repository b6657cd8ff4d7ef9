/** Our own export, or another service's. */
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

/** A picture to fetch later. */
export type PhotoAddress = { url: string; alt: string | null }

export type MovedRow = {
  /** From 1 after the header. */
  row: number
  cells: DraftCells
  /** Their columns by ours, so that errors name what the user sees. */
  columns: Partial<Record<string, string>>
  photos: PhotoAddress[]
  photoColumn: string
  notes: string[]
}

/** `reason` follows the column's name. */
export type RefusedRow = { row: number; column: string; reason: string }

export type Moved = MovedRow | RefusedRow

/** A line by columns. Names ignore case, surrounding blanks and the `*` of a required one. */
export type Line = {
  row: number
  /** The first of these columns with a value. */
  cell(...names: string[]): { column: string; text: string }
}

/** Returns lines by column. Of duplicate columns the first wins. */
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
