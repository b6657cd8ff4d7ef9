import { startIndexer } from '#catalog/browse/search/opensearch/indexer.ts'
import { watchMarket } from '#admin/health/numbers.ts'
import { scheduleAudits } from '#platform/jobs/audits.ts'
import type { Database } from '#platform/database/index.ts'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import { kyselyOn, type Pools } from '#platform/db/index.ts'
import type { Context } from '#platform/context/index.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import type { Closers } from './closers.ts'
import { startBackups } from './open-services.ts'
import { startWorker } from './worker.ts'

/** Returns the context for jobs. Jobs need current data, so they never read the replica. */
export function contextOfJobs(ctx: Context, pools: Pools): Context {
  const db = kyselyOn(pools.jobs)
  return { ...ctx, db, reads: db }
}

type Parts = { database: Database; pools: Pools; searchServer: SearchServer | null }

/**
 * Starts the worker, the backups, the audits and, if there is a search server, the indexing of listings on that server. `ctx` is the
 * context for jobs.
 */
export async function startJobs(ctx: Context, { database, pools, searchServer }: Parts, closers: Closers): Promise<void> {
  const worker = await startWorker(ctx, pools.jobs, { alone: database.kind === 'embedded' })
  closers.add(() => worker.stop())
  const backups = await startBackups(ctx, database)
  closers.add(() => backups.stop())
  const audits = scheduleAudits({
    connection: database.connection,
    everyHours: ctx.config.auditEveryHours,
    log: ctx.log,
    metrics: ctx.metrics,
  })
  closers.add(() => audits.stop())
  watchMarket(ctx)
  if (!searchServer) return
  const hold = (work: () => Promise<void>) => withAdvisoryLock(database.connection, 'search index', work)
  const indexer = startIndexer(ctx, searchServer, ctx.config.searchServer!.prefix, hold)
  closers.add(() => indexer.stop())
}
