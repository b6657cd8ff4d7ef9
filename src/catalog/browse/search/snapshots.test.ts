import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { MarketQuery } from '#search/market-index.ts'
import type { Context } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { until } from '#test/until.ts'
import { startSearchEngine } from './engine.ts'
import { buildFeed, type Feed } from './feed.ts'
import { readChanges } from './queries.ts'
import { scheduleSnapshots } from './snapshots.ts'

type LogLine = { level: 'info' | 'warn'; why: unknown; from?: unknown }
const ALL: MarketQuery = {
  q: null,
  category: null,
  minCents: null,
  maxCents: null,
  offersOnly: false,
  sort: 'newest',
  limit: 100,
  offset: 0,
}
const never = new AbortController().signal

async function stage(t: TestContext) {
  const app = await startApp(t)
  const { key } = await app.signUp()
  await app.call('POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  const list = async (title: string, more: object = {}): Promise<string> =>
    (await app.call('POST', '/v1/listings', { key, json: { title, price: 20, publish: true, ...more } })).body.id
  const ids: string[] = []
  for (const title of ['Brass lantern', 'Copper kettle', 'Velvet sofa', 'Oak table', 'Wool scarf', 'Red T-shirt'])
    ids.push(await list(title))
  const folder = await mkdtemp(join(tmpdir(), 'resale-snapshot-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { app, key, list, ids, folder, path: join(folder, 'market.index'), ...logged(app) }
}

function logged({ service: { ctx } }: TestApp) {
  const lines: LogLine[] = []
  const note = (level: LogLine['level']) => (about: Partial<LogLine> | string) => {
    if (typeof about !== 'string') lines.push({ level, why: about.why, from: about.from })
  }
  const log = { ...ctx.log, info: note('info'), warn: note('warn') } as unknown as Context['log']
  return { told: lines, deps: { db: ctx.db, log } }
}

/**
 * Waits until older transactions have ended. A snapshot covers changes only up to the oldest open transaction in any database on the
 * server.
 */
async function untilOthersEnd({ service: { ctx } }: TestApp): Promise<void> {
  const { rows } = await sql<{ tx: string }>`select pg_current_xact_id()::text as tx`.execute(ctx.db)
  await until('the end of earlier transactions', async () => {
    const now = await sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]!.tx}::xid8 as over`.execute(ctx.db)
    return now.rows[0]!.over
  })
}

const SETTINGS = { least: 1 }
const fresh = async ({ db }: Pick<Context, 'db'>): Promise<Feed> => (await buildFeed(db, null, never))!

async function sameAsFresh(deps: Pick<Context, 'db'>, feed: Feed): Promise<void> {
  const built = await fresh(deps)
  for (const q of [null, 'lantern', 'kettle', 'couch', 'velv', 'teapot', 'candlestick', 'late', 'table scarf'])
    assert.deepEqual(feed.index.search({ ...ALL, q, facets: true }), built.index.search({ ...ALL, q, facets: true }), String(q))
  assert.equal(feed.index.size, built.index.size)
}

test('an index that is restored from a snapshot includes all changes made since the snapshot', async (t) => {
  const { app, key, list, ids, folder, told: lines, deps } = await stage(t)
  const { db } = app.service.ctx
  const settings = { folder, ...SETTINGS }
  assert.equal(await scheduleSnapshots(deps, null, settings).restore(never), null)
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const late = db.transaction().execute(async (tx) => {
    await sql`update listings set title = 'Late scarf' where id = ${ids[4]!}`.execute(tx)
    begin()
    await mayCommit
  })
  await begun
  await scheduleSnapshots(deps, null, settings).save(await fresh(deps), true)
  commit()
  await late
  await app.call('PATCH', `/v1/listings/${ids[0]}`, { key, json: { title: 'Brass candlestick', price: 120 } })
  await app.call('POST', `/v1/listings/${ids[1]}/mark-sold`, { key })
  await app.call('POST', `/v1/listings/${ids[2]}/publish`, { key, json: { visibility: 'link' } })
  await app.call('DELETE', `/v1/listings/${ids[3]}`, { key })
  await list('Blue teapot')
  const feed = await scheduleSnapshots(deps, null, settings).restore(never)
  assert.ok(feed)
  await sameAsFresh(deps, feed)
  assert.equal(feed.index.search({ ...ALL, q: 'late' }).total, 1)
  await list('Green teapot')
  const following = feed.follow()
  assert.equal(feed.capture(), null, 'takes no snapshot while it applies changes')
  assert.ok(await following)
  assert.ok(feed.capture())
  await sameAsFresh(deps, feed)
  assert.deepEqual(
    lines.filter(({ level }) => level === 'warn'),
    [],
  )
})

test('if the snapshot is damaged, outdated or from a different database, the service rebuilds the index and logs the reason', async (t) => {
  const { app, ids, folder, path, told: lines, deps } = await stage(t)
  const settings = { folder, ...SETTINGS }
  await scheduleSnapshots(deps, null, settings).save(await fresh(deps), true)
  const whole = await readFile(path)
  const refused = async (why: RegExp, from = scheduleSnapshots(deps, null, settings)) => {
    lines.length = 0
    assert.equal(await from.restore(never), null)
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]!.why), why)
  }
  const restores = async () => assert.ok(await scheduleSnapshots(deps, null, settings).restore(never))
  await restores()
  let seed = 7
  for (let n = 0; n < 30; n++) {
    seed = (seed * 48_271) % 2_147_483_647
    // skips the reserved space in the snapshot's header
    const at = (1 << 14) + (seed % (whole.length - (1 << 14)))
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1 + (seed % 255)
    await writeFile(path, damaged)
    await refused(/damaged/)
  }
  await writeFile(path, whole.subarray(0, whole.length - 1))
  await refused(/size does not match its header/)
  await writeFile(path, 'not a snapshot')
  await refused(/is truncated/)
  await writeFile(path, whole)
  await refused(/other settings/, scheduleSnapshots(deps, { model: 'some', bytes: 1_000 }, settings))

  const other = await startApp(t)
  const theirs = logged(other)
  assert.equal(await scheduleSnapshots(theirs.deps, null, settings).restore(never), null)
  assert.match(String(theirs.told[0]!.why), /belongs to another database/)

  const { db } = app.service.ctx
  await restores()
  const rewritten = sql`update market_changes set at = at where listing_id like 'snapshot_%'`
  await rewritten.execute(db)
  await refused(/belongs to another database/)
  await scheduleSnapshots(deps, null, settings).save(await fresh(deps), true)
  await restores()
  await sql`insert into market_changes (listing_id) select 'lst_' || n from generate_series(1, 1002) n`.execute(db)
  await refused(/too many listings have changed/)
  await untilOthersEnd(app)
  await scheduleSnapshots(deps, null, settings).save(await fresh(deps), true)
  await restores()
  await sql`delete from market_changes`.execute(db)
  await sql`update listings set title = 'Forgotten' where id = ${ids[0]!}`.execute(db)
  await refused(/belongs to another database/)
})

test('an index snapshot is rejected if it is older than the retained change log', async (t) => {
  const { folder, path, told: lines, deps } = await stage(t)
  const settings = { folder, ...SETTINGS }
  const feed = await fresh(deps)
  const old = () => {
    const captured = feed.capture()!
    return { ...captured, seen: { ...captured.seen, atSeconds: captured.seen.atSeconds - 24 * 3_600 } }
  }
  await scheduleSnapshots(deps, null, settings).save({ ...feed, capture: old }, true)
  assert.ok((await readFile(path)).length > 0)
  assert.equal(await scheduleSnapshots(deps, null, settings).restore(never), null)
  assert.match(String(lines[0]!.why), /too old/)
})

test('the service writes the snapshot at shutdown even if an earlier write was aborted', async (t) => {
  const { folder, path, deps } = await stage(t)
  const snapshots = scheduleSnapshots(deps, null, { folder, ...SETTINGS })
  const feed = await fresh(deps)
  await snapshots.save(feed, false, AbortSignal.abort())
  await assert.rejects(readFile(path), { code: 'ENOENT' })
  await snapshots.save(feed, true)
  const restored = await scheduleSnapshots(deps, null, { folder, ...SETTINGS }).restore(never)
  assert.equal(restored?.index.size, feed.index.size)
})

test('the service writes an index snapshot when it stops, and loads the snapshot at the next startup', async (t) => {
  const { app, list, folder, path, told: lines, deps } = await stage(t)
  const find = async () => {
    const search = startSearchEngine(deps, null, { folder, ...SETTINGS })
    assert.equal(search.hasBeenReady(), false)
    assert.equal(await search.find(ALL), null, 'a partial index does not answer')
    await search.ready()
    const found = await search.find({ ...ALL, q: 'lantern' })
    return { search, found }
  }
  const one = await find()
  await list('Paper lantern')
  assert.equal((await one.search.find({ ...ALL, q: 'lantern' }))!.total, 2)
  await one.search.stop()
  await copyFile(path, `${path}.copy`)
  await list('Storm lantern')
  const other = await find()
  assert.equal(other.found!.total, 3)
  await other.search.stop()
  assert.deepEqual(
    lines.filter(({ from }) => from).map(({ from }) => from),
    ['listings', 'snapshot'],
  )
  assert.equal(app.service.ctx.search.hasBeenReady(), true)
})

test('the reader of listing changes ignores changes whose transaction IDs come from a different database cluster', async (t) => {
  const { deps, ids } = await stage(t)
  await sql`insert into market_changes (tx, listing_id) values ('4611686018427387904', 'lst_elsewhere')`.execute(deps.db)
  const { changes } = await readChanges(deps.db, 0)
  assert.deepEqual(new Set(changes.map(({ listingId }) => listingId)), new Set(ids))
})
