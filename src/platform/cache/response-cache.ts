import type { EncodedBody } from '#platform/http/encoded-body.ts'
import type { CachedResponse } from './sized-cache.ts'

/**
 * Cache of responses to anonymous users (docs/design/cache.md). A cached response reflects every change that any process committed before
 * the request.
 */
export type ResponseCache = {
  /** Returns true when the URL is cached, so that calling `fresh` is worthwhile. */
  has(address: string): boolean
  /**
   * Applies all changes that were committed before the call. Resolves with false when this fails. The caller must then send no cached
   * response.
   */
  fresh(): Promise<boolean>
  /** Returns the cached response, or null. It is valid only in the event-loop turn in which `fresh` resolved. */
  get(address: string): CachedResponse | null
  /**
   * Begins building a response. Call it before the first read. Returns the cache's current version to pass to `put`, or null when nothing
   * can be cached now.
   */
  begin(): number | null
  /**
   * Stores a response that was built after `begin`. `subjects`: names of everything on which the response depends. `begun`: result of
   * `begin`.
   */
  put(address: string, finished: EncodedBody, about: Omit<CachedResponse, 'finished'>, subjects: readonly string[], begun: number): void
  /** Removes everything, and rejects the responses that are still being built. */
  clear(): void
  bytes(): number
  rows: RowCache
}

/** Cache of rows that many responses share, with the freshness check of the response cache. Rows must not depend on the caller. */
export type RowCache = {
  /** Applies committed changes. Resolves with the cache's current version to pass to `put`, or with null when the cache cannot be used. */
  fresh(): Promise<number | null>
  get(name: string): unknown
  /** Stores a row that was read after `fresh` returned `generation`. */
  put(name: string, row: unknown, subjects: readonly string[], generation: number): void
}

/** Cache settings that an endpoint sets for a response to anonymous users. */
export type CachePolicy = { subjects: readonly string[]; untilMs: number; visited?: string }

/** Response cache that stores nothing, for a process without a cache. */
export const NO_CACHE: ResponseCache = {
  has: () => false,
  fresh: async () => false,
  get: () => null,
  begin: () => null,
  put: () => {},
  clear: () => {},
  bytes: () => 0,
  rows: { fresh: async () => null, get: () => null, put: () => {} },
}
