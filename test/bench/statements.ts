import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import { runningServer } from '#platform/database/running.ts'
import { readConfig } from '#platform/config.ts'
import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { CreateListing } from '#selling/listings/schema.ts'
import { createListing } from '#selling/listings/index.ts'
import { findListing } from '#market/browse/queries.ts'
import { kyselyOn, openPools, type Db, type Tables } from '#platform/db/index.ts'
import { typeParsers } from '#platform/db/parsers.ts'
import { newId } from '#platform/ids.ts'
import { createUrls } from '#platform/urls.ts'
import { MADE_ANEW } from '#test/bench/cost.ts'
import { cpuSeconds } from '#test/bench/cpu.ts'
import { fill, idOf, idSql, LISTINGS } from '#test/bench/dataset.ts'
import { atLeast, type Goal } from '#test/bench/goals.ts'
import { LeanConnection, rateOf } from '#test/bench/load.ts'
import { findPgbench, pgbench, writeScript, type Statement } from '#test/bench/pgbench.ts'
import { killableService, type KillableService } from '#test/chaos/service.ts'

const CONNECTIONS = 8
const ROUNDS = 5
const SECONDS = 1

/** The statements of a read and a write beside pgbench, and over HTTP (P1, P5). */
export async function benchStatements(): Promise<Goal[]> {
  // no worker: what is measured is the write with its event and job, not who works the jobs off
  const service = await killableService({ USAGE_LIMIT: '1000000000' }, ['web'])
  const scratch = mkdtempSync(join(tmpdir(), 'resale-bench-'))
  try {
    return await bench(service, scratch)
  } finally {
    await service.end()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function bench(service: KillableService, scratch: string): Promise<Goal[]> {
  const key = await service.key()
  const connection = runningServer(service.dataDir)!
  const admin = new Client(connection)
  await admin.connect()
  await fill(admin)
  const { rows } = await admin.query<{ account_id: string }>('select account_id from keys limit 1')
  const actor = { kind: 'key', accountId: rows[0]!.account_id } as Person
  await admin.end()

  const pools = openPools(connection, { sizes: { requests: CONNECTIONS, jobs: 1 } })
  const named = kyselyOn(pools.requests)
  const unnamedPool = new Pool({ ...connection, max: CONNECTIONS, types: typeParsers })
  const unnamed = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: unnamedPool }) })
  const lanes = await Promise.all(Array.from({ length: CONNECTIONS }, () => LeanConnection.open(service.port)))

  const program = findPgbench()
  if (program === null)
    console.log('pgbench is not here (Debian: apt-get install postgresql): the ratios stand beside the named statements instead.')
  const run = (script: string) => () => pgbench(program!, connection, script, { connections: CONNECTIONS, seconds: SECONDS })

  const pointScript = writeScript(
    join(scratch, 'point.sql'),
    `\\set n random(1, ${LISTINGS})`,
    await recorded(service, (db) => point(db, idOf(1))),
    (value) => (value === idOf(1) ? idSql(':n') : undefined),
  )
  const read = (headers: string) => (lane: number) =>
    expect(lanes[lane]!.send('GET', `/v1/market/listings/${idOf(anyListing())}`, headers), 200)
  const points = await table(service, 'Point read of one listing, with its photos', {
    ...(program === null ? {} : { 'pgbench, same SQL': run(pointScript) }),
    'named statements (as the service)': () => rateOf(CONNECTIONS, SECONDS, () => point(named, idOf(anyListing()))),
    'unnamed statements (pg as it comes)': () => rateOf(CONNECTIONS, SECONDS, () => point(unnamed, idOf(anyListing()))),
    [HTTP]: () => rateOf(CONNECTIONS, SECONDS, read(MADE_ANEW)),
    [KEPT]: () => rateOf(CONNECTIONS, SECONDS, read('')),
  })

  const written = await recorded(service, (db) => create(db, actor))
  const ids = new Map(
    written
      .flatMap(({ parameters }) => parameters)
      .filter((value) => /^(lst|evt)_[0-9a-z]+$/.test(String(value)))
      .map((id) => [id, `('${String(id).slice(0, 4)}p' || :a::text)`]),
  )
  const insertScript = writeScript(
    join(scratch, 'insert.sql'),
    '\\set a random(1, 1000000000000000)\nbegin;',
    [...written, { sql: 'commit', parameters: [] }],
    (value) => ids.get(value),
  )
  const payload = JSON.stringify(NEW_LISTING)
  const headers = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${payload.length}\r\n`
  const inserts = await table(service, 'Insert of one listing, with its event and job, fsync on', {
    ...(program === null ? {} : { 'pgbench, same statements': run(insertScript) }),
    'the verb, in a transaction': () => rateOf(CONNECTIONS, SECONDS, () => create(named, actor)),
    [HTTP]: () => rateOf(CONNECTIONS, SECONDS, (lane) => expect(lanes[lane]!.send('POST', '/v1/listings', headers, payload), 201)),
  })

  await tellOfPrepared(pools.requests)
  for (const lane of lanes) lane.close()
  await Promise.all([pools.end(), unnamedPool.end()])
  const beside = program === null ? 'the named statements' : 'pgbench'
  return [
    atLeast(`P1 point read made anew, of ${beside} by CPU`, points.get(HTTP)!, 0.45),
    atLeast('P1 the same as strangers ask (kept where read lately)', points.get(KEPT)!, 0.45),
    atLeast(`P5 insert of a listing, of ${beside} by CPU`, inserts.get(HTTP)!, 0.6),
  ]
}

const HTTP = 'over HTTP, made anew'
const KEPT = 'over HTTP, as strangers ask'

const anyListing = (): number => 1 + Math.floor(Math.random() * LISTINGS)

const NEW_LISTING = {
  shop: 'bench-1',
  title: 'Enamel camping mug',
  one_liner: 'Chipped once',
  description: 'Half a litre, white and blue. '.repeat(10),
  category: 'Home',
  price: 12.5,
  fields: { Brand: 'Acme', Colour: 'White' },
}

const point = (db: Db, id: string) => findListing(db, id, null)

async function create(db: Db, actor: Person): Promise<unknown> {
  const config = readConfig({})
  const ctx = { config, db, reads: db, now: () => new Date(), newId, urls: createUrls(config) } as Context
  return inTransaction(ctx, (tx) => createListing(tx, actor, CreateListing.parse(NEW_LISTING)))
}

/** The statements that some work sends, without begin and commit. */
async function recorded(service: KillableService, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const pool = new Pool({ ...runningServer(service.dataDir)!, max: 1, types: typeParsers })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      statements.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  await work(db)
  await pool.end()
  return statements.filter(({ sql }) => !/^(begin|commit|start transaction)$/i.test(sql))
}

async function expect(answer: Promise<{ status: number; body: string }>, status: number): Promise<void> {
  const got = await answer
  if (got.status !== status) throw new Error(`answered ${got.status} instead of ${status}: ${got.body}`)
}

/**
 * Runs the contestants in turn, round by round, and prints each one's median share of the first: by the clock, and by
 * processor time of all that takes part, the caller included, which a busy machine does not blur. Gives the latter.
 */
async function table(
  service: KillableService,
  title: string,
  contestants: Record<string, () => Promise<number>>,
): Promise<Map<string, number>> {
  const cpu = () => cpuSeconds(service.pid(), runningServer(service.dataDir)!.pid) ?? Number.NaN
  const rates = Object.entries(contestants).map(([name, run]) => ({ name, run, byClock: [] as number[], byCpu: [] as number[] }))
  for (const { run } of rates) await run()
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of rates) {
      const [cpuBefore, before] = [cpu(), performance.now()]
      const rate = await one.run()
      one.byClock.push(rate)
      one.byCpu.push((rate * (performance.now() - before)) / 1000 / (cpu() - cpuBefore))
    }
  }
  const [first] = rates
  const share = (mine: readonly number[], other: readonly number[]) => median(mine.map((rate, round) => rate / other[round]!))
  const shown = (value: number) => value.toFixed(2).padStart(7)
  console.log(`\n${title} (${CONNECTIONS} connections, median of ${ROUNDS} rounds)\n${''.padEnd(40)}by clock   by CPU`)
  for (const { name, byClock, byCpu } of rates) {
    console.log(
      `  ${name.padEnd(38)} ${shown(share(byClock, first!.byClock))}  ${shown(share(byCpu, first!.byCpu))}   ${Math.round(median(byClock))}/s`,
    )
  }
  return new Map(rates.map(({ name, byCpu }) => [name, share(byCpu, first!.byCpu)]))
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** What a connection of the pool has prepared, by its own account. */
async function tellOfPrepared(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string; calls: number; generic: number }>(
    'select left(statement, 60) as statement, generic_plans + custom_plans as calls, generic_plans as generic from pg_prepared_statements order by 2 desc limit 12',
  )
  console.log('\nPrepared on one connection of the pool: calls, of these with a plan kept for all values')
  for (const { statement, calls, generic } of rows)
    console.log(`  ${String(calls).padStart(7)} ${String(generic).padStart(7)}  ${statement.replaceAll(/\s+/g, ' ')}`)
}
