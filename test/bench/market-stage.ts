import { rmSync } from 'node:fs'
import type { Client } from 'pg'
import { testFolder } from '#test/cluster.ts'
import { fillMarket } from './market-data.ts'
import { people } from './requests.ts'
import { bundled, copyDatabase, openStage, startService, untilIndexed, type Running, type Stage } from './stage.ts'
import { median } from './turns.ts'

/**
 * `against`: folder of a different checkout to compare with. `grows`: compares with a small market. `starts`: number of measured startups.
 */
export type StageOptions = { listings: number; against: string | null; grows: boolean; starts: number }

export type Host = { service: Running; keys: { seller: string; buyer: string }; query<T>(work: (db: Client) => Promise<T>): Promise<T> }

export type Market = {
  stage: Stage
  own: Host
  /**
   * The service to compare with: a different checkout with a copy of the same database or, to measure growth, this checkout with a small
   * market.
   */
  other: Host | null
  grows: boolean
  /** Number of measured startups. `readyMs` and `wholeMs` are their medians. One more startup comes first and is not measured. */
  starts: number
  readyMs: number
  wholeMs: number
  end(): Promise<void>
}

/** Prefix of the names of values that are measured with the other service. */
export const OTHER = 'other: '
/** Names of the measured values for the growth goal (P4). They are compared with those in a market of `SMALL` listings. */
export const GROWN: ReadonlySet<string> = new Set(['listing', 'browse', 'two words', 'common word', 'stores', 'page: home, uncached'])
export const SMALL = 10_000
const OWN = new URL('../..', import.meta.url).pathname

/** Creates and fills the databases, and starts the services. */
export async function openMarket({ listings, against, grows, starts }: StageOptions): Promise<Market> {
  const stage = await openStage()
  const dataDir = testFolder('resale-bench-')
  const running: Running[] = []
  const end = async () => {
    for (const service of running) await service.stop()
    await stage.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (const tree of [OWN, against]) if (tree !== null) await bundled(tree)
    const database = String(stage.connection.database)
    // the older checkout creates the database, and this checkout then migrates its own copy to the newer schema
    const first = await startService(stage, against ?? OWN, { database })
    const keys = await people(first)
    await first.stop()
    const [large, other] = [openHost(stage, database), openHost(stage, 'other')]
    if (grows) await copyDatabase(stage, 'other')
    await large((db) => fillMarket(db, listings))
    if (grows) await other((db) => fillMarket(db, SMALL))
    if (against !== null) await copyDatabase(stage, 'other')

    const { service, readyMs, wholeMs } = await started(stage, database, dataDir, starts)
    running.push(service)
    if (grows || against !== null) running.push(await startService(stage, against ?? OWN, { database: 'other' }))
    if (running[1]) await untilIndexed(running[1])
    const host = (query: Host['query'], at: number) => (running[at] ? { service: running[at], keys, query } : null)
    return { stage, own: host(large, 0)!, other: host(other, 1), grows, starts, readyMs, wholeMs, end }
  } catch (error) {
    await end()
    throw error
  }
}

const openHost =
  (stage: Stage, database: string): Host['query'] =>
  async (work) => {
    const db = await stage.client(database)
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }

/**
 * Starts the service once to create the index snapshot, and then `starts` more times for the measurement. The last service continues to
 * run.
 */
async function started(stage: Stage, database: string, dataDir: string, starts: number) {
  const earlier = await startService(stage, OWN, { database, dataDir })
  await untilIndexed(earlier)
  await earlier.stop()
  const ready: number[] = []
  const whole: number[] = []
  for (let n = 1; ; n++) {
    const service = await startService(stage, OWN, { database, dataDir })
    ready.push(service.readyMs)
    whole.push(service.readyMs + (await untilIndexed(service)))
    if (n >= starts) return { service, readyMs: median(ready), wholeMs: median(whole) }
    await service.stop()
  }
}
