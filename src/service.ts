import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { openDatabase } from '#platform/database/index.ts'
import { createImages } from '#platform/images/index.ts'
import { createTestPayments } from '#platform/payments/test.ts'
import { openStorage } from '#platform/storage/open.ts'
import { openDemo, startPictures, type Demo } from '#demo/index.ts'
import { keepAnswers, openShownChanges } from '#market/browse/kept/index.ts'
import { startIndexer } from '#market/browse/search/server/indexer.ts'
import { followClock } from '#platform/system/index.ts'
import { watchMarket } from '#people/operator/health/numbers.ts'
import { createClock } from '#platform/clock.ts'
import { kyselyOn, migrate, openPools } from '#platform/db/index.ts'
import { openReplica } from '#platform/replica/index.ts'
import { hearAccountChanges } from '#platform/db/account-changes.ts'
import { tryHold } from '#platform/db/hold.ts'
import { holdPresence } from '#platform/db/presence.ts'
import { checkRoom } from '#platform/db/room.ts'
import { createEgress } from '#platform/egress/index.ts'
import { restartEventOrder } from '#platform/events.ts'
import { createClosing } from '#platform/http/closing.ts'
import { listen } from '#platform/http/listen.ts'
import { createRepeat } from '#platform/http/repeat.ts'
import { newId } from '#platform/ids.ts'
import { prepareQueue } from '#platform/jobs.ts'
import { keepNothing } from '#platform/kept-answers.ts'
import { createLive } from '#platform/live.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import { createRateLimits } from '#platform/rate-limits.ts'
import { createUrls } from '#platform/urls.ts'
import { createRequestLog } from '#platform/request-log.ts'
import { createUsage } from '#platform/usage.ts'
import { createVisits } from '#platform/visits.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { openProviders } from './open-providers.ts'
import { HOOKS } from './wiring/hooks.ts'
import { ENDPOINTS, PROTOCOL_ENDPOINTS } from '#api/index.ts'
import { createApp, createHealthApp } from './server.ts'
import { runDue, startWorker } from './worker.ts'
import { watch } from './gauges.ts'
import { openMail, openPayments, openTelemetry, startBackups } from './open-outside.ts'
import { engineOf } from './open-search.ts'
import type { Role } from './role.ts'

export type Service = {
  ctx: Context
  /** Null where nothing listens: a worker without HEALTH_PORT. */
  port: number | null
  /** The demo market, where there is one. */
  demo: Demo | null
  stop(): Promise<void>
}

const USAGE_FLUSH_MS = 500
/** How late a process may hear what the others let through. */
const SETTLE_LIMITS_MS = 250
const REQUESTS_FLUSH_MS = 1_000
const VISITS_FLUSH_MS = 500
const FOLLOW_CLOCK_MS = 1_000
/** How long requests that are under way may take when the process stops. */
export const GRACE_MS = 20_000
/** How long a public service goes on taking requests after `/readyz` said no, for balancers to hear it (reliability 5.8). */
const DRAIN_MS = 3_000

/**
 * Starts the service: database, migrations, then the web server, the worker, or both. What was opened is closed
 * again when a later step fails.
 */
export async function startService(config: Config, role: Role, log: Log = createLog(config.logLevel)): Promise<Service> {
  const closers: (() => Promise<unknown>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= closeAll())
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close().catch((error: unknown) => log.error({ err: error }, 'stopping'))
  }
  try {
    const { url, directUrl, pooler, pools: sizes } = config.database
    const names = pooler === 'prepared'
    const database = await openDatabase({ url, directUrl, names, dataDir: config.dataDir }, log)
    closers.push(() => database.stop())
    await migrate(database.connection, { log })
    await prepareQueue(database.connection)
    const { presence, stop: leave } = await holdPresence(database.connection)
    closers.push(leave)
    await checkRoom(database.connection, { sizes, role, pooled: database.pooled !== null, log })
    const pools = openPools(database.connection, {
      log,
      sizes,
      // whoever runs jobs hears of them by a session of its own
      pooler: database.pooled && { connection: database.pooled, names, jobs: role === 'web' },
    })
    closers.push(() => pools.end())

    const storage = await openStorage(config)
    closers.push(() => storage.close())
    const images = createImages()
    closers.push(() => images.close())
    const mail = await openMail(config, log)
    const egress = createEgress({ mode: config.mode, allow: config.outboundAllow })
    closers.push(async () => egress.close())

    const metrics = createMetrics()
    closers.push(await openTelemetry(config, role, metrics))
    const db = kyselyOn(pools.requests)
    await restartEventOrder(db)
    const clock = createClock()
    const usage = createUsage(db, config.usageLimit)
    const rateLimits = createRateLimits(config.rateLimits, { db: kyselyOn(pools.jobs), now: clock.now, metrics })
    const requestLog = createRequestLog(db)
    const visits = createVisits(db)
    const { replicaUrl } = config.database
    const primary = { connection: database.connection, pool: pools.requests }
    const replica = replicaUrl === null ? null : openReplica({ primary, url: replicaUrl, log })
    if (replica) closers.push(() => replica.stop())
    const providers = await openProviders(config)
    const searchServer = config.searchServer && (await openSearchServer(config.searchServer.urls))
    if (searchServer) closers.push(() => searchServer.close())
    const search = engineOf({ config, db, log, metrics, now: clock.now }, role, { providers, searchServer })
    closers.push(() => search.stop())
    const keepBytes = role === 'worker' ? 0 : config.keptAnswersMegabytes * 2 ** 20
    const changes = openShownChanges(database.connection)
    closers.push(() => changes.end())
    const kept = keepBytes === 0 ? keepNothing : keepAnswers({ changes, log, now: clock.now }, keepBytes)
    const live = createLive({ now: clock.now, chance: () => randomBytes(1)[0]! / 256 })
    if (role !== 'worker') {
      const listener = await hearAccountChanges(database.connection, live)
      closers.push(() => listener.stop())
    }
    const ctx: Context = {
      config,
      db,
      reads: replica?.reads ?? db,
      log,
      clock,
      storage,
      images,
      egress,
      payments: await openPayments(config),
      testPayments: createTestPayments(),
      providers,
      metrics,
      mail,
      usage,
      requestLog,
      visits,
      search,
      kept,
      live,
      presence,
      now: clock.now,
      newId,
      randomBytes: (size) => randomBytes(size),
      urls: createUrls(config),
      rateLimits,
      hooks: HOOKS,
      endpoints: new Map([...ENDPOINTS, ...PROTOCOL_ENDPOINTS].map((endpoint) => [endpoint.id, endpoint])),
    }
    await followClock(ctx)
    closers.push(() => usage.flush())
    closers.push(every(USAGE_FLUSH_MS, () => usage.flush(), log))
    closers.push(() => rateLimits.settle())
    closers.push(every(SETTLE_LIMITS_MS, () => rateLimits.settle(), log))
    closers.push(() => requestLog.flush())
    closers.push(every(REQUESTS_FLUSH_MS, () => requestLog.flush(), log))
    closers.push(() => visits.flush())
    closers.push(every(VISITS_FLUSH_MS, () => visits.flush(), log))
    if (config.testClock) closers.push(every(FOLLOW_CLOCK_MS, () => followClock(ctx), log))

    // what a job finds and sends must be so now: it reads no replica
    const jobsDb = kyselyOn(pools.jobs)
    const jobsCtx: Context = { ...ctx, db: jobsDb, reads: jobsDb }
    if (role !== 'web') {
      const worker = await startWorker(jobsCtx, pools.jobs, { alone: database.kind === 'embedded' })
      closers.push(() => worker.stop())
      const backups = await startBackups(jobsCtx, database)
      closers.push(() => backups.stop())
      if (searchServer) {
        const hold = (work: () => Promise<void>) => tryHold(database.connection, 'search index', work)
        const indexer = startIndexer(jobsCtx, searchServer, config.searchServer!.prefix, hold)
        closers.push(() => indexer.stop())
      }
    }
    let stopping = false
    watch(metrics, jobsCtx, pools, replica)
    if (role !== 'web') watchMarket(jobsCtx)
    if (role === 'worker') {
      if (config.healthPort === null) return { ctx, port: null, demo: null, stop }
      const health = createHealthApp(ctx, { metrics, stopping: () => stopping })
      const listener = await listen(health, log, { ...config, port: config.healthPort })
      closers.push(() => listener.close(GRACE_MS))
      closers.push(async () => void (stopping = true))
      return { ctx, port: listener.port, demo: null, stop }
    }
    const closing = createClosing(ctx, metrics, () => stopping)
    const app = createApp(ctx, { metrics, closing, runDue: () => runDue(jobsCtx, pools.jobs), stopping: () => stopping })
    const demo = await openDemo(ctx)
    const listener = await listen(app, log, { ...config, repeat: createRepeat(ctx, closing) })
    closers.push(async () => {
      stopping = true
      if (config.mode === 'public') await sleep(DRAIN_MS)
      // these would never finish by themselves; their pages go to another process
      live.stop()
      await listener.close(GRACE_MS)
    })
    if (demo) closers.push(startPictures(ctx))
    return { ctx, port: listener.port, demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs `work` again and again. Gives the function that stops it and waits for the last run. */
function every(ms: number, work: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    // where the database is slow, turns are left out rather than piled up
    if (busy) return
    busy = true
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'a regular task failed'))
      .finally(() => (busy = false))
  }, ms).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
