import { atLeast, atMost, type Goal } from './goals.ts'
import { BUDGET } from '#test/verb-budget.ts'
import { OTHER } from './market-stage.ts'
import { costOf, type Figure } from './turns.ts'

type Seen = {
  figures: ReadonlyMap<string, Figure>
  readyMs: number
  wholeMs: number
  /** Private megabytes of the process. */
  rest: number
  loaded: number
  listings: number
  /** True when the other side is a small market. */
  grows: boolean
}

const GROWTH = { listing: 1.1, browse: 1.1, 'two words': 1.8, stores: 1.3, 'page: home, first time': 1.3 }
/** Limits by market size: megabytes of an idle process, and milliseconds until its search is complete. */
const LIMITS = [
  { listings: 10_000, mb: 90, wholeMs: null },
  { listings: 200_000, mb: 130, wholeMs: 1_000 },
  { listings: Number.POSITIVE_INFINITY, mb: 250, wholeMs: 5_000 },
]

/** Returns the goals that a market run can measure. */
export function marketGoals({ figures, readyMs, wholeMs, rest, loaded, listings, grows }: Seen): Goal[] {
  const at = (name: string) => figures.get(name)?.measure
  const cost = (name: string) => (at(name) ? costOf(at(name)!) : Number.NaN)
  const rate = (name: string) => at(name)?.rate ?? Number.NaN
  const limits = LIMITS.find((each) => listings <= each.listings)!
  return [
    atLeast('P1 one listing made anew, of pgbench', cost('bare: listing') / cost('listing'), 0.6),
    atLeast('P1 browse made anew, of its SQL', cost('bare: browse') / cost('browse'), 1),
    atLeast('P2 browse kept, of `node:http`', cost('bare: node:http, browse') / cost('browse, kept'), 0.4),
    ...(grows
      ? Object.entries(GROWTH).map(([name, most]) => atMost(`P4 ${name}, of the same at 10 000`, cost(name) / cost(OTHER + name), most))
      : []),
    ...(grows ? [atMost('P4 one common word, p99', at('common word')?.p99 ?? Number.NaN, 50, ' ms')] : []),
    atLeast('P5 a draft, of pgbench, by processor time', cost('bare: a draft') / cost('a draft'), 0.8),
    atLeast('P5 a draft, of pgbench, by the clock', rate('a draft') / rate('bare: a draft'), 0.8),
    atMost('P5 statements of a draft', BUDGET['a draft'], 4),
    atMost('P5 statements of an order', BUDGET.order, 8),
    atMost('P5 statements of the dearest verb', Math.max(...Object.values(BUDGET)), 10),
    atMost('P6 ready', readyMs, 600, ' ms'),
    ...(limits.wholeMs === null ? [] : [atMost('P6 search whole', wholeMs, limits.wholeMs, ' ms')]),
    atMost('P6 private memory', rest, limits.mb, ' MB'),
    atMost('P6 under load, of at rest', loaded / rest, 1.5),
    ...['shop', 'listing', 'search', 'home'].flatMap((page) => [
      atLeast(`P10 ${page} page made anew, a second`, rate(`page: ${page}, first time`), 1_500),
      atLeast(`P10 ${page} page kept, a second`, rate(`page: ${page}, packed`), 12_000),
    ]),
  ]
}
