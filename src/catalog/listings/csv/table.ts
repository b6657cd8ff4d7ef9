import { codePointLength, firstCodePoints } from '#core/text.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '#platform/errors/index.ts'
import { isInfoLine } from '#catalog/imports/rules/index.ts'
import { MAX_IMPORT_ROWS } from './columns.ts'

export type Table = { header: string[]; rows: string[][] }

/** Number of bytes that the parser reads before it yields to other requests. They take a few milliseconds. */
const SLICE_BYTES = 16 * 1024
/** Maximum length of a line. A row with sixty details, in which all fields have their maximum length, is 200 kB long. */
const MAX_LINE_CHARS = 256 * 1024
/**
 * Maximum number of cells in a row, far more than any service exports. Without this limit, 5 MB of commas would be a row with 5 million
 * cells.
 */
const MAX_CELLS = 400

/**
 * Parses CSV in slices. Stops when the number of rows exceeds the maximum. Errors: 400 `csv` for invalid CSV, for a line that is too long,
 * and for too many cells or rows.
 */
export async function readTable(csv: string): Promise<Table> {
  const lines: string[][] = []
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_LINE_CHARS,
    cast(cell, { index }) {
      if (index >= MAX_CELLS) throw invalid('csv', `csv has a row of more than ${MAX_CELLS} cells.`)
      return cell
    },
    on_record(cells: string[]) {
      if (lines.length > MAX_IMPORT_ROWS) throw invalid('csv', `csv must have at most ${MAX_IMPORT_ROWS} rows.`)
      if (lines.length > 0 || !isInfoLine(cells)) lines.push(cells)
      return null
    },
  })
  const bytes = Buffer.from(csv)
  try {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      await taken((done) => parser.write(bytes.subarray(at, at + SLICE_BYTES), done), parser)
      await turn()
    }
    await taken((done) => parser.resume().end(done), parser)
  } catch (error) {
    throw error instanceof CsvError ? invalid('csv', `csv is not valid CSV: ${shortened(error)}.`) : error
  } finally {
    parser.destroy()
  }
  const [header = [], ...rows] = lines
  return { header, rows }
}

function taken(give: (done: (error?: Error | null) => void) => void, parser: NodeJS.EventEmitter): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  parser.once('error', reject)
  give((error) => (error ? reject(error) : resolve()))
  return promise.finally(() => parser.off('error', reject))
}

/** Shortens an error message to 200 characters, because it may quote the file. */
const shortened = ({ message }: Error): string => (codePointLength(message) > 200 ? `${firstCodePoints(message, 200)}…` : message)
