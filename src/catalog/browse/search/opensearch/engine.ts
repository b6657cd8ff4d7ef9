import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketQuery } from '#search/market-index.ts'
import type { SearchEngine } from '#search/engine.ts'
import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { createMultiSearch } from './query.ts'
import { aliasOf } from './indexes.ts'
import { complete, find } from './find.ts'

const POLL_MS = 1_000
/** Pause in ms after a failed request. During the pause, searches do not contact the server. */
const REST_MS = 1_000

/**
 * Starts the OpenSearch engine (docs/decisions/0015-search-server.md). The worker updates the server, so results lag slightly. While the
 * server is down, Postgres handles searches that only filter or that are limited to one shop, and the engine rejects all other searches.
 */
export function startServerEngine({ log }: Pick<Context, 'log'>, server: SearchServer, prefix: string): SearchEngine {
  const alias = aliasOf(prefix)
  const multiSearch = createMultiSearch(server, alias)
  const stopping = new AbortController()
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
  let wasReady = false
  let awayUntil = 0
  let state: 'unknown' | 'here' | 'away' | 'not built' = 'unknown'

  /** Returns the result of `work`, or null if the server is down. Throws if the query itself is invalid. */
  async function unlessAway<T>(work: () => Promise<T>): Promise<T | null> {
    if (performance.now() < awayUntil) return null
    try {
      const answer = await work()
      if (state !== 'here') log.info('the search server responds')
      state = 'here'
      wasReady = true
      return answer
    } catch (error) {
      if (!(error instanceof SearchServerError) || !(error.isAway || error.status === 404)) throw error
      const now = error.isAway ? 'away' : 'not built'
      if (state !== now) log.warn({ err: error }, `the index on the search server is ${now}; text searches are refused until it is ready`)
      state = now
      awayUntil = performance.now() + REST_MS
      return null
    }
  }

  /** Readiness waits until the index exists, but not for a server that is down. */
  const polling = (async () => {
    while (!wasReady && !stopping.signal.aborted) {
      await unlessAway(() => server.send({ method: 'GET', path: `/${alias}/_count` })).catch((error: unknown) =>
        log.warn({ err: error }, 'the search server cannot be reached'),
      )
      if (!wasReady) await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    setReady()
  })()

  return {
    lags: true,
    async find(query) {
      // Postgres runs this search, because its index supports the limit per shop
      if (query.mostOfShop !== undefined) return null
      const found = await unlessAway(() => find(multiSearch, query))
      if (found === null && needsWords(query)) throw away()
      return found
    },
    complete: (start, limit) => unlessAway(() => complete(multiSearch, start, limit)),
    meaning: async () => null,
    ready: () => ready,
    hasBeenReady: () => wasReady || state === 'away',
    isAway: () => state !== 'here',
    async stop() {
      stopping.abort()
      await polling
    },
  }
}

/** Returns true for a text search in the whole market. In Postgres, such a search would have to scan all listings. */
const needsWords = ({ q, shopId }: MarketQuery): boolean => q !== null && !shopId

const away = (): ApiError =>
  new ApiError('unavailable', 'Text search is temporarily unavailable. Browse by category, price or shop, or try again in a minute.', {
    headers: { 'Retry-After': '5' },
  })
