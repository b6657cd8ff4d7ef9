import { setImmediate as turn } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import { unescapeCell } from '#core/csv-cell.ts'
import { FORMAT_NAMES, formatOf, convertRows, type ImportFormat, type Moved, type PhotoAddress } from '#catalog/imports/rules/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { MAX_PHOTOS } from '#catalog/photos/index.ts'
import { EXPORT_COLUMNS, IMPORT_COLUMNS } from './columns.ts'
import type { Table } from './table.ts'

export type RequestedRow = {
  row: number
  /** Cells by the names of this service's columns. An export from this service has all columns; other files may have fewer. */
  cells: Record<string, unknown>
  /** Id of the listing to change, or null to create a listing. The account that imports the file must own the listing. */
  id: string | null
  photos: readonly PhotoAddress[]
  notes: readonly string[]
  toFileError: (error: ApiError) => ApiError
}
export type RowError = { row: number; error: ApiError }

export type TableRows = { format: ImportFormat; rows: readonly (RequestedRow | RowError)[] }

/** Reads the rows one at a time, so that other requests can run in between. Errors: 400 `csv` for an unknown header. */
export async function requestedRows(ctx: Context, { header, rows }: Table): Promise<TableRows> {
  const format = formatOf(header)
  const requested: (RequestedRow | RowError)[] = []
  if (format !== null) {
    for (const converted of convertRows(format, header, rows)) {
      requested.push(toRequestedRow(ctx, converted))
      await turn()
    }
    return { format, rows: requested }
  }
  const columns = readHeader(header)
  for (const [index, cells] of rows.entries()) {
    requested.push(ownRow(ctx, index + 1, columns, cells))
    if (index % ROWS_PER_SLICE === 0) await turn()
  }
  return { format: 'resale', rows: requested }
}

/** Returns true if the header contains this service's column `id`. */
export const namesListings = (csv: string): boolean =>
  csv
    .slice(0, HEADER_CHARS)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1)[0]!
    .split(',')
    .some((cell) => cell.trim().replaceAll('"', '').toLowerCase() === 'id')

const HEADER_CHARS = 10_000
const ROWS_PER_SLICE = 10

const KNOWN = new Set<string>([...IMPORT_COLUMNS, ...EXPORT_COLUMNS])

function readHeader(cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase())
  const unknown = columns.find((column) => !KNOWN.has(column))
  if (unknown !== undefined) {
    const others = Object.values(FORMAT_NAMES).slice(1).join(', ')
    throw invalid(
      'csv',
      `csv has an unknown column "${unknown.slice(0, 60)}" in its header. Use the columns ${IMPORT_COLUMNS.join(', ')}, or send an export of ${others}.`,
    )
  }
  const double = columns.find((column, index) => columns.indexOf(column) !== index)
  if (double !== undefined) throw invalid('csv', `csv has the column "${double}" twice. Remove one of them.`)
  if (!columns.some((column) => (IMPORT_COLUMNS as readonly string[]).includes(column))) {
    throw invalid('csv', `csv must begin with a header row. The columns are ${IMPORT_COLUMNS.join(', ')}.`)
  }
  return columns
}

function ownRow(ctx: Context, row: number, columns: readonly string[], texts: readonly string[]): RequestedRow | RowError {
  if (texts.length !== columns.length) {
    return {
      row,
      error: new ApiError('invalid_request', `The number of cells in the row is ${texts.length}, but the header has ${columns.length}.`),
    }
  }
  const cells: Record<string, string> = Object.fromEntries(columns.map((column, index) => [column, unescapeCell(texts[index]!)]))
  const photos = (cells.photos ?? '')
    .split(/\s*\n\s*/)
    .filter((url) => url.trim() !== '')
    .map((url) => ({ url: url.trim(), alt: null }))
  const notes: string[] = []
  try {
    return { row, cells, id: cells.id?.trim() || null, photos: fitting(ctx, photos, 'photos', notes), notes, toFileError: (error) => error }
  } catch (error) {
    if (error instanceof ApiError) return { row, error }
    throw error
  }
}

function toRequestedRow(ctx: Context, converted: Moved): RequestedRow | RowError {
  const { row } = converted
  if ('reason' in converted) {
    const message = converted.column === '' ? converted.reason : `${converted.column} ${converted.reason}`
    return { row, error: new ApiError('invalid_request', message, converted.column === '' ? {} : { param: converted.column }) }
  }
  const notes = [...converted.notes]
  try {
    const photos = fitting(ctx, converted.photos, converted.photoColumn, notes)
    return { row, cells: converted.cells, id: null, photos, notes, toFileError: (error) => renamed(error, converted.columns) }
  } catch (error) {
    if (error instanceof ApiError) return { row, error }
    throw error
  }
}

/** Returns at most as many photos as a listing can have. Errors: 400 for a URL that the service refuses to fetch. */
function fitting(ctx: Context, photos: readonly PhotoAddress[], column: string, notes: string[]): PhotoAddress[] {
  if (photos.length > MAX_PHOTOS) notes.push(`Only the first ${MAX_PHOTOS} of the ${photos.length} photos are imported.`)
  const taken = photos.slice(0, MAX_PHOTOS)
  for (const [index, { url }] of taken.entries()) {
    try {
      ctx.egress.check(url)
    } catch (error) {
      if (error instanceof EgressError)
        throw new ApiError('invalid_request', `${column}: photo ${index + 1}: ${error.message}`, { param: column, cause: error })
      throw error
    }
  }
  return taken
}

/** Replaces column names in an error message: `price must be …` becomes `Variant Price must be …`. */
function renamed(error: ApiError, columns: Partial<Record<string, string>>): ApiError {
  const ours = error.param?.split(/[.[]/)[0]
  const theirs = ours === undefined ? undefined : columns[ours]
  if (theirs === undefined) return error
  const message = error.message.startsWith(error.param!) ? `${theirs}${error.message.slice(error.param!.length)}` : error.message
  return new ApiError(error.type, message, { param: theirs, ...(error.code === undefined ? {} : { code: error.code }), cause: error })
}
