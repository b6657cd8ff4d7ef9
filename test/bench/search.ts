// npm run bench:search [-- --million]: the marketplace's reads as it grows, over HTTP with 16 clients, beside the bare
// SQL of a page in pgbench and beside a bare server in the same run. docs/performance.md says what was seen.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningServer } from '#adapters/database/running.ts'
import { LeanConnection } from '#test/bench/load.ts'
import { anyWord, CATEGORIES, COMMON, fillMarket, NOUN, shopsFor } from '#test/bench/market-data.ts'
import { findPgbench, pgbench } from '#test/bench/pgbench.ts'
import { killableService, type KillableService } from '#test/chaos/service.ts'

const CLIENTS = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
/** `--million` adds the largest; it takes several minutes to fill. `--only-million` leaves out the others. */
const SIZES = process.argv.includes('--only-million')
  ? [1_000_000]
  : process.argv.includes('--million')
    ? [10_000, 200_000, 1_000_000]
    : [10_000, 200_000]

type Measure = { median: number; p99: number; rate: number }
type Seen = { listings: number; figures: Map<string, Measure>; bare: number; sql: Map<string, number>; notes: string[] }

async function measureSize(listings: number): Promise<Seen> {
  const service = await killableService({ USAGE_LIMIT: '1000000000', DEMO: 'off' }, ['web'])
  try {
    await service.until(() => isReady(service))
    await prepare(service, listings)
    await service.kill('service')
    const startedAt = performance.now()
    service.start()
    await service.until(() => isReady(service))
    const notes = [`ready after ${Math.round(performance.now() - startedAt)} ms`]
    // Only the index forgives a typing error: that it is forgiven says that the index stands.
    while ((await total(service.port, 'vintaeg')) === 0) await sleep(500)
    notes.push(
      `index stands after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      `memory at rest then ${memory(service.pid())}`,
    )
    const figures = new Map<string, Measure>()
    for (const [name, path] of Object.entries(paths(listings))) figures.set(name, await load(service.port, path))
    notes.push(`memory under load ${memory(service.pid())}`)
    return { listings, figures, notes, bare: (await bareServer(service.port)).rate, sql: await bareSql(service.dataDir) }
  } finally {
    await service.end()
  }
}

const paths = (listings: number): Record<string, () => string> => ({
  browse: () => '/v1/market/search',
  'browse, deep page': () => '/v1/market/search?offset=2000',
  filter: () => `/v1/market/search?category=${any(CATEGORIES)}&price=25-100`,
  'filter, cheapest': () => `/v1/market/search?category=${any(CATEGORIES)}&offers=true&sort=price-asc`,
  'two words': () => `/v1/market/search?q=${anyWord()}+${anyWord()}`,
  noun: () => `/v1/market/search?q=${NOUN}`,
  'common word': () => `/v1/market/search?q=${COMMON}`,
  'common word, filtered': () => `/v1/market/search?q=${COMMON}&price=under-25&sort=newest`,
  'typing error': () => '/v1/market/search?q=latnern',
  store: () => `/v1/market/stores/bench-${Math.floor(Math.random() * shopsFor(listings))}`,
})

const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

async function prepare(service: KillableService, listings: number): Promise<void> {
  await fetch(`http://127.0.0.1:${service.port}/v1/accounts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.test', password: 'a long enough password' }),
  })
  const admin = new Client(runningServer(service.dataDir)!)
  await admin.connect()
  const began = performance.now()
  await fillMarket(admin, listings)
  console.log(`${listings} listings made in ${Math.round((performance.now() - began) / 1000)} s`)
  await admin.end()
}

/** All clients ask again as soon as they are answered; a second to warm up is not counted. */
async function load(port: number, path: () => string): Promise<Measure> {
  const lanes = await Promise.all(Array.from({ length: CLIENTS }, () => LeanConnection.open(port)))
  const took: number[] = []
  const began = performance.now()
  const until = began + (SECONDS + 1) * 1_000
  const run = async (lane: LeanConnection) => {
    while (performance.now() < until) {
      const askedAt = performance.now()
      const { status, body } = await lane.send('GET', path(), '')
      if (status !== 200) throw new Error(`answered ${status}: ${body}`)
      if (askedAt > began + 1_000) took.push(performance.now() - askedAt)
    }
  }
  await Promise.all(lanes.map(run))
  for (const lane of lanes) lane.close()
  took.sort((a, b) => a - b)
  return { median: took[took.length >> 1]!, p99: took[Math.floor(took.length * 0.99)]!, rate: took.length / SECONDS }
}

/** A server that builds nothing and sends the bytes of a page. */
async function bareServer(port: number): Promise<Measure> {
  const page = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/v1/market/search`)).arrayBuffer())
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': page.length }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const seen = await load((server.address() as { port: number }).port, () => '/')
  server.close()
  server.closeAllConnections()
  return seen
}

/** The least that a page costs in SQL: its ids by an index, its rows, its covers. */
async function bareSql(dataDir: string): Promise<Map<string, number>> {
  const program = findPgbench()
  if (program === null) return new Map()
  const page = (where: string) => `
    with page as (select id from listings where in_market ${where} order by published_at desc, id desc limit 20)
    select l.id, l.title, l.one_liner, l.category, l.price_cents, l.shipping_cents, l.take_offers, l.published_at, l.link, l.status, s.slug, a.name, p.variants
    from page join listings l using (id) join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id
    left join lateral (select variants from photos where listing_id = l.id and not is_video order by source = 'own' desc, position limit 1) p on true`
  const scripts = {
    browse: page(''),
    filter: page("and lower(category) = 'home' and price_cents between 2500 and 10000"),
    'common word': page(`and search @@ to_tsquery('english', '${COMMON}')`),
  }
  const rates = new Map<string, number>()
  for (const [name, sql] of Object.entries(scripts))
    rates.set(name, await pgbench(program, runningServer(dataDir)!, write(name, sql), { connections: CLIENTS, seconds: SECONDS }))
  const counting = `select count(*), count(distinct shop_id) from listings where in_market and search @@ to_tsquery('english', '${COMMON}')`
  rates.set(
    'common word, counted',
    await pgbench(program, runningServer(dataDir)!, write('counted', counting), { connections: 2, seconds: SECONDS }),
  )
  return rates
}

function write(name: string, sql: string): string {
  const path = join(scratch, `${name.replaceAll(/\W/g, '-')}.sql`)
  writeFileSync(path, `${sql.replaceAll(/\s+/g, ' ')};\n`)
  return path
}

async function total(port: number, q: string): Promise<number> {
  const answer = (await (await fetch(`http://127.0.0.1:${port}/v1/market/search?q=${q}`)).json()) as { total: number }
  return answer.total
}

const isReady = async (service: KillableService): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${service.port}/readyz`).catch(() => null))?.status === 200

/** What the process holds now, and the most it held. */
function memory(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) => `${Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)} MB`
  return `${megabytes('VmRSS')} (most: ${megabytes('VmHWM')})`
}

function print({ listings, figures, bare, sql, notes }: Seen, before: Seen | undefined): void {
  console.log(`\n${listings} listings; ${notes.join('; ')}`)
  console.log(
    `${'read'.padEnd(24)}median ms   p99 ms    per s   of bare HTTP (${Math.round(bare)}/s)   of bare SQL${before ? `   median against ${before.listings}` : ''}`,
  )
  for (const [name, { median, p99, rate }] of figures) {
    const ofSql = sql.has(name) ? `${(rate / sql.get(name)!).toFixed(2)} (${Math.round(sql.get(name)!)}/s)` : ''
    const growth = before ? (median / before.figures.get(name)!.median).toFixed(2) : ''
    console.log(
      `${name.padEnd(24)}${median.toFixed(1).padStart(9)}${p99.toFixed(1).padStart(9)}${rate.toFixed(0).padStart(9)}${(rate / bare).toFixed(2).padStart(15)}            ${ofSql.padStart(15)}   ${growth}`,
    )
  }
  if (sql.has('common word, counted'))
    console.log(`counting the common word's listings and stores in SQL, 2 connections: ${sql.get('common word, counted')!.toFixed(1)}/s`)
}

const scratch = mkdtempSync(join(tmpdir(), 'resale-bench-'))
try {
  let first: Seen | undefined
  for (const listings of SIZES) {
    const seen = await measureSize(listings)
    print(seen, first)
    first ??= seen
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
