import type { Measure } from '#test/bench/cost.ts'
import { atLeast, atMost, type Goal } from '#test/bench/goals.ts'
import type { Seen } from '#test/bench/market.ts'
import { PEERS } from '#test/bench/peers.ts'

/** Prints what was seen at one size, beside the smallest. */
export function printMarket(seen: Seen, first: Seen): void {
  const { listings, figures, repeated, peers, sql, readyMs, indexMs, memory } = seen
  console.log(
    `${listings} listings: ready after ${readyMs.toFixed(0)} ms, index after ${(indexMs / 1000).toFixed(1)} s, ${memory.restMb.toFixed(0)} MB at rest, ${memory.loadMb.toFixed(0)} MB under load`,
  )
  console.log(
    `${'made anew, 16 clients'.padEnd(26)}median ms   p99 ms    per s   CPU ms   of bare SQL (by CPU)   median against ${first.listings}`,
  )
  for (const [name, measure] of figures) {
    const bare = sql.get(name)
    const ofSql = bare ? `${(measure.rate / bare.rate).toFixed(2)} (${(bare.cpuMs / measure.cpuMs).toFixed(2)})` : ''
    console.log(`${row(name, measure)}   ${ofSql.padEnd(20)}   ${(measure.median / first.figures.get(name)!.median).toFixed(2)}`)
  }
  const counted = sql.get('common word, counted')
  if (counted) console.log(`the common word's listings and stores counted in SQL: ${counted.rate.toFixed(1)} a second`)
  console.log('as strangers ask, 16 clients')
  console.log(`${row('browse, kept', repeated.browse)}   ${share(repeated.browse, repeated.bare)} of a bare server`)
  console.log(`${row('browse, 304', repeated.known)}   ${share(repeated.known, repeated.bare)} of a bare server that sends the bytes`)
  console.log(row('bare server', repeated.bare))
  console.log('32 clients')
  for (const [name, measure] of Object.entries(peers)) console.log(row(name, measure))
}

const row = (name: string, { median, p99, rate, cpuMs }: Measure): string =>
  `${name.padEnd(26)}${median.toFixed(1).padStart(9)}${p99.toFixed(1).padStart(9)}${rate.toFixed(0).padStart(9)}${cpuMs.toFixed(2).padStart(9)}`

const share = (mine: Measure, bare: Measure): string =>
  `${(mine.rate / bare.rate).toFixed(2)} (${(bare.cpuMs / mine.cpuMs).toFixed(2)} by CPU)`

/** The goals that these runs say something of. */
export function marketGoals(runs: readonly Seen[]): Goal[] {
  const [small, last] = [runs[0]!, runs.at(-1)!]
  const at200 = runs.find(({ listings }) => listings === 200_000)
  const million = runs.find(({ listings }) => listings === 1_000_000)
  const rate = (one: Measure, other: { rate: number } | undefined) => one.rate / (other?.rate ?? Number.NaN)
  const growth = (name: string) => (last === small ? Number.NaN : last.figures.get(name)!.median / small.figures.get(name)!.median)
  const common = (run: Seen | undefined) => run?.figures.get('common word') ?? { median: Number.NaN, p99: Number.NaN }
  const to = `${small.listings} → ${last.listings}`
  return [
    atLeast('P1 browse page 1 made anew, of its bare SQL', rate(small.figures.get('browse')!, small.sql.get('browse')), 0.35),
    atLeast('P1 the same as strangers ask (kept)', rate(small.repeated.browse, small.sql.get('browse')), 0.35),
    atLeast('P2 repeated browse, of a bare server', rate(small.repeated.browse, small.repeated.bare), 0.6),
    atLeast('P2 with its ETag, of a bare server sending it', rate(small.repeated.known, small.repeated.bare), 0.6),
    atLeast(`P3 list as strangers ask, × ${PEERS.medusaList.name}`, rate(small.peers.browse, PEERS.medusaList), 25),
    atLeast('P3 list made anew, × the same', rate(small.peers['browse, made anew'], PEERS.medusaList), 25),
    atLeast(`P3 listing as strangers ask, × ${PEERS.vendureProduct.name}`, rate(small.peers.listing, PEERS.vendureProduct), 30),
    atLeast('P3 listing made anew, × the same', rate(small.peers['listing, made anew'], PEERS.vendureProduct), 30),
    atMost(`P4 browse page 1, median, ${to}`, growth('browse'), 1.3),
    atMost(`P4 one listing, median, ${to}`, growth('listing'), 1.3),
    atMost(`P4 two words, median, ${to}`, growth('two words'), 2),
    atMost('P4 common word, p99 at 1 000 000', common(million).p99, 150, ' ms'),
    atMost('P4 common word, median, 200 000 → 1 000 000', common(million).median / common(at200).median, 2),
    atMost('P6 memory at rest at 200 000', at200?.memory.restMb ?? Number.NaN, 120, ' MB'),
    atMost('P6 memory under load at 200 000', at200?.memory.loadMb ?? Number.NaN, 300, ' MB'),
    atMost('P6 ready on an existing database', small.readyMs, 1_000, ' ms'),
  ]
}
