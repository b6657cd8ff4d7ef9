import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '#test/cluster.ts'
import { atLeast, type Goal, type Report } from './goals.ts'
import { NOUN } from './market-data.ts'
import { openMarket, type Market } from './market-stage.ts'
import { PEERS, startPeer, type Asked, type RunningPeer } from './peer.ts'
import { rowsOf } from './rows.ts'
import { inTurns, type Figure, type Subject } from './turns.ts'
import { load, warm, type Request, type Target } from './wrk.ts'

/** So many listings that 10 000 are in the market: 62 of 100 are. */
const LISTINGS = 16_500
const THINGS = 10_000
const QUICK = 20

type PeersOptions = { seconds: number; turns: number; quick: boolean }

/** Medusa and Vendure beside us: the same things, the same loader and client count, in turns (P3). */
export async function benchPeers({ seconds, turns, quick }: PeersOptions): Promise<Report> {
  const less = quick ? QUICK : 1
  const market = await openMarket({ listings: LISTINGS / less, against: null, grows: false, starts: 1 })
  const peers: RunningPeer[] = []
  const notes: string[] = []
  try {
    const { things, ids } = await thingsOf(market, THINGS / less)
    for (const peer of PEERS)
      await startPeer(peer, market.stage, things).then(
        (running) => peers.push(running),
        (error: Error) => notes.push(`${peer.name} is left out: ${error.message.split('\n')[0]}`),
      )
    const subjects = [
      ...subjectsOf('ours', market.own.service, ours(ids), seconds),
      ...peers.flatMap(({ name, target, asked }) => subjectsOf(name, target, asked, seconds)),
    ]
    const figures = await inTurns(subjects, turns)
    notes.push(...peers.map(({ name, version }) => `${name} ${version}, on the same server: ${things.count} products.`))
    return { rows: rowsOf(figures), notes, goals: goalsOf(figures) }
  } finally {
    for (const peer of peers) await peer.stop()
    await market.end()
  }
}

/** What is in our market, as a file for the others. */
async function thingsOf(market: Market, most: number) {
  const { rows } = await market.own.ask((db) =>
    db.query<{ id: string; title: string; description: string; price: number }>(
      'select id, title, description, price_cents / 100.0::float8 as price from listings where in_market order by md5(id) limit $1',
      [most],
    ),
  )
  const file = join(testFolder('resale-peers-'), 'things.json')
  writeFileSync(file, JSON.stringify(rows))
  return { things: { file, count: rows.length }, ids: rows.map(({ id }) => id) }
}

/** Made anew: the cookie says nothing, and keeps finished answers out of it. */
function ours(ids: readonly string[]): Asked {
  const anew = (path: string): Request => ({ path, headers: { Cookie: 'bench=1' } })
  return {
    list: [anew('/v1/market/search')],
    search: [anew(`/v1/market/search?q=${NOUN}`)],
    product: ids.slice(0, 1_000).map((id) => anew(`/v1/market/listings/${id}`)),
  }
}

const subjectsOf = (name: string, target: Target, asked: Asked, seconds: number): Subject[] =>
  Object.entries(asked).map(([what, requests]) => ({
    name: `${what}: ${name}`,
    warm: () => warm(target, () => requests),
    turn: () => load(target, requests, { seconds }),
  }))

/** By the clock: each has both cores to itself in its turn. */
function goalsOf(figures: ReadonlyMap<string, Figure>): Goal[] {
  const rate = (name: string) => figures.get(name)?.measure.rate ?? Number.NaN
  const times = (what: string, peer: string) => rate(`${what}: ours`) / rate(`${what}: ${peer}`)
  return [
    atLeast('P3 market list made anew, × of Medusa’s', times('list', 'Medusa'), 30),
    atLeast('P3 one listing made anew, × of Vendure’s product', times('product', 'Vendure'), 25),
    atLeast('P3 search made anew, × of Medusa’s', times('search', 'Medusa'), 40),
  ]
}
