import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { COLUMNS, unfit } from '#search/columns.ts'
import { isOnRecord, type Cursor } from '#platform/events/changes.ts'
import { DamagedFile, openColumns, writeColumns, type ColumnFile } from '#platform/encoding/column-file.ts'
import type { Context } from '#platform/context/index.ts'
import { MARKET_CHANGES_RETENTION_SECONDS, restoreFeed, type Feed, type Vectors } from './feed.ts'
import { fingerprintOf } from './fingerprint.ts'
import { leaveMark, readMark, type Marked } from './queries.ts'

/** Minimum number of listings for a snapshot. For a smaller market, reading the database is as fast as loading a file. */
const LEAST = 2_000
const MINUTE_MS = 60_000
/**
 * Intervals between snapshots. The short interval applies only if more than 1/`MANY_PART` of the market has changed, because a few changes
 * are applied quickly after a restart.
 */
const AFTER_MANY_MS = 10 * MINUTE_MS
const MANY_PART = 100
const AFTER_ANY_MS = 60 * MINUTE_MS
/** Maximum interval between snapshots, so that even in an idle market, the snapshot is never older than the oldest stored change. */
const AFTER_ALL_MS = 6 * 60 * MINUTE_MS
/** Returns the number of changes above which reading all listings is faster than applying the changes. */
const tooMany = (listings: number): number => Math.ceil(listings / 4) + 1_000

/** Settings for snapshots. `least` is the minimum number of listings. */
export type SnapshotSettings = { folder: string; least?: number }
/** File header. `fingerprint` identifies the version of the code that wrote the file. */
type About = Marked & { fingerprint: string; listings: number }

/** Stores the index in a file, so that the service does not have to read every listing at startup (docs/design/search.md). */
export type Snapshots = {
  /** Returns the index from the file, updated with later changes. If there is no usable file, logs the reason and returns null. */
  restore(stopped: AbortSignal): Promise<Feed | null>
  /** Writes the file if enough has changed. When the process ends (`leaving`), any change is enough. */
  save(feed: Feed, leaving: boolean, stopped?: AbortSignal): Promise<void>
}

export function scheduleSnapshots(
  { db, log }: Pick<Context, 'db' | 'log'>,
  vectors: Vectors,
  { folder, least = LEAST }: SnapshotSettings,
): Snapshots {
  const path = join(folder, 'market.index')
  // computed only when needed, because a small market needs no fingerprint
  let made: Promise<string> | null = null
  const fingerprint = () => (made ??= fingerprintOf(vectors))
  let saved: { feed: Feed; taken: number; atMs: number } | null = null

  async function restoreFrom(file: ColumnFile, stopped: AbortSignal): Promise<Feed | null> {
    const about = file.about as About
    if (about.fingerprint !== (await fingerprint())) throw new Unusable('it was written by another release or with other settings')
    const since = await readMark(db, about, tooMany(about.listings))
    if (!since.known) throw new Unusable('it belongs to another database')
    if (!isOnRecord(since.secondsSince, MARKET_CHANGES_RETENTION_SECONDS)) throw new Unusable('it is too old')
    if (since.changes >= tooMany(about.listings)) throw new Unusable('too many listings have changed since')
    const columns = await file.read(COLUMNS)
    const problem = unfit(columns)
    if (problem) throw new DamagedFile(problem)
    // the mark has already proven that the database is the same, so the cursor does not need a timeline
    const seen: Cursor = { horizon: about.horizon, atSeconds: about.atSeconds }
    const feed = await restoreFeed(db, vectors, { columns, seen }, stopped)
    if (feed) saved = { feed, taken: 0, atMs: performance.now() }
    return feed
  }

  function isDue(feed: Feed, leaving: boolean): boolean {
    if (feed.index.size < least) return false
    if (saved?.feed !== feed) return true
    const changes = feed.taken() - saved.taken
    const ageMs = performance.now() - saved.atMs
    if (leaving) return changes > 0 || ageMs > AFTER_ANY_MS
    return ageMs > AFTER_ALL_MS || (changes > 0 && ageMs > AFTER_ANY_MS) || (changes * MANY_PART > feed.index.size && ageMs > AFTER_MANY_MS)
  }

  return {
    async restore(stopped) {
      let file: ColumnFile | null = null
      try {
        file = await openColumns(path)
        if (file) return await restoreFrom(file, stopped)
        log.info('no snapshot of the search index found; building the index from the listings')
      } catch (error) {
        log.warn(
          { why: error instanceof Error ? error.message : error, path },
          'the snapshot of the search index is unusable; building the index from the listings',
        )
      } finally {
        await file?.close()
      }
      return null
    },
    async save(feed, leaving, stopped) {
      if (!isDue(feed, leaving)) return
      const captured = feed.capture()
      if (captured === null) return
      const before = saved
      // set before the write, so that a failed write is not retried before the next interval
      saved = { feed, taken: feed.taken(), atMs: performance.now() }
      try {
        // The mark is written after the index has read its changes, so a database that contains the mark also contains all of these
        // changes.
        const about = async (): Promise<About> => {
          const mark = `snapshot_${randomUUID()}`
          return { fingerprint: await fingerprint(), listings: captured.listings, mark, tx: await leaveMark(db, mark), ...captured.seen }
        }
        await writeColumns(path, captured.pieces(), about, stopped)
      } catch (error) {
        // an aborted write does not count as a save, so that the stopping process writes the snapshot
        if (stopped?.aborted) saved = before
        else log.warn({ err: error, path }, 'writing a snapshot of the search index failed')
      }
    },
  }
}

/** Thrown for a snapshot that is intact but must not be used. */
class Unusable extends Error {}
