import { countDue } from '#developers/webhooks/index.ts'
import type { Pools } from '#platform/db/index.ts'
import type { Replica } from '#platform/replica/index.ts'
import { countWaitingEvents } from '#platform/events/index.ts'
import { countFailedJobs, countOpenJobs } from '#platform/jobs/index.ts'
import type { Context } from '#platform/context/index.ts'

/** Registers gauges that show problems, such as a growing queue, before requests begin to fail. */
export function watch(ctx: Context, { pools, replica }: { pools: Pools; replica: Replica | null }): void {
  const { metrics } = ctx
  for (const name of ['requests', 'jobs'] as const) {
    const pool = pools[name]
    metrics.gauge(`database_pool_${name}_in_use`, `Connections in use in the ${name} pool`, () => pool.totalCount - pool.idleCount)
    metrics.gauge(`database_pool_${name}_waiting`, `Callers waiting for a connection from the ${name} pool`, () => pool.waitingCount)
  }
  if (replica) {
    metrics.gauge('database_replica_used', '1 if the replica answers reads, otherwise 0', () => (replica.watch.isUsed() ? 1 : 0))
    metrics.gauge('database_replica_lag_seconds', 'Delay of the replica behind the primary; infinite if unknown', replica.watch.lagSeconds)
    metrics.gauge('database_replica_reads', 'Reads answered by the replica since the service started', replica.answered)
  }
  metrics.gauge('live_streams', 'Open pages that receive live updates', () => ctx.live.count())
  metrics.gauge('events_waiting', 'Events not yet published', () => countWaitingEvents(ctx))
  metrics.gauge('webhook_deliveries_due', 'Webhook deliveries that are due', () => countDue(ctx))
  metrics.gauge('jobs_failed', 'Jobs that failed permanently', () => countFailedJobs(ctx))
  metrics.gauge('jobs_waiting', 'Jobs that are due', () => countOpenJobs(ctx))
}
