import { atLeast, atMost, type Goal } from './goals.ts'
import { BUDGET } from '#test/verb-budget.ts'
import { OTHER } from './market-stage.ts'
import { FACETED, facetsOf } from './requests.ts'
import { costOf, type Figure } from './turns.ts'

type Seen = {
  figures: ReadonlyMap<string, Figure>
  readyMs: number
  wholeMs: number
  /** Private memory of the idle process, in megabytes. */
  rest: number
  loaded: number
  listings: number
  /** True if this run also measures a small market, to compare the two sizes. */
  grows: boolean
}

const GROWTH = { listing: 1.1, browse: 1.1, 'two words': 1.8, stores: 1.3, 'page: home, uncached': 1.3 }
/**
 * Limits by number of listings: private memory of an idle process in megabytes, and time from startup until the search index is complete,
 * in milliseconds.
 */
const LIMITS = [
  { listings: 10_000, mb: 90, wholeMs: null },
  { listings: 200_000, mb: 130, wholeMs: 1_000 },
  { listings: Number.POSITIVE_INFINITY, mb: 250, wholeMs: 5_000 },
]

/** Returns the goals that a benchmark of the market can measure. */
export function marketGoals({ figures, readyMs, wholeMs, rest, loaded, listings, grows }: Seen): Goal[] {
  const at = (name: string) => figures.get(name)?.measure
  const cost = (name: string) => (at(name) ? costOf(at(name)!) : Number.NaN)
  const rate = (name: string) => at(name)?.rate ?? Number.NaN
  const limits = LIMITS.find((each) => listings <= each.listings)!
  return [
    atLeast('P1 listing, uncached, vs. pgbench', cost('bare: listing') / cost('listing'), 0.6),
    atLeast('P1 browse, uncached, vs. its SQL', cost('bare: browse') / cost('browse'), 1),
    atLeast('P2 browse, cached, vs. `node:http`', cost('bare: node:http, browse') / cost('browse, cached'), 0.4),
    atMost('P4 search for two common words vs. `node:http`', cost('two common words') / cost('bare: node:http, browse'), 20),
    ...(grows
      ? Object.entries(GROWTH).map(([name, most]) =>
          atMost(`P4 ${name} vs. a market of 10 000 listings`, cost(name) / cost(OTHER + name), most),
        )
      : []),
    ...(grows ? [atMost('P4 search for a common word, p99', at('common word')?.p99 ?? Number.NaN, 50, ' ms')] : []),
    atLeast('P5 draft vs. pgbench, CPU time', cost('bare: a draft') / cost('a draft'), 0.8),
    atLeast('P5 draft vs. pgbench, throughput', rate('a draft') / rate('bare: a draft'), 0.8),
    atMost('P5 SQL statements per draft', BUDGET['a draft'], 4),
    atMost('P5 SQL statements per order', BUDGET.order, 8),
    atMost('P5 SQL statements of the most expensive operation', Math.max(...Object.values(BUDGET)), 10),
    atMost('P6 time until ready', readyMs, 600, ' ms'),
    ...(limits.wholeMs === null ? [] : [atMost('P6 time until the search index is complete', wholeMs, limits.wholeMs, ' ms')]),
    atMost('P6 private memory at rest', rest, limits.mb, ' MB'),
    atMost('P6 private memory under load vs. at rest', loaded / rest, 1.5),
    ...FACETED.map((name) => atMost(`P12 ${name} with all facet counts vs. without`, cost(facetsOf(name)) / cost(name), 1.5)),
    ...['shop', 'listing', 'search', 'home'].flatMap((page) => [
      atLeast(`P10 ${page} page, uncached, per second`, rate(`page: ${page}, uncached`), 1_500),
      atLeast(`P10 ${page} page, cached, per second`, rate(`page: ${page}, compressed`), 12_000),
    ]),
  ]
}
