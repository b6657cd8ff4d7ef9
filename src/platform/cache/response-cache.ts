import type { EncodedBody } from '#platform/http/encoded-body.ts'
import type { CachedResponse } from './sized-cache.ts'

/**
 * Cache of responses to anonymous users (docs/design/cache.md). A cached response reflects all changes that any process committed before
 * the request.
 */
export type ResponseCache = {
  /** Returns true if the cache has a response for the URL, so that a call to `fresh` is worthwhile. */
  has(address: string): boolean
  /**
   * Applies all changes that were committed before the call. Resolves with false if this fails; the caller must then not use a cached
   * response.
   */
  fresh(): Promise<boolean>
  /** Returns the cached response, or null. Use the response in the same event-loop turn in which `fresh` resolved. */
  get(address: string): CachedResponse | null
  /**
   * Begins building a response. Call it before the first read. Returns the cache's current version, for `put`. Returns null if nothing can
   * be cached at present.
   */
  begin(): number | null
  /**
   * Stores a response that was built after a call to `begin`. `subjects` names everything that the response depends on. `begun`: the result
   * of `begin`.
   */
  put(address: string, finished: EncodedBody, about: Omit<CachedResponse, 'finished'>, subjects: readonly string[], begun: number): void
  /** Removes all entries, and rejects the responses that are still being built. */
  clear(): void
  bytes(): number
  rows: RowCache
}

/** Cache of rows that many responses share. It checks freshness as the response cache does. Rows must not depend on the caller. */
export type RowCache = {
  /** Applies committed changes. Resolves with the cache's current version, for `put`, or with null if the cache cannot be used. */
  fresh(): Promise<number | null>
  get(name: string): unknown
  /** Stores a row in the cache. The row must have been read after `fresh` returned `generation`. */
  put(name: string, row: unknown, subjects: readonly string[], generation: number): void
}

/** Cache settings that an endpoint can set for its response to anonymous users. */
export type CachePolicy = { subjects: readonly string[]; untilMs: number; visited?: string }

/** Response cache that stores nothing. Used in processes without a cache. */
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
