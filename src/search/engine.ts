import type { SearchResult, MarketQuery } from './market-index.ts'

/** Of how many listings the meaning is known, and whether the meaning of queries cannot be had just now. */
export type KnownMeaning = { embedded: number; listings: number; failing: boolean }

/** What the marketplace asks to be searched by. */
export type SearchEngine = {
  /** Whether what it finds may be a moment behind: then who shows it looks whether it may be seen still, and keeps no answer. */
  lags: boolean
  /**
   * What matches now, every committed change included unless it lags; null where Postgres answers itself: while there is no index,
   * and for what this engine leaves to it. Errors: 503 where the engine is away and Postgres could not answer as well.
   */
  find(query: MarketQuery): Promise<SearchResult | null>
  /** The commonest words of titles in the market that begin with `start` (folded) and go on; null as `find`. */
  complete(start: string, limit: number): Promise<string[] | null>
  /** How far it knows what listings mean; null as `find`, and where nothing tells it. */
  meaning(): Promise<KnownMeaning | null>
  /** Settles when the index stands for the first time, or is known to be switched off. */
  ready(): Promise<void>
  /** Whether that was so already. An index that is built anew later leaves Postgres to answer meanwhile. */
  hasStood(): boolean
  /** Whether it does not answer just now, though it stands. */
  isAway(): boolean
  stop(): Promise<void>
}
