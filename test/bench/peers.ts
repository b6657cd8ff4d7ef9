import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testFolder } from '#test/cluster.ts'
import { cpuMs } from './cpu.ts'
import { atLeast, type Goal, type Report } from './goals.ts'
import { NOUN } from './market-data.ts'
import { openMarket, type Market } from './market-stage.ts'
import { PEERS, startPeer, type Reads, type RunningPeer } from './peer.ts'
import { rowsOf } from './rows.ts'
import { inRounds, type Figure, type Subject } from './turns.ts'
import { load, warm, type Request, type Target } from './wrk.ts'

/** Number of generated listings. 62% of them, about 10 000, are publicly for sale. */
const LISTINGS = 16_500
const PRODUCTS = 10_000
const QUICK = 20
/**
 * Seconds per round, number of rounds, and number of warm-up rounds. The rounds are longer and fewer than for our service, because some
 * responses of the peers take almost a second.
 */
const [SECONDS, ROUNDS, WARM] = [5, 3, 4]
const REST = { pollMs: 200, busyMs: 40, polls: 300 }

type PeersOptions = { rounds: number; quick: boolean }

/** Compares this service with Medusa and Vendure (goal P3): same items, loader and number of clients, measured in turns. */
export async function benchPeers({ rounds, quick }: PeersOptions): Promise<Report> {
  const less = quick ? QUICK : 1
  const market = await openMarket({ listings: LISTINGS / less, against: null, grows: false, starts: 1 })
  const folder = testFolder('resale-peers-')
  const peers: RunningPeer[] = []
  const notes: string[] = []
  try {
    const { catalogue, ids } = await catalogueOf(market, folder, PRODUCTS / less)
    for (const peer of PEERS)
      await startPeer(peer, market.stage, catalogue).then(
        (running) => peers.push(running),
        (error: Error) => notes.push(`${peer.name} is left out: ${error.message.split('\n')[0]}`),
      )
    const subjects = [
      ...subjectsOf('ours', market.own.service, ours(ids)),
      ...peers.flatMap(({ name, target, reads }) => subjectsOf(name, target, reads)),
    ]
    const figures = await inRounds(subjects, Math.min(rounds, ROUNDS))
    notes.push(...peers.map(({ name, version }) => `${name} ${version}, on the same server: ${catalogue.count} products.`))
    return { rows: rowsOf(figures), notes, goals: goalsOf(figures) }
  } finally {
    for (const peer of peers) await peer.stop()
    await market.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function catalogueOf(market: Market, folder: string, most: number) {
  const { rows } = await market.own.query((db) =>
    db.query<{ id: string; title: string; description: string; price: number }>(
      'select id, title, description, price_cents / 100.0::float8 as price from listings where in_market order by md5(id) limit $1',
      [most],
    ),
  )
  const file = join(folder, 'things.json')
  writeFileSync(file, JSON.stringify(rows))
  return { catalogue: { file, count: rows.length }, ids: rows.map(({ id }) => id) }
}

/** Returns requests with a meaningless cookie, so that they bypass the response cache. */
function ours(ids: readonly string[]): Reads {
  const uncached = (path: string): Request => ({ path, headers: { Cookie: 'bench=1' } })
  return {
    list: [uncached('/v1/market/search')],
    search: [uncached(`/v1/market/search?q=${NOUN}`)],
    product: ids.slice(0, 1_000).map((id) => uncached(`/v1/market/listings/${id}`)),
  }
}

const subjectsOf = (name: string, target: Target, reads: Reads): Subject[] =>
  Object.entries(reads).map(([what, requests]) => ({
    name: `${what}: ${name}`,
    warm: () => rested(target).then(() => warm(target, () => requests, { rounds: WARM, seconds: SECONDS })),
    measureOnce: () => rested(target).then(() => load(target, requests, { seconds: SECONDS })),
  }))

/** Waits until the target has finished all requests from the previous load. */
async function rested({ web, db }: Target): Promise<void> {
  const used = () => cpuMs(web) + cpuMs(db!)
  for (let poll = 0; poll < REST.polls; poll++) {
    const before = used()
    await sleep(REST.pollMs)
    if (used() - before < REST.busyMs) return
  }
}

/** Compares requests per second of wall-clock time, because each service can use both CPU cores during its turn. */
function goalsOf(figures: ReadonlyMap<string, Figure>): Goal[] {
  const rate = (name: string) => figures.get(name)?.measure.rate ?? Number.NaN
  const times = (what: string, peer: string) => rate(`${what}: ours`) / rate(`${what}: ${peer}`)
  return [
    atLeast('P3 market list, uncached, vs. Medusa’s', times('list', 'Medusa'), 30),
    atLeast('P3 listing, uncached, vs. Vendure’s product', times('product', 'Vendure'), 25),
    atLeast('P3 search, uncached, vs. Medusa’s', times('search', 'Medusa'), 40),
  ]
}
