import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from '#demo/index.ts'
import type { Config } from '#platform/config/index.ts'
import { DatabaseStartError, type Database } from '#platform/database/index.ts'
import { isDatabaseAway } from '#platform/errors/database.ts'
import type { Context } from '#platform/context/index.ts'
import { watchDescriptors } from '#platform/process/file-descriptors.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createClosers } from './closers.ts'
import { watch } from './gauges.ts'
import { openContext } from './open-context.ts'
import { openDatabases } from './open-database.ts'
import { openServices } from './open-services.ts'
import { startPeriodicFlush } from './flush.ts'
import type { Role } from './role.ts'
import { serveHealth, serveMarket } from './serve.ts'
import { contextOfJobs, startJobs } from './start-jobs.ts'
import { runDue } from './worker.ts'

export type Service = {
  ctx: Context
  /** Port that the service listens on, or null for a worker without HEALTH_PORT. */
  port: number | null
  demo: Demo | null
  stop(): Promise<void>
}

/** Time that startup waits for the database, in ms, multiplied by `DATABASE_PATIENCE`. */
const DATABASE_WAIT_MS = 60_000
const LONGEST_PAUSE_MS = 2_000

/**
 * Starts the service: database, migrations, then the web server, the worker, or both. If a step fails, closes everything again. If the
 * database does not respond, retries for up to a minute, multiplied by `DATABASE_PATIENCE`. `opening`: the database, if the caller has
 * already begun to open it.
 */
export async function startService(
  config: Config,
  role: Role,
  log: Log = createLog(config.logLevel),
  opening?: Promise<Database>,
): Promise<Service> {
  const until = performance.now() + DATABASE_WAIT_MS * config.database.patience
  let begun = opening
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(config, role, log, begun ?? prepareDatabase(config, log))
    } catch (error) {
      const pauseMs = Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS)
      if (!mayAnswer(error) || performance.now() + pauseMs > until) throw error
      if (tries === 1 || tries % 5 === 0) log.warn({ tries, why: (error as Error).message }, 'the database does not respond yet')
      begun = undefined
      await sleep(pauseMs)
    }
  }
}

const mayAnswer = (error: unknown): boolean => (error instanceof DatabaseStartError ? error.code === 'no_answer' : isDatabaseAway(error))

async function startOnce(config: Config, role: Role, log: Log, opening: Promise<Database>): Promise<Service> {
  const closers = createClosers(log)
  const deps = { config, log, metrics: createMetrics() }
  const descriptors = watchDescriptors(log)
  closers.add(() => descriptors.stop())
  try {
    const databases = await openDatabases(opening, config, { role, log }, closers)
    const outside = await openServices(deps, role, closers)
    const ctx = await openContext(deps, role, { ...databases, ...outside }, closers)
    await startPeriodicFlush(ctx, closers)
    const jobs = contextOfJobs(ctx, databases.pools)
    if (role !== 'web') await startJobs(jobs, { ...databases, ...outside }, closers)
    watch(jobs, databases)
    const served =
      role === 'worker' ? await serveHealth(ctx, closers) : await serveMarket(ctx, () => runDue(jobs, databases.pools.jobs), closers)
    return { ctx, ...served, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
