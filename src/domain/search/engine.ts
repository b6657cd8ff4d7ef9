import type { Found, MarketQuery } from './market-index.ts'

/** What the marketplace asks to be searched by. */
export type SearchEngine = {
  /** What matches now, every committed change included; null while there is no index, and Postgres answers itself. */
  find(query: MarketQuery): Promise<Found | null>
  /** Settles when the index stands for the first time, or is known to be switched off. */
  ready(): Promise<void>
  stop(): Promise<void>
}
