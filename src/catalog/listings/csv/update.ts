import { keyAmong, type FieldInput } from '#catalog/listings/rules/fields.ts'
import { parseParcel } from '#core/parcel.ts'
import type { Person, Tx } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { changeListing, wouldChange, type ListingRow } from '#catalog/listings/index.ts'
import type { ChangeListing } from '#catalog/listings/schema.ts'
import { IMPORT_COLUMNS, textCells, type ImportColumn } from './columns.ts'

export type ReadChange = (cells: Record<string, unknown>) => ChangeListing

/**
 * Updates a listing from its row. Returns true if anything changed. An exported row that was not edited changes nothing, regardless of the
 * listing's state. An empty cell clears its field; a missing column leaves its field unchanged. Photos do not change. Errors: same as
 * `changeListing`, and 400 for `shop` and `prompt`, which cannot change.
 */
export async function updateFromRow(
  tx: Tx,
  actor: Person,
  row: ListingRow,
  cells: Record<string, unknown>,
  read: ReadChange,
): Promise<boolean> {
  const now = textCells(row)
  const changed = IMPORT_COLUMNS.filter((column) => {
    const cell = cells[column]
    return typeof cell === 'string' && !(cell.trim() === '' && STAYS_WHEN_EMPTY.has(column)) && !isSame(column, cell, now[column])
  })
  if (changed.includes('shop')) throw invalid('shop', `shop must stay ${row.shop_slug}: a listing cannot move to another shop.`)
  if (changed.includes('prompt')) throw invalid('prompt', 'prompt cannot be changed by an import. Leave the exported value in its cell.')
  if (changed.length === 0) return false
  const change = read(Object.fromEntries(changed.map((column) => [column, sentCell(column, (cells[column] as string).trim(), row)])))
  // comes before the state check: a row without a change must pass in every state, and `45.50` from a spreadsheet equals the stored `45.5`
  if (!wouldChange(row, change)) return false
  await changeListing(tx, actor, row.id, change)
  return true
}

/** Ignores differences between line breaks, because a spreadsheet may change them. */
const isSame = (column: ImportColumn, cell: string, now: string): boolean =>
  plain(cell) === plain(now) || (column === 'shop' && cell.trim().toLowerCase() === now)

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

const STAYS_WHEN_EMPTY: ReadonlySet<ImportColumn> = new Set<ImportColumn>(['shop', 'prompt', 'take_offers', 'visibility'])

function sentCell(column: ImportColumn, text: string, row: ListingRow): unknown {
  if (column === 'fields') return linesAfter(text, row)
  if (column === 'parcel') return parseParcel(text)
  return column === 'take_offers' ? text.toLowerCase() : text
}

/** Returns the lines in the cell. Adds an empty value for each stored line that the cell lacks, which removes the line. */
function linesAfter(text: string, row: ListingRow): unknown {
  const newLines = text === '' ? [] : readLines(text)
  if (!isLines(newLines)) return newLines
  const remainingKeys = new Set(newLines.map(({ label }) => keyAmong(row.fields, label)))
  const gone = row.fields.filter(({ key }) => !remainingKeys.has(key)).map(({ label }) => ({ label, value: '' }))
  const before = new Map(row.fields.map((line) => [line.key, line]))
  const different = newLines.filter(({ label, value }) => {
    const line = before.get(keyAmong(row.fields, label))
    return line ? line.label !== label || line.value !== value : value !== ''
  })
  return [...gone, ...different]
}

/** Parses the cell `fields`. Errors: 400 `fields` for invalid JSON. */
export function readLines(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('fields', 'fields must be a JSON map of label to value, or a JSON list of {label, value}.')
  }
}

const isLines = (value: unknown): value is FieldInput[] =>
  Array.isArray(value) && value.every((line) => typeof line?.label === 'string' && typeof line?.value === 'string')
