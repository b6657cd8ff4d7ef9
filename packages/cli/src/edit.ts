import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { ApiError, NotFoundError, type ChangeListingBody, type Listing } from '@resale/sdk'
import { changeMany, changeOf, undo, whereOf, type BulkEdit } from './bulk.ts'
import { EXIT, Failure } from './failures.ts'
import { take, type SignedIn } from './run.ts'

export type Edit = BulkEdit & { out?: string; undo?: string }

const COLUMNS = {
  title: 'text',
  price: 'number',
  lowest_price: 'number',
  shipping: 'number',
  category: 'text',
  take_offers: 'flag',
  visibility: 'text',
  one_liner: 'text',
  description: 'text',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]
const MOST = 10_000

/**
 * If the options contain a change, applies it to all matching listings. Otherwise, sends the changes in the given file. Without a file,
 * writes a table of all listings for a spreadsheet.
 */
export async function edit(run: SignedIn, file: string | undefined, options: Edit): Promise<void> {
  const change = changeOf(options)
  if (file !== undefined && (change || options.undo !== undefined)) throw new Failure('Use either a file or a change.', EXIT.usage)
  if (options.undo !== undefined) return undo(run, options.undo)
  if (change) return changeMany(run, change, options)
  return file === undefined ? write(run, options) : send(run, file, options)
}

async function write({ resale, out }: SignedIn, { out: file, ...filter }: Edit): Promise<void> {
  const listings = await take(resale.listings.list({ ...whereOf(filter), limit: 100 }), MOST)
  const rows = listings.map((listing) => [listing.id, listing.status, ...NAMES.map((name) => cellOf(listing[name]))])
  const text = stringify([['id', 'status', ...NAMES], ...rows])
  if (file === undefined) return void process.stdout.write(text)
  await writeFile(file, text).catch(fileFailure(file, 'written'))
  out.note(
    `${listings.length} ${listings.length === 1 ? 'listing is' : 'listings are'} in ${file}. Change it, then: resale listings edit ${file}`,
  )
}

/** Escapes text that a spreadsheet would interpret as a formula. */
const cellOf = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : (value as string | number | boolean).toString()
  return /^['=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
}

async function send({ resale, out }: SignedIn, file: string, { dryRun = false }: Edit): Promise<void> {
  const results: object[] = []
  const rows = rowsOf(await readFile(file, 'utf8').catch(fileFailure(file, 'read')))
  for (const [at, row] of rows.entries()) {
    out.progress(at, rows.length, row['title'] ?? row['id']!)
    results.push({ row: at + 1, id: row['id'], ...(await sendRow(resale, row, dryRun)), ...(dryRun ? { dry_run: true } : {}) })
  }
  out.endProgress()
  type Result = { row: number; id: string; changed: string[]; error?: string }
  const shown = (results as Result[]).filter(({ changed, error }) => out.json || changed.length > 0 || error !== undefined)
  out.table(shown, {
    row: ({ row }) => row,
    id: ({ id }) => id,
    [dryRun ? 'would change' : 'changed']: ({ changed }: Result) => changed.join(', '),
    error: ({ error }) => error,
  })
  const failed = shown.filter(({ error }) => error !== undefined).length
  if (dryRun) out.note('Nothing was sent: this was a dry run.')
  if (failed > 0) {
    const others = dryRun ? 'The other rows would be sent.' : 'The other rows were sent.'
    throw new Failure(`${failed} of ${rows.length} rows were refused. ${others}`, EXIT.refused)
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'its permissions forbid it',
  EISDIR: 'it is a folder',
}

const fileFailure =
  (file: string, verb: 'read' | 'written') =>
  (cause: NodeJS.ErrnoException): never => {
    throw new Failure(`${file} cannot be ${verb}: ${FILE_FAULTS[cause.code ?? ''] ?? cause.message}.`, EXIT.usage, { cause })
  }

function rowsOf(text: string): Record<string, string>[] {
  let rows: Record<string, string>[]
  try {
    rows = parse(text, { bom: true, columns: true, skip_empty_lines: true })
  } catch (error) {
    throw new Failure(`The file is not valid CSV: ${(error as Error).message}`, EXIT.usage)
  }
  if (rows.some(({ id }) => !id))
    throw new Failure('Each row needs an id. Start from a file that `resale listings edit` wrote.', EXIT.usage)
  return rows
}

/** Sends the changes in one row of the table. A failure does not prevent the caller from sending the remaining rows. */
async function sendRow(
  resale: SignedIn['resale'],
  row: Record<string, string>,
  dryRun: boolean,
): Promise<{ changed: string[]; error?: string }> {
  try {
    const changes = changesOf(await resale.listings.get(row['id']!), row)
    const changed = Object.keys(changes)
    if (changed.length > 0 && !dryRun) await resale.listings.change(row['id']!, changes)
    return { changed }
  } catch (error) {
    if (error instanceof ApiError || error instanceof Failure) {
      return { changed: [], error: error instanceof NotFoundError ? 'you have no listing with this id' : error.message }
    }
    throw error
  }
}

function changesOf(listing: Listing, row: Record<string, string>): ChangeListingBody {
  const changed = NAMES.flatMap((name) => {
    const cell = row[name]
    return cell === undefined || cell === cellOf(listing[name]) ? [] : [[name, valueOf(name, cell)] as const]
  })
  return Object.fromEntries(changed)
}

function valueOf(name: Column, cell: string): unknown {
  const kind = COLUMNS[name]
  if (kind === 'flag') return cell.trim().toLowerCase()
  if (cell === '') return null
  if (kind === 'text') return cell.replace(/^'(?=['=+\-@\t\r])/, '')
  const number = Number(cell.trim().replace(/^\$/, ''))
  if (!Number.isFinite(number)) throw new Failure(`${name} must be a number of dollars, not ${cell}`)
  return number
}
