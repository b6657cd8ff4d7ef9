import { parseParcel } from '#core/parcel.ts'
import { setImmediate as turn } from 'node:timers/promises'
import type { Person, Tx } from '#platform/context/index.ts'
import type { ImportFormat } from '#catalog/imports/rules/index.ts'
import { createDrafts, draftOf, listingsByIds, lockSkus, draftQuota, type Draft, type ListingRow } from '#catalog/listings/index.ts'
import { requestPhotoImports } from '#catalog/photo-imports/index.ts'
import { shopForListing } from '#catalog/shops/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import type { TableRows, RequestedRow, RowError } from './rows.ts'
import type { ImportRow } from './schema.ts'
import { readLines, updateFromRow, type ReadChange } from './update.ts'

/** Result for one row. `photos` is the number of photos that the service will download. */
export type ImportedRow =
  | { row: number; ok: true; id: string; outcome: 'created'; photos: number; notes: readonly string[] }
  | { row: number; ok: true; id: string; outcome: 'changed' | 'unchanged'; notes: readonly string[] }
  | { row: number; ok: false; error: ApiError }

export type Imported = { format: ImportFormat; rows: ImportedRow[] }

/** Function that validates the cells in a row, which are strings. Errors: ApiError. */
export type ReadCells = (cells: Record<string, unknown>) => ImportRow

type Reading = { cells: ReadCells; change: ReadChange; shop: string | undefined }
type New = { requested: RequestedRow; draft: Draft }

/**
 * Imports a CSV file with this service's columns, or an export from Shopify, Etsy or eBay (spec: completions 4, Bulk). A row with an id
 * changes that listing; every other row creates a draft. Reports rows that are invalid or exceed the quota, and imports all other rows. Row
 * 1 is the row after the header. Photos are downloaded afterwards.
 */
export async function importListings(tx: Tx, actor: Person, { format, rows }: TableRows, read: Reading): Promise<Imported> {
  const own = await listingsByIds(
    tx,
    actor,
    rows.flatMap((row) => ('id' in row && row.id !== null ? [row.id] : [])),
  )
  const isNew = (row: RequestedRow): boolean => row.id === null || !own.has(row.id)
  // lock order: the account's SKUs before shops and listings
  if (rows.some((row) => 'cells' in row && Boolean(row.cells['sku']))) await lockSkus(tx, actor)
  // lock order: shops before listings, so rows that create listings are processed first
  const { created, refused } = await create(tx, actor, rows.filter((row) => !('error' in row) && isNew(row)) as RequestedRow[], read)
  const updated = await update(tx, actor, rows.filter((row) => !('error' in row) && !isNew(row)) as RequestedRow[], own, read)
  const wrong = rows.flatMap((row) => ('error' in row ? [failed(row)] : []))
  return { format, rows: [...created, ...updated, ...refused, ...wrong].toSorted((a, b) => a.row - b.row) }
}

const ROWS_PER_SLICE = 10

async function create(
  tx: Tx,
  actor: Person,
  rows: readonly RequestedRow[],
  read: Reading,
): Promise<{ created: ImportedRow[]; refused: ImportedRow[] }> {
  const made: New[] = []
  const refused: ImportedRow[] = []
  const shopOf = eachOnce(shopForListing)
  const rowOfSku = new Map<string | null, number>()
  for (const [index, requested] of rows.entries()) {
    if (index % ROWS_PER_SLICE === 0) await turn()
    const draft = await refusable(async () => {
      const made = await draftOf(tx, actor, read.cells(draftCells(requested, read.shop)), 'import', shopOf)
      const first = rowOfSku.get(made.row.sku)
      if (first !== undefined) throw invalid('sku', `sku is already in row ${first}.`)
      if (made.row.sku !== null) rowOfSku.set(made.row.sku, requested.row)
      return made
    })
    if (draft instanceof ApiError) refused.push(failed({ row: requested.row, error: requested.toFileError(draft) }))
    else made.push({ requested, draft })
  }
  // lock order: shops before the account's quota
  const { room, refusal } = await draftQuota(tx, actor)
  const accepted = made.slice(0, room)
  await createDrafts(
    tx,
    accepted.map(({ draft }) => draft),
  )
  await requestPhotoImports(
    tx,
    actor,
    accepted.map(({ requested, draft }) => ({ listingId: draft.row.id, photos: requested.photos })),
  )
  const beyond = made.slice(room).map(({ requested }) => failed({ row: requested.row, error: refusal }))
  return { created: accepted.map(createdRow), refused: [...refused, ...beyond] }
}

async function update(
  tx: Tx,
  actor: Person,
  rows: readonly RequestedRow[],
  own: ReadonlyMap<string, ListingRow>,
  read: Reading,
): Promise<ImportedRow[]> {
  const seen = new Map<string, number>()
  const done: ImportedRow[] = []
  // sorted by id, so that concurrent imports cannot deadlock
  for (const { row, id, cells, notes } of rows.toSorted((a, b) => (a.id! < b.id! ? -1 : a.id! > b.id! ? 1 : a.row - b.row))) {
    if (done.length % ROWS_PER_SLICE === 0) await turn()
    const first = seen.get(id!)
    seen.set(id!, first ?? row)
    const changed = await refusable(async () => {
      if (first !== undefined) throw invalid('id', `id is already in row ${first}.`)
      return updateFromRow(tx, actor, own.get(id!)!, cells, read.change)
    })
    if (changed instanceof ApiError) done.push(failed({ row, error: changed }))
    else done.push({ row, ok: true, id: id!, outcome: changed ? 'changed' : 'unchanged', notes })
  }
  return done
}

const createdRow = ({ requested: { row, photos, notes }, draft }: New): ImportedRow => ({
  row,
  ok: true,
  id: draft.row.id,
  outcome: 'created',
  photos: photos.length,
  notes,
})

const failed = ({ row, error }: RowError): ImportedRow => ({ row, ok: false, error })

/** Treats an empty cell like a field that is missing from the request. */
function draftCells({ cells }: RequestedRow, shop: string | undefined): Record<string, unknown> {
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '')
  const parsers: Partial<Record<string, (cell: string) => unknown>> = { fields: readLines, parcel: parseParcel }
  const read = filled.map(([column, cell]) => [column, typeof cell === 'string' ? (parsers[column]?.(cell) ?? cell) : cell])
  return { ...(shop === undefined ? {} : { shop }), ...Object.fromEntries(read) }
}

async function refusable<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}

/** Returns `find` with a cache, so that each shop, or the error for it, is read only once. */
function eachOnce(find: typeof shopForListing): typeof shopForListing {
  const known = new Map<string | undefined, ReturnType<typeof shopForListing>>()
  return (tx, actor, slug) => {
    const answer = known.get(slug) ?? find(tx, actor, slug)
    known.set(slug, answer)
    return answer
  }
}
