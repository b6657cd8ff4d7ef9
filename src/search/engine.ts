import type { SearchResult, MarketQuery } from './market-index.ts'

/** Numbers of embedded and of all listings. `failing` is true while queries cannot be embedded. */
export type KnownMeaning = { embedded: number; listings: number; failing: boolean }

/** Search engine of the marketplace. */
export type SearchEngine = {
  /** True when results may be slightly stale. Then the caller checks that each listing is still visible and does not cache the response. */
  lags: boolean
  /**
   * Finds the current matches, including every committed change unless it lags. Null when Postgres should answer: there is
   * no index yet, or the engine does not support the query. Errors: 503 when the engine is down and Postgres cannot answer
   * either.
   */
  find(query: MarketQuery): Promise<SearchResult | null>
  /** Returns the most frequent title words that extend `start` (folded); null as in `find`. */
  complete(start: string, limit: number): Promise<string[] | null>
  /** Reports how many listings have vectors; null as in `find`, and without embeddings. */
  meaning(): Promise<KnownMeaning | null>
  /** Resolves when the index is first ready, or known to be disabled. */
  ready(): Promise<void>
  /** True once `ready` has resolved. Postgres answers during a later rebuild. */
  hasStood(): boolean
  /** True when the engine is ready but does not respond. */
  isAway(): boolean
  stop(): Promise<void>
}
