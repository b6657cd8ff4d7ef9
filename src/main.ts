import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '#platform/database/index.ts'
import { createImages } from '#platform/images/index.ts'
import { createTestPayments } from '#platform/payments/test.ts'
import type { Payments } from '#platform/payments/index.ts'
import { openBackupStorage, openStorage } from '#platform/storage/open.ts'
import { openDemo, startPictures, type Demo } from '#demo/index.ts'
import { keepAnswers, openShownChanges } from '#market/browse/kept/index.ts'
import { createQueryVectors } from '#market/browse/meaning/query-vectors.ts'
import type { SearchEngine } from '#domain/search/engine.ts'
import { noSearchEngine, startSearchEngine, type MeaningParts } from '#market/browse/search/engine.ts'
import { startServerEngine } from '#market/browse/search/server/engine.ts'
import { startIndexer } from '#market/browse/search/server/indexer.ts'
import { followClock } from '#platform/system/index.ts'
import { watchMarket } from '#people/operator/health/numbers.ts'
import { countDue } from '#people/webhooks/index.ts'
import { openPlace } from '#platform/backup/place.ts'
import { keepBackups } from '#platform/backup/schedule.ts'
import { createClock } from '#platform/clock.ts'
import { kyselyOn, migrate, openPools, type Pools } from '#platform/db/index.ts'
import { openReplica, type Replica } from '#platform/replica/index.ts'
import { hearAccountChanges } from '#platform/db/account-changes.ts'
import { tryHold } from '#platform/db/hold.ts'
import { holdPresence } from '#platform/db/presence.ts'
import { checkRoom } from '#platform/db/room.ts'
import { createEgress } from '#platform/egress/index.ts'
import { countWaitingEvents, restartEventOrder } from '#platform/events.ts'
import { createClosing } from '#platform/http/closing.ts'
import { listen } from '#platform/http/listen.ts'
import { createRepeat } from '#platform/http/repeat.ts'
import { newId } from '#platform/ids.ts'
import { countOpenJobs, prepareQueue } from '#platform/jobs.ts'
import { keepNothing } from '#platform/kept-answers.ts'
import { createLive } from '#platform/live.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createMetrics, type Metrics } from '#platform/metrics.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { createRateLimits } from '#platform/rate-limits.ts'
import { useTracer } from '#platform/tracing/index.ts'
import { createUrls } from '#platform/urls.ts'
import { createRequestLog } from '#platform/request-log.ts'
import { createUsage } from '#platform/usage.ts'
import { createVisits } from '#platform/visits.ts'
import { firstFree } from '#platform/free-port.ts'
import { banner } from './banner.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { openProviders } from './open-providers.ts'
import type { Providers } from '#platform/providers.ts'
import { noMail, type Mail } from '#platform/mail/index.ts'
import { HOOKS } from './wiring/hooks.ts'
import { ENDPOINTS, PROTOCOL_ENDPOINTS } from '#api/index.ts'
import { createApp, createHealthApp } from './server.ts'
import { runDue, startWorker } from './worker.ts'

export type Role = 'web' | 'worker' | 'all'

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
const GRACE_MS = 20_000
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
    const database = await openDatabase({ url, directUrl, dataDir: config.dataDir }, log)
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
      pooler: database.pooled && { connection: database.pooled, names: pooler === 'prepared', jobs: role === 'web' },
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

/** Its code is loaded only where a collector is named: it takes a tenth of a second of the start. */
async function openTelemetry({ telemetry, version }: Config, role: Role, metrics: Metrics): Promise<() => Promise<void>> {
  if (telemetry === null) return async () => {}
  const { startTelemetry } = await import('#platform/telemetry/index.ts')
  const { tracer, stop } = startTelemetry({ ...telemetry, version, role, metrics })
  useTracer(tracer)
  return async () => {
    useTracer(null)
    await stop()
  }
}

/** Makes backups by itself, where the settings say how often. */
async function startBackups({ config, log, metrics, storage, now }: Context, { connection }: Database): Promise<{ stop(): Promise<void> }> {
  const { to, passphrase, everyHours, keep, pictures } = config.backup
  if (to === null || everyHours === 0) return { stop: async () => {} }
  const target = await openBackupStorage(to)
  const source = { connection, storage: pictures ? storage : null, release: config.version }
  const backups = keepBackups({
    place: () => openPlace(target, passphrase, { create: true }),
    ...{ source, everyHours, keep, log, metrics, now },
  })
  return {
    async stop() {
      await backups.stop()
      await target.close()
    },
  }
}

/** What searches go by in this process. */
function engineOf(
  world: Parameters<typeof createQueryVectors>[0],
  role: Role,
  { providers, searchServer }: { providers: Providers; searchServer: SearchServer | null },
): SearchEngine {
  const { config, log, metrics } = world
  if (role === 'worker') return noSearchEngine
  if (!searchServer)
    return config.searchIndex
      ? startSearchEngine(world, meaningOf(world, providers), { folder: join(config.dataDir, 'search') })
      : noSearchEngine
  const engine = startServerEngine({ log }, searchServer, config.searchServer!.prefix)
  metrics.gauge('search_server_away', 'Whether the search server is away: 1 or 0', () => (engine.isAway() ? 1 : 0))
  return engine
}

/** How searches get their meaning, where there is an embedding model. */
function meaningOf(world: Parameters<typeof createQueryVectors>[0], { embedder }: Providers): MeaningParts | null {
  const { least, megabytes } = world.config.embedding
  return embedder ? { queries: createQueryVectors(world, embedder), least, bytes: megabytes * 2 ** 20 } : null
}

/** What tells of trouble before requests do. */
function watch(metrics: Metrics, ctx: Context, pools: Pools, replica: Replica | null): void {
  for (const name of ['requests', 'jobs'] as const) {
    const pool = pools[name]
    metrics.gauge(`database_pool_${name}_in_use`, `Connections of the ${name} pool that are in use`, () => pool.totalCount - pool.idleCount)
    metrics.gauge(`database_pool_${name}_waiting`, `Callers that wait for a connection of the ${name} pool`, () => pool.waitingCount)
  }
  if (replica) {
    metrics.gauge('database_replica_used', 'Whether the replica answers reads: 1 or 0', () => (replica.watch.isUsed() ? 1 : 0))
    metrics.gauge('database_replica_lag_seconds', 'How far the replica is behind; infinite where it is not known', replica.watch.lagSeconds)
    metrics.gauge('database_replica_reads', 'Reads that the replica answered since the start', replica.answered)
  }
  metrics.gauge('live_streams', 'Open pages that are told of changes', () => ctx.live.count())
  metrics.gauge('events_waiting', 'Events that are not handed out yet', () => countWaitingEvents(ctx))
  metrics.gauge('webhook_deliveries_due', 'Deliveries to webhooks that could be tried now and are not', () => countDue(ctx))
  metrics.gauge('jobs_waiting', 'Jobs that could run now', () => countOpenJobs(ctx))
}

async function openPayments({ payments }: Config): Promise<Payments | null> {
  if (payments.kind === 'off') return null
  if (payments.kind === 'test') return createTestPayments()
  const { createStripePayments } = await import('#platform/payments/stripe.ts')
  return createStripePayments(payments)
}

async function openMail({ mail, mailFrom, dataDir }: Config, log: Log): Promise<Mail> {
  if (mail.kind === 'off') {
    log.warn('SMTP_URL is not set, so nobody gets mail')
    return noMail
  }
  // the composer is loaded only where mail is written
  if (mail.kind === 'smtp') return (await import('#platform/mail/smtp.ts')).createSmtpMail({ url: mail.url, from: mailFrom })
  return (await import('#platform/mail/mailbox.ts')).createMailbox({ folder: join(dataDir, 'mail'), from: mailFrom })
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

const ROLES: readonly Role[] = ['web', 'worker', 'all']

/** The command line: `web`, `worker` or `all` (the default). */
export async function main(args: readonly string[]): Promise<void> {
  const role = (args[0] ?? 'all') as Role
  if (!ROLES.includes(role)) return fail(`Say what to run: ${ROLES.join(', ')}. "${role}" is none of them.`)
  try {
    const { service, notes } = await startOnPort(role)
    const { config } = service.ctx
    const stopOnce = once(async (reason: string, code: number) => {
      service.ctx.log.info({ reason }, 'stopping')
      setTimeout(() => process.exit(1), GRACE_MS + 5_000).unref()
      await service.stop()
      process.exit(code)
    })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopOnce(signal, 0))
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error) => {
        service.ctx.log.fatal({ err: error }, event)
        process.exit(1)
      })
    }
    if (role !== 'worker' && service.port !== null) process.stdout.write(banner({ config, port: service.port, demo: service.demo, notes }))
  } catch (error) {
    fail(startMessage(error))
  }
}

/**
 * Where nobody chose a port and the usual one is taken, the next free one serves, and says so. A port that was
 * asked for is never changed.
 */
async function configWithPort(role: Role): Promise<{ config: Config; notes: string[] }> {
  const config = readConfig()
  if (role === 'worker' || !config.portIsDefault) return { config, notes: [] }
  const port = await firstFree(config.port, config.host)
  if (port === null || port === config.port) return { config, notes: [] }
  return { config: readConfig(undefined, port), notes: [`port ${config.port} is taken, so this is on ${port}; PORT=… chooses another`] }
}

/** Another start may take the port between the look and the listening: then it is looked for again. */
async function startOnPort(role: Role, tries = 3): Promise<{ service: Service; notes: string[] }> {
  const { config, notes } = await configWithPort(role)
  try {
    return { service: await startService(config, role), notes }
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE' || !config.portIsDefault || tries === 1) throw error
    return startOnPort(role, tries - 1)
  }
}

const once = <A extends unknown[]>(run: (...args: A) => Promise<void>) => {
  let done = false
  return (...args: A) => {
    if (done) return
    done = true
    run(...args).catch(() => process.exit(1))
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function startMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `${message}\nAnother program has this port. Stop it, or choose another one: PORT=3001 npm start`
  return error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error' && !error.name.startsWith('Type')
    ? (message ?? '')
    : String((error as Error).stack ?? error)
}
