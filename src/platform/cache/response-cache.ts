import type { EncodedBody } from '#platform/http/encoded-body.ts'
import type { CachedResponse } from './sized-cache.ts'

/** Cached response bytes for anonymous users (docs/design/cache.md). A hit reflects every change committed before it, by any process. */
export type ResponseCache = {
  /** True when a call of `fresh` is worthwhile. */
  has(address: string): boolean
  /** Applies all changes that are committed by now. False: no cached response may be sent. */
  fresh(): Promise<boolean>
  /** Returns the cached response, or null. Valid in the turn in which `fresh` resolved. */
  get(address: string): CachedResponse | null
  /** Starts a response, before its first read. Returns null when nothing can be cached now. */
  begin(): number | null
  /** Stores a response that `begin` started. `subjects`: everything that it depends on. */
  put(address: string, finished: EncodedBody, about: Omit<CachedResponse, 'finished'>, subjects: readonly string[], begun: number): void
  /** Size of the cached responses. */
  bytes(): number
  rows: RowCache
}

/** Caches rows that many responses share, with the same freshness check. No row depends on the caller. */
export type RowCache = {
  /** Applies committed changes. Returns the turn for reads and writes, or null when the cache is unusable. */
  fresh(): Promise<number | null>
  get(name: string): unknown
  /** Stores a row that was read after `turn` was returned. */
  put(name: string, row: unknown, subjects: readonly string[], turn: number): void
}

/** Cache settings that an endpoint gives a response for anonymous users. */
export type CachePolicy = { subjects: readonly string[]; untilMs: number; visited?: string }

/** For a process without a cache. */
export const NO_CACHE: ResponseCache = {
  has: () => false,
  fresh: async () => false,
  get: () => null,
  begin: () => null,
  put: () => {},
  bytes: () => 0,
  rows: { fresh: async () => null, get: () => null, put: () => {} },
}
