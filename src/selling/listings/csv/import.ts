import { setImmediate as turn } from 'node:timers/promises'
import type { Person, Tx } from '#platform/context.ts'
import { unescapeCell } from '#domain/csv-safe.ts'
import { createDrafts, draftOf, roomForDrafts, type Draft } from '#selling/listings/index.ts'
import { shopForListing } from '#selling/shops/index.ts'
import { ApiError, invalid } from '#platform/errors.ts'
import { EXPORT_COLUMNS, IMPORT_COLUMNS } from './columns.ts'
import type { ImportRow } from './schema.ts'
import type { Table } from './table.ts'

export type ImportedRow = { row: number; ok: true; id: string } | { row: number; ok: false; error: ApiError }

/** Validates the cells of a row by column, as strings. Throws ApiError. */
export type ReadCells = (cells: Record<string, unknown>) => ImportRow

/**
 * Makes a draft of each row of a table (completions 4, Bulk). A row that is wrong, or beyond the quota of listings, makes
 * nothing and says why; the others are made. Rows count from 1 after the header. Errors: 400 `csv` for a header with an
 * unknown or a double column: then nothing is made.
 */
export async function importListings(tx: Tx, actor: Person, { header, rows }: Table, read: ReadCells): Promise<ImportedRow[]> {
  const columns = readHeader(header)
  const done: ImportedRow[] = []
  const drafts: Draft[] = []
  const shopOf = eachOnce(shopForListing)
  for (const [index, cells] of rows.entries()) {
    if (index % ROWS_A_TURN === 0) await turn()
    const draft = await refusable(async () => draftOf(tx, actor, read(cellsByColumn(columns, cells)), 'import', shopOf))
    if (draft instanceof ApiError) done.push({ row: index + 1, ok: false, error: draft })
    else {
      done.push({ row: index + 1, ok: true, id: draft.row.id })
      drafts.push(draft)
    }
  }
  // after the shops are locked, as everywhere
  const { room, refusal } = await roomForDrafts(tx, actor)
  const kept = drafts.slice(0, room)
  await createDrafts(tx, kept)
  const beyond = new Set(drafts.slice(room).map(({ row }) => row.id))
  return done.map((row) => (row.ok && beyond.has(row.id) ? { row: row.row, ok: false, error: refusal } : row))
}

/** Rows that are validated before others have their turn. */
const ROWS_A_TURN = 10

/** Its answer, or the refusal of this row alone. */
async function refusable<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}

/** Asks for each shop once; its rows share the answer, a refusal too. */
function eachOnce(ask: typeof shopForListing): typeof shopForListing {
  const known = new Map<string | undefined, ReturnType<typeof shopForListing>>()
  return (tx, actor, slug) => {
    const answer = known.get(slug) ?? ask(tx, actor, slug)
    known.set(slug, answer)
    return answer
  }
}

const KNOWN = new Set<string>([...IMPORT_COLUMNS, ...EXPORT_COLUMNS])

function readHeader(cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase())
  const unknown = columns.find((column) => !KNOWN.has(column))
  if (unknown !== undefined)
    throw invalid('csv', `csv has a column "${unknown.slice(0, 60)}" in its header. The columns are ${IMPORT_COLUMNS.join(', ')}.`)
  const double = columns.find((column, index) => columns.indexOf(column) !== index)
  if (double !== undefined) throw invalid('csv', `csv has the column "${double}" twice.`)
  if (!columns.some((column) => (IMPORT_COLUMNS as readonly string[]).includes(column))) {
    throw invalid('csv', `csv must begin with a header. The columns are ${IMPORT_COLUMNS.join(', ')}.`)
  }
  return columns
}

/** Cells by column; an empty one is as good as not sent. */
function cellsByColumn(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  if (cells.length !== columns.length) {
    throw new ApiError('invalid_request', `The row has ${cells.length} cells where the header has ${columns.length}.`)
  }
  const texts = columns.map((column, index) => [column, unescapeCell(cells[index]!)] as const).filter(([, text]) => text !== '')
  return Object.fromEntries(texts.map(([column, text]) => [column, column === 'fields' ? readJson(text) : text]))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('fields', 'fields must be a JSON map of label to value, or a JSON list of {label, value}.')
  }
}
