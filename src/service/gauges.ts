import { countDue } from '#developers/webhooks/index.ts'
import type { Pools } from '#platform/db/index.ts'
import type { Replica } from '#platform/replica/index.ts'
import { countWaitingEvents } from '#platform/events/index.ts'
import { countFailedJobs, countOpenJobs } from '#platform/jobs/index.ts'
import type { Context } from '#platform/context/index.ts'

/** Registers gauges that show trouble before requests fail. */
export function watch(ctx: Context, { pools, replica }: { pools: Pools; replica: Replica | null }): void {
  const { metrics } = ctx
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
  metrics.gauge('jobs_failed', 'Jobs that failed for good: nobody tries them again', () => countFailedJobs(ctx))
  metrics.gauge('jobs_waiting', 'Jobs that could run now', () => countOpenJobs(ctx))
}
