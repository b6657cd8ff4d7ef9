import { atLeast, atMost, type Goal } from './goals.ts'
import type { Seen } from './market.ts'
import type { Measure } from './wrk.ts'

/** The goals that a run over a market says something of. */
export function marketGoals({ rows, bare, readyMs, memory, listings }: Seen): Goal[] {
  const cost = (measure: Measure | undefined) => (measure ? measure.web + measure.db : Number.NaN)
  const own = (name: string) => rows.find((row) => row.name === name)?.own
  const share = (part: Measure | undefined, whole: string) => cost(bare.get(whole)) / cost(part)
  const rate = (name: string) => own(name)?.rate ?? Number.NaN
  return [
    atLeast('P1 listing made anew, of pgbench', share(own('listing'), 'listing'), 0.6),
    atLeast('P1 browse made anew, of its SQL', share(own('browse'), 'browse'), 1),
    atLeast('P2 browse kept, of bare node:http', share(own('browse, kept'), 'bare node:http, browse'), 0.4),
    atMost('P6 ready', readyMs, 600, ' ms'),
    atMost(`P6 private memory, ${listings}`, memory.rest.own, listings > 10_000 ? 130 : 90, ' MB'),
    atMost('P6 under load, of at rest', memory.loaded.own / memory.rest.own, 1.5),
    ...['shop', 'listing', 'search'].map((page) => atLeast(`P10 ${page} page anew`, rate(`page: ${page}, first time`), 1_500)),
    ...['home', 'shop', 'listing'].map((page) => atLeast(`P10 ${page} page kept`, rate(`page: ${page}, packed`), 12_000)),
  ]
}
