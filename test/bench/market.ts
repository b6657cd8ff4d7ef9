import { bareServer } from './bare.ts'
import { memoryMb } from './cpu.ts'
import { fillMarket } from './market-data.ts'
import { bareSql } from './pgbench.ts'
import { always, people, readFigures, writeFigures, type Requests } from './requests.ts'
import { copyDatabase, openStage, startService, untilIndexed, type Running, type Stage } from './stage.ts'
import { load, warm, type Measure } from './wrk.ts'

export type MarketOptions = { listings: number; seconds: number; only: RegExp; against: string | null }

/** One figure: what this tree took, what the other one took, and what a bare thing takes for the same. */
export type Row = { name: string; own: Measure; other: Measure | null }

export type Seen = {
  listings: number
  rows: Row[]
  bare: Map<string, Measure>
  readyMs: number
  indexMs: number
  memory: Record<'rest' | 'loaded', { own: number; all: number }>
}

const OWN = new URL('../..', import.meta.url).pathname
/** Turns that the two trees take at each figure. */
const TURNS = 3

/** What can be done once to a listing is measured in few rounds, so that listings are left to the end. */
const [ONCE_WARM, ONCE_SECONDS] = [4, 2]

/** A market of so many listings in a database of its own, asked all that the goals are about. `against`: another tree, in turn. */
export async function measureMarket({ listings, seconds, only, against }: MarketOptions): Promise<Seen> {
  const stage = await openStage()
  const services: Running[] = []
  try {
    // the older tree makes the database: a copy of it is brought to the newer one's state
    const first = await startService(stage, against ?? OWN, { database: String(stage.connection.database) })
    const keys = await people(first)
    await fill(stage, listings)
    await first.stop()
    const copy = 'other'
    if (against !== null) await copyDatabase(stage, copy)
    const own = await startService(stage, OWN, { database: String(stage.connection.database) })
    services.push(own)
    const indexMs = await untilIndexed(own)
    const rest = memoryMb(own.web)
    if (against !== null) services.push(await startService(stage, against, { database: copy }))
    if (services[1]) await untilIndexed(services[1])

    const db = await stage.client()
    const reads = Object.entries(await readFigures(db, keys.seller)).map(([name, { requests }]) => [name, always(requests)] as const)
    const writes = Object.entries(await writeFigures(db, keys))
    await db.end()
    const rows: Row[] = []
    for (const [name, requests] of [...reads, ...writes]) if (only.test(name)) rows.push(await measure(services, name, requests, seconds))
    const loaded = memoryMb(own.web)
    const bare = new Map<string, Measure>(
      (only.test('bare') && (await bareSql(stage, String(stage.connection.database), listings, seconds))) || [],
    )
    if (only.test('bare')) {
      const page = await fetch(`http://127.0.0.1:${own.port}/v1/market/search`)
      bare.set('bare node:http, browse', await bareServer(new Uint8Array(await page.arrayBuffer()), seconds))
    }
    return { listings, rows, bare, readyMs: own.readyMs, indexMs, memory: { rest, loaded } }
  } finally {
    for (const service of services) await service.stop()
    await stage.end()
  }
}

async function measure([own, other]: readonly Running[], name: string, figure: () => Requests, seconds: number): Promise<Row> {
  const [ours, others] = [figure(), figure()]
  await warm(own!, ours.next, ours.isOnce ? ONCE_WARM : undefined)
  if (other) await warm(other, others.next, others.isOnce ? ONCE_WARM : undefined)
  const [mine, theirs]: [Measure[], Measure[]] = [[], []]
  const time = ours.isOnce ? Math.min(seconds, ONCE_SECONDS) : seconds
  for (let turn = 0; turn < (other ? TURNS : 1); turn++) {
    mine.push(await load(own!, ours.next(time), time))
    if (other) theirs.push(await load(other, others.next(time), time))
  }
  const row = { name, own: middle(mine), other: other ? middle(theirs) : null }
  process.stderr.write(`${lineOf(row)}\n`)
  return row
}

/** The one with the median of processor time. */
const middle = (of: readonly Measure[]): Measure => of.toSorted((a, b) => a.web + a.db - b.web - b.db)[of.length >> 1]!

export function lineOf({ name, own, other }: Row): string {
  const short = ({ web, db, rate, p50, p99 }: Measure) =>
    `${web.toFixed(0).padStart(7)} +${db.toFixed(0).padStart(6)} µs ${rate.toFixed(0).padStart(7)}/s ${p50.toFixed(1).padStart(7)} ${p99.toFixed(1).padStart(7)} ms`
  const ratio = other ? `   ×${((own.web + own.db) / (other.web + other.db)).toFixed(2)} of${short(other)}` : ''
  return `${name.padEnd(28)}${short(own)}${ratio}`
}

async function fill(stage: Stage, listings: number): Promise<void> {
  const db = await stage.client()
  await fillMarket(db, listings)
  await db.end()
}
