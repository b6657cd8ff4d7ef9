import type { SearchResult, MarketQuery } from './market-index.ts'

/** Of how many listings the meaning is known, and whether the meaning of queries cannot be had just now. */
export type KnownMeaning = { embedded: number; listings: number; failing: boolean }

/** What the marketplace asks to be searched by. */
export type SearchEngine = {
  /** What matches now, every committed change included; null while there is no index, and Postgres answers itself. */
  find(query: MarketQuery): Promise<SearchResult | null>
  /** The commonest words of titles in the market that begin with `start` (folded) and go on; null as `find`. */
  complete(start: string, limit: number): Promise<string[] | null>
  /** How far it knows what listings mean; null as `find`, and where nothing tells it. */
  meaning(): Promise<KnownMeaning | null>
  /** Settles when the index stands for the first time, or is known to be switched off. */
  ready(): Promise<void>
  /** Whether that was so already. An index that is built anew later leaves Postgres to answer meanwhile. */
  hasStood(): boolean
  stop(): Promise<void>
}
