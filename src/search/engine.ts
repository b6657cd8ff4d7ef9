import type { SearchResult, MarketQuery } from './market-index.ts'

/** Number of listings with an embedding, and total number of listings. `failing`: true while queries cannot be embedded. */
export type KnownMeaning = { embedded: number; listings: number; failing: boolean }

export type SearchEngine = {
  /** True when results may be stale. The caller must then check that each listing is visible and must not cache the results. */
  lags: boolean
  /**
   * Finds the current matches, including every committed change unless `lags` is true. Returns null when Postgres must search, because
   * there is no index yet or the engine does not support the query. Errors: 503 when Postgres cannot search either.
   */
  find(query: MarketQuery): Promise<SearchResult | null>
  /**
   * Returns the most frequent title words that start with `start` (lowercase, without accents). Returns null in the same cases as `find`.
   * Postgres must then suggest the completions.
   */
  complete(start: string, limit: number): Promise<string[] | null>
  /** Counts the listings with vectors. Returns null when there is no index yet or no embedding model. */
  meaning(): Promise<KnownMeaning | null>
  /** Resolves when the index is ready for the first time, or immediately if the index is disabled. */
  ready(): Promise<void>
  /** Returns true if the index has ever been ready. During a later rebuild, Postgres performs the searches. */
  hasBeenReady(): boolean
  isAway(): boolean
  stop(): Promise<void>
}
