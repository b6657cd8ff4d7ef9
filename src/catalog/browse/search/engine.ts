import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import type { SearchEngine } from '#search/engine.ts'
import { coalesce } from '#platform/cache/coalesce.ts'
import type { QueryVectors } from '#catalog/browse/semantic/query-vectors.ts'
import { buildFeed, type Feed, type Vectors } from './feed.ts'
import { scheduleSnapshots, type Snapshots, type SnapshotSettings } from './snapshots.ts'

/** Poll interval of an idle index. Polling advances the cursor, so that old changes can be deleted soon. */
const FOLLOW_EVERY_MS = 10_000
const AGAIN_AFTER_MS = 2_000
/**
 * Maximum time that a stopping process spends on writing its snapshot. If the write is incomplete, the previous snapshot remains usable.
 */
const LEAVING_MS = 10_000
/**
 * The index is rebuilt only if it has at least this number of dead slots (of changed or removed listings), and more dead than live slots.
 */
const MANY_DEAD = 50_000

type Deps = Pick<Context, 'db' | 'log'>

/** `least` is the minimum similarity of a match. `bytes` limits the memory for the listings' vectors. */
export type MeaningParts = { queries: QueryVectors; least: number; bytes: number }

/**
 * Starts the search engine and builds its index in the background. Each search first applies all changes that were committed before the
 * search. `find` returns null while the index is being built or rebuilt.
 */
export function startSearchEngine(ctx: Deps, meaning: MeaningParts | null = null, snapshot: SnapshotSettings | null = null): SearchEngine {
  const vectors = meaning && { model: meaning.queries.model, bytes: meaning.bytes }
  const snapshots = snapshot && scheduleSnapshots(ctx, vectors, snapshot)
  const stopping = new AbortController()
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
  let feed: Feed | null = null
  let wasReady = false

  const follow = coalesce(async () => {
    const current = feed
    if (current && !(await current.follow()) && feed === current) feed = null
  })

  const maintain = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (feed) await follow()
        if (!feed || isWorn(feed)) feed = await build(ctx, vectors, wasReady ? null : snapshots, stopping.signal)
        if (feed) {
          wasReady = true
          setReady()
          await snapshots?.save(feed, false, stopping.signal)
        }
      } catch (error) {
        ctx.log.warn({ err: error }, 'the search index is behind; Postgres serves searches until it has caught up')
      }
      await sleep(feed ? FOLLOW_EVERY_MS : AGAIN_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    setReady()
  }
  const keeping = maintain()

  function embedQuery(q: string | null): Promise<Int8Array | null> | Int8Array | null {
    return meaning && q !== null && feed && feed.index.embedded > 0 ? meaning.queries.of(q) : null
  }

  return {
    lags: false,
    async find(query) {
      if (!feed) return null
      await follow()
      const pending = embedQuery(query.q)
      const meant = pending instanceof Promise ? await pending : pending
      // more changes may have been committed during the wait
      if (pending instanceof Promise) await follow()
      return feed?.index.search(query, meant && meaning && { vector: meant, least: meaning.least }) ?? null
    },
    async meaning() {
      if (!feed || !meaning) return null
      await follow()
      return feed && { embedded: feed.index.embedded, listings: feed.index.size, failing: meaning.queries.isFailing() }
    },
    async complete(start, limit) {
      if (!feed) return null
      await follow()
      return feed?.index.wordsBeginningWith(start, limit) ?? null
    },
    ready: () => ready,
    hasBeenReady: () => wasReady,
    isAway: () => false,
    async stop() {
      stopping.abort()
      await keeping
      if (feed) await snapshots?.save(feed, true, AbortSignal.timeout(LEAVING_MS))
    },
  }
}

const isWorn = ({ index }: Feed): boolean => index.dead > Math.max(MANY_DEAD, index.size)

async function build({ db, log }: Deps, vectors: Vectors, snapshots: Snapshots | null, stopped: AbortSignal): Promise<Feed | null> {
  const beganAt = performance.now()
  const restored = (await snapshots?.restore(stopped)) ?? null
  const feed = restored ?? (await buildFeed(db, vectors, stopped))
  const ms = Math.round(performance.now() - beganAt)
  if (feed) log.info({ listings: feed.index.size, ms, from: restored ? 'snapshot' : 'listings' }, 'the search index is ready')
  return feed
}

/** Search engine for a process that does not serve searches or has no index. */
export const noSearchEngine: SearchEngine = {
  lags: false,
  find: async () => null,
  complete: async () => null,
  meaning: async () => null,
  ready: async () => {},
  hasBeenReady: () => true,
  isAway: () => false,
  stop: async () => {},
}
