import { FACETS } from '#catalog/browse/rules/facets/index.ts'

/**
 * Columns of an index snapshot (docs/design/search.md). A text column consists of the characters of all strings (`…Units`) and the end
 * position of each string (`…Ends`).
 */
export const COLUMNS = {
  /**
   * Shop number of each listing, by slot. The columns below are also indexed by slot. The id of the listing in slot N is string number N in
   * `idUnits`.
   */
  shop: Int32Array,
  category: Int32Array,
  price: Int32Array,
  publishedAt: Float64Array,
  flags: Uint8Array,
  idUnits: Uint8Array,
  idEnds: Uint32Array,
  shopUnits: Uint8Array,
  shopEnds: Uint32Array,
  categoryUnits: Uint16Array,
  categoryEnds: Uint32Array,
  facets: Int32Array,
  facetUnits: Uint16Array,
  facetEnds: Uint32Array,
  /** Postings of all terms, one term after another. `entryEnds` contains the end position of each term. */
  entries: Uint32Array,
  entryEnds: Uint32Array,
  termUnits: Uint16Array,
  termEnds: Uint32Array,
  /** Title words as sellers write them, one title after another. `writtenEnds` contains the end position of each title. */
  written: Int32Array,
  writtenEnds: Uint32Array,
  formUnits: Uint16Array,
  formEnds: Uint32Array,
  newest: Int32Array,
  priced: Int32Array,
  vectorSlots: Int32Array,
  vectorNumbers: Int8Array,
} as const

export type ColumnName = keyof typeof COLUMNS
export type Columns = { [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> }
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/** Part of a snapshot column. A snapshot yields the parts of a column in order. */
export type Piece = { column: ColumnName; part: Numbers }

type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array

/** Maximum number of values in one part of a column. Between parts, the event loop can run other work. */
export const PIECE = 1 << 16

/** Combines many short arrays into parts of a column, with up to `PIECE` values each. */
export function* joined(name: ColumnName, parts: Iterable<Numbers>): Generator<Piece> {
  const piece = new COLUMNS[name](PIECE)
  let length = 0
  for (const part of parts) {
    if (length + part.length > PIECE) {
      yield { column: name, part: piece.slice(0, length) }
      length = 0
    }
    if (part.length > PIECE) yield { column: name, part }
    else {
      piece.set(part, length)
      length += part.length
    }
  }
  yield { column: name, part: piece.slice(0, length) }
}

/** Splits a column of `length` values into parts. `at` returns the value at a position. */
export function* column(name: ColumnName, length: number, at: (index: number) => number): Generator<Piece> {
  for (let from = 0; from < length; from += PIECE) {
    const part = new COLUMNS[name](Math.min(PIECE, length - from))
    for (let i = 0; i < part.length; i++) part[i] = at(from + i)
    yield { column: name, part }
  }
}

/**
 * Returns the reason why the lengths of the columns are inconsistent, or null. The content needs no check, because a checksum already
 * protects it.
 */
export function unfit(columns: Columns): string | null {
  const size = columns.flags.length
  const bySlot = ['shop', 'category', 'price', 'publishedAt', 'idEnds', 'writtenEnds', 'newest', 'priced'] as const
  const uneven = bySlot.find((name) => columns[name].length !== size)
  if (uneven) return `${uneven} and flags differ in length`
  if (columns.facets.length !== size * FACETS.length) return 'facets and flags differ in length'
  if (columns.entryEnds.length !== columns.termEnds.length) return 'postings and terms differ in number'
  const ends = [
    ['idUnits', 'idEnds'],
    ['shopUnits', 'shopEnds'],
    ['categoryUnits', 'categoryEnds'],
    ['facetUnits', 'facetEnds'],
    ['entries', 'entryEnds'],
    ['termUnits', 'termEnds'],
    ['written', 'writtenEnds'],
    ['formUnits', 'formEnds'],
  ] as const
  const open = ends.find(([all, end]) => columns[all].length !== (columns[end].at(-1) ?? 0))
  if (open) return `${open[0]} does not end where ${open[1]} says`
  return columns.vectorNumbers.length % Math.max(1, columns.vectorSlots.length) === 0 ? null : 'the vectors differ in length'
}
