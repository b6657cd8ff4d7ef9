import { atMost, numberOf, type Report } from './goals.ts'
import type { Bare } from './bare.ts'
import { any, type Figure, type Requests } from './requests.ts'
import { median } from './turns.ts'
import { load, warm, type Request, type Target } from './wrk.ts'

/** Percentages of public reads, reads with a key, and writes in all requests. */
const SHARES = { public: 80, keyed: 15, writes: 5 }
const OF_SATURATION = 0.7
const SEEN = [
  'listing',
  'browse',
  'filter',
  'two words',
  'store',
  'page: home, compressed',
  'page: shop, compressed',
  'page: listing, compressed',
]
const WRITES = ['a draft', 'a listing, published', 'a like', 'a question']
/** Number of requests that are prepared in advance and then sent in sequence. */
const MANY = 2_000
/** Number of connections for a load with a fixed rate, which needs a free connection for every request that is due. */
const PACED_CONNECTIONS = 64
/**
 * Requests per second to the bare server. This load is too small to affect the measurement, so only the machine can delay these requests.
 */
const BARE_PACE = 100

type Measured = Awaited<ReturnType<typeof load>>

export type Mix = { reads: Record<string, Figure>; writes: Record<string, () => Requests>; keys: { seller: string; buyer: string } }

/**
 * Measures read latency while writes run (goal P7). A closed loop finds the maximum rate. Then one loader for reads and one for writes send
 * 70% of that rate at random times. The bare server is measured at the same time.
 */
export async function benchMixed(
  target: Target,
  bare: Bare,
  mix: Mix,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Report> {
  const writes = Array.from({ length: MANY }, () => any(mix.writes[any(WRITES)]!().next(1)))
  const reads = Array.from({ length: MANY }, () => oneOf(mix))
  const all = Array.from({ length: MANY }, () => any(Math.random() * 100 < SHARES.writes ? writes : reads))
  await warm(target, () => all)
  await bare.warm()
  const most: number[] = []
  for (let round = 0; round < rounds; round++) most.push((await load(target, all, { seconds })).rate)
  const pace = median(most) * OF_SATURATION
  const [seen, besides]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const paced = (of: Target, requests: readonly Request[], rate: number) =>
      load(of, requests, { seconds: 2 * seconds, connections: PACED_CONNECTIONS, pace: rate })
    const [read, , concurrent] = await Promise.all([
      paced(target, reads, (pace * (100 - SHARES.writes)) / 100),
      paced(target, writes, (pace * SHARES.writes) / 100),
      paced(bare.target, [{ path: '/' }], BARE_PACE),
    ])
    seen.push(read)
    besides.push(concurrent)
  }
  const of = (measures: readonly Measured[], what: 'p50' | 'p99' | 'late') => median(measures.map((each) => each[what]))
  const [p50, p99, late] = [of(seen, 'p50'), of(seen, 'p99'), of(seen, 'late')]
  return {
    rows: [],
    notes: [
      `Mixed load: ${numberOf(median(most))} requests per second at most (16 connections); at ${numberOf(pace)} per second a read takes ${numberOf(p50)} ms (median), ` +
        `${numberOf(p99)} ms (p99). Latency counts from sending; ${numberOf(late * 100)} % were sent more than a millisecond late, which is not included. A bare ` +
        `node:http server under the same load: ${numberOf(of(besides, 'p50'))} ms, ${numberOf(of(besides, 'p99'))} ms (× ${numberOf(of(besides, 'p99') / of(besides, 'p50'))}).`,
    ],
    goals: [atMost('P7 mixed load: p99 of reads vs. their median', p99 / p50, 4)],
  }
}

/** Returns a random request. Public reads have no cookie, so they can come from the response cache. */
function oneOf({ reads, keys }: Mix): Request {
  const [of, key] = any([
    ['me', keys.buyer],
    ['offers', keys.buyer],
    ['orders', keys.buyer],
    ['listings', keys.seller],
  ] as const)
  const isKeyed = Math.random() * (SHARES.public + SHARES.keyed) < SHARES.keyed
  if (isKeyed) return { path: `/v1/${of}`, headers: { Authorization: `Bearer ${key}` } }
  const { headers, ...request } = any(reads[any(SEEN)]!.requests)
  const { Cookie: _, ...others } = headers ?? {}
  return { ...request, headers: others }
}
