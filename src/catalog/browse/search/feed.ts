import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { Captured } from '#search/capture.ts'
import type { Columns } from '#search/columns.ts'
import { MarketIndex, type MarketDocument } from '#search/market-index.ts'
import { textOf } from './text.ts'
import { beginning, followFrom, type Cursor } from '#platform/events/changes.ts'
import { marketDocuments, marketPage, readChanges, type Change, type Stored } from './queries.ts'

const PAGE = 1_000
/** Maximum time in ms that the engine spends on applying changes before it yields to other requests. */
const SLICE_MS = 5
/** Maximum number of changes for which cached counts are updated. After more changes, the counts are dropped. */
const MANY = 200

/** Time in seconds for which changes are retained. A service that was stopped overnight can therefore still resume from its snapshot. */
export const MARKET_CHANGES_RETENTION_SECONDS = 24 * 3_600

/** An index and its position in the sequence of changes. */
export type Feed = {
  index: MarketIndex
  /** Returns how many changes have been applied since the index was created. */
  taken(): number
  /**
   * Applies all changes committed so far. Returns false if changes were deleted before the index read them. The caller must then rebuild
   * the index.
   */
  follow(): Promise<boolean>
  /** Returns the index and its cursor, or null while the index is applying changes. */
  capture(): (Captured & { seen: Cursor }) | null
}

/** The embedding model and the memory limit for its vectors. Null if vectors are turned off. */
export type Vectors = { model: string; bytes: number } | null

/** Builds a new index from all market listings. Works in slices, so that requests can run in between. Returns null if aborted. */
export async function buildFeed(db: Context['db'], vectors: Vectors, stopped: AbortSignal): Promise<Feed | null> {
  // Reads the cursor before the listings, so that changes that are committed meanwhile are applied afterwards.
  const start = beginning(await readChanges(db, null))
  const index = new MarketIndex({ vectorBytes: vectors?.bytes ?? 0 })
  const model = vectors?.model ?? null
  for (let afterId: string | null = ''; afterId !== null;) {
    const page: Awaited<ReturnType<typeof marketPage>> = await marketPage(db, model, afterId, PAGE)
    await inSlices(page, (stored) => index.put(documentOf(stored)))
    afterId = page.length < PAGE ? null : page.at(-1)!.document.id
    if (stopped.aborted) return null
  }
  return openFeed(db, model, index, start)
}

/** Restores an index and applies later changes. Returns null if aborted, or if some of these changes have already been deleted. */
export async function restoreFeed(
  db: Context['db'],
  vectors: Vectors,
  { columns, seen }: { columns: Columns; seen: Cursor },
  stopped: AbortSignal,
): Promise<Feed | null> {
  const index = new MarketIndex({ vectorBytes: vectors?.bytes ?? 0 })
  await inSlices(index.restore(columns), () => {})
  return stopped.aborted ? null : openFeed(db, vectors?.model ?? null, index, seen)
}

async function openFeed(db: Context['db'], model: string | null, index: MarketIndex, start: Cursor): Promise<Feed | null> {
  let taken = 0
  let seen: Cursor | null = start
  const changes = followFrom(start, (horizon) => readChanges(db, horizon), nameOf, MARKET_CHANGES_RETENTION_SECONDS)
  const feed: Feed = {
    index,
    taken: () => taken,
    async follow() {
      seen = null
      const known = await changes.next((fresh) => {
        taken += fresh.length
        return takeIn(db, model, index, [...new Set(fresh.map(({ listingId }) => listingId))])
      })
      seen = changes.cursor()
      return known
    },
    capture: () => seen && { ...index.capture(), seen },
  }
  return (await feed.follow()) ? feed : null
}

async function takeIn(db: Context['db'], model: string | null, index: MarketIndex, ids: readonly string[]): Promise<void> {
  if (ids.length > MANY) index.expectMany()
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    const found = new Map((await marketDocuments(db, model, some)).map((stored) => [stored.document.id, stored]))
    await inSlices(some, (id) => {
      const stored = found.get(id)
      if (stored) index.put(documentOf(stored))
      else index.drop(id)
    })
  }
}

/** Omits the vector if the listing's text has changed since the vector was computed. */
const documentOf = ({ document, made }: Stored): MarketDocument =>
  made !== null && textOf(made.of).hash.equals(made.hash) ? { ...document, vector: made.vector } : document

const nameOf = ({ tx, listingId }: Change): string => `${tx} ${listingId}`

async function inSlices<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
  let sliceBegan = performance.now()
  for (const one of all) {
    work(one)
    if (performance.now() - sliceBegan < SLICE_MS) continue
    await nextTurn()
    sliceBegan = performance.now()
  }
}
