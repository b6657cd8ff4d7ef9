import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningServer } from '#platform/database/running.ts'
import { bareServer } from '#test/bench/bare.ts'
import { bareSql, type SqlMeasure } from '#test/bench/bare-sql.ts'
import { load, MADE_ANEW, type Measure } from '#test/bench/cost.ts'
import { anyWord, CATEGORIES, COMMON, fillMarket, NOUN, shopsFor } from '#test/bench/market-data.ts'
import { killableService, type KillableService } from '#test/chaos/service.ts'

const CLIENTS = 16
/** As many as the peers were measured with. */
const PEER_CLIENTS = 32

/** What was seen of a market of so many listings. Megabytes and milliseconds. */
export type Seen = {
  listings: number
  /** Each made anew. */
  figures: Map<string, Measure>
  /** As strangers ask: what was asked before is kept. */
  repeated: { browse: Measure; known: Measure; bare: Measure }
  peers: { browse: Measure; listing: Measure; 'browse, made anew': Measure; 'listing, made anew': Measure }
  sql: Map<string, SqlMeasure>
  readyMs: number
  indexMs: number
  memory: { restMb: number; loadMb: number }
}

/** Fills a market of so many listings, starts the service on it anew, and asks it all that the goals are about. */
export async function measureMarket(listings: number, seconds: number): Promise<Seen> {
  const service = await killableService({ USAGE_LIMIT: '1000000000', DEMO: 'off' }, ['web'])
  try {
    await service.until(() => isReady(service))
    const ids = await fill(service, listings)
    await service.kill('service')
    const startedAt = performance.now()
    service.start()
    await service.until(() => isReady(service))
    const readyMs = performance.now() - startedAt
    // Only the index forgives a typing error: that it is forgiven says that the index stands.
    while ((await total(service.port, 'vintaeg')) === 0) await sleep(500)
    const indexMs = performance.now() - startedAt
    const restMb = megabytes(service.pid())
    const ask = (path: () => string, more: Partial<Parameters<typeof load>[1]> = {}) =>
      load([service.pid(), runningServer(service.dataDir)!.pid], { port: service.port, path, clients: CLIENTS, seconds, ...more })

    const figures = new Map<string, Measure>()
    for (const [name, path] of Object.entries(paths(listings, ids))) figures.set(name, await ask(path, { headers: MADE_ANEW }))
    const loadMb = megabytes(service.pid())
    const page = await fetch(`http://127.0.0.1:${service.port}${BROWSE}`)
    const known = `If-None-Match: ${page.headers.get('etag')}\r\n`
    const repeated = {
      browse: await ask(() => BROWSE),
      known: await ask(() => BROWSE, { headers: known, status: 304 }),
      bare: await bareServer(new Uint8Array(await page.arrayBuffer()), { clients: CLIENTS, seconds }),
    }
    const listing = () => `/v1/market/listings/${any(ids)}`
    const anew = { headers: MADE_ANEW, clients: PEER_CLIENTS }
    const peers = {
      browse: await ask(() => BROWSE, { clients: PEER_CLIENTS }),
      listing: await ask(listing, { clients: PEER_CLIENTS }),
      'browse, made anew': await ask(() => BROWSE, anew),
      'listing, made anew': await ask(listing, anew),
    }
    const sql = await bareSql(service.pid(), service.dataDir, { clients: CLIENTS, seconds })
    return { listings, figures, repeated, peers, sql, readyMs, indexMs, memory: { restMb, loadMb } }
  } finally {
    await service.end()
  }
}

const BROWSE = '/v1/market/search'

const paths = (listings: number, ids: readonly string[]): Record<string, () => string> => ({
  browse: () => BROWSE,
  'browse, deep page': () => `${BROWSE}?offset=2000`,
  listing: () => `/v1/market/listings/${any(ids)}`,
  filter: () => `${BROWSE}?category=${any(CATEGORIES)}&price=25-100`,
  'filter, cheapest': () => `${BROWSE}?category=${any(CATEGORIES)}&offers=true&sort=price-asc`,
  'two words': () => `${BROWSE}?q=${anyWord()}+${anyWord()}`,
  noun: () => `${BROWSE}?q=${NOUN}`,
  'common word': () => `${BROWSE}?q=${COMMON}`,
  'common word, filtered': () => `${BROWSE}?q=${COMMON}&price=under-25&sort=newest`,
  'typing error': () => `${BROWSE}?q=latnern`,
  store: () => `/v1/market/stores/bench-${Math.floor(Math.random() * shopsFor(listings))}`,
})

const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/** Gives the ids of some of the market's listings. */
async function fill(service: KillableService, listings: number): Promise<string[]> {
  await fetch(`http://127.0.0.1:${service.port}/v1/accounts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.test', password: 'a long enough password' }),
  })
  const admin = new Client(runningServer(service.dataDir)!)
  await admin.connect()
  const began = performance.now()
  await fillMarket(admin, listings)
  console.log(`\n${listings} listings made in ${Math.round((performance.now() - began) / 1000)} s`)
  const { rows } = await admin.query<{ id: string }>('select id from listings where in_market order by md5(id) limit 10000')
  await admin.end()
  return rows.map(({ id }) => id)
}

async function total(port: number, q: string): Promise<number> {
  const answer = (await (await fetch(`http://127.0.0.1:${port}${BROWSE}?q=${q}`)).json()) as { total: number }
  return answer.total
}

const isReady = async (service: KillableService): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${service.port}/readyz`).catch(() => null))?.status === 200

/** What the process holds now. */
function megabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
