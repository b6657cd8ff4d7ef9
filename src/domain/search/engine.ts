import type { Found, MarketQuery } from './market-index.ts'

/** What the marketplace asks to be searched by. */
export type SearchEngine = {
  /** What matches now, every committed change included; null while there is no index, and Postgres answers itself. */
  find(query: MarketQuery): Promise<Found | null>
  /** The commonest words of titles in the market that begin with `start` (folded) and go on; null as `find`. */
  complete(start: string, limit: number): Promise<string[] | null>
  /** Settles when the index stands for the first time, or is known to be switched off. */
  ready(): Promise<void>
  stop(): Promise<void>
}
