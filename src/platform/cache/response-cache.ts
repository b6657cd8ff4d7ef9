import type { EncodedBody } from '#platform/http/encoded-body.ts'
import type { CachedResponse } from './sized-cache.ts'

/**
 * Cache of responses to anonymous users (docs/design/cache.md). A cached response reflects all changes that were committed before the
 * request, by any process.
 */
export type ResponseCache = {
  /** Returns true if a response for the URL is cached, so that calling `fresh` is worthwhile. */
  has(address: string): boolean
  /**
   * Applies all changes that were committed before the call. Resolves with false if this fails. In that case, the caller must not use a
   * cached response.
   */
  fresh(): Promise<boolean>
  /** Returns the cached response, or null. The response is valid only in the event-loop turn when `fresh` resolved. */
  get(address: string): CachedResponse | null
  /**
   * Begins building a response. Call it before the first read. Returns the cache's current version, which the caller passes to `put`.
   * Returns null if nothing can currently be cached.
   */
  begin(): number | null
  /**
   * Stores a response that was built after a call of `begin`. `subjects` names everything that the response depends on. `begun` is the
   * value that `begin` returned.
   */
  put(address: string, finished: EncodedBody, about: Omit<CachedResponse, 'finished'>, subjects: readonly string[], begun: number): void
  /** Removes all entries, and rejects the responses that are still being built. */
  clear(): void
  bytes(): number
  rows: RowCache
}

/** Cache of rows that many responses share. Freshness is checked in the same way as for responses. Rows must not depend on the caller. */
export type RowCache = {
  /**
   * Applies committed changes. Resolves with the cache's current version, which the caller passes to `put`, or with null if the cache
   * cannot be used.
   */
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
