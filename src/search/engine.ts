import type { SearchResult, MarketQuery } from './market-index.ts'

/** Embedded and all listings. `failing`: queries cannot be embedded now. */
export type KnownMeaning = { embedded: number; listings: number; failing: boolean }

/** Search engine of the marketplace. */
export type SearchEngine = {
  /** True when results may be stale. The caller then checks visibility and does not cache. */
  lags: boolean
  /**
   * Finds current matches, with every committed change unless it lags. Null when Postgres should answer: no index yet, or an
   * unsupported query. Errors: 503 when neither can answer.
   */
  find(query: MarketQuery): Promise<SearchResult | null>
  /** Returns the most frequent title words that extend `start` (folded); null as in `find`. */
  complete(start: string, limit: number): Promise<string[] | null>
  /** Counts listings with vectors; null as in `find`, and without embeddings. */
  meaning(): Promise<KnownMeaning | null>
  /** Resolves when the index is first ready, or disabled. */
  ready(): Promise<void>
  /** True once ready; Postgres answers during a later rebuild. */
  hasBeenReady(): boolean
  /** True when ready but not responding. */
  isAway(): boolean
  stop(): Promise<void>
}
