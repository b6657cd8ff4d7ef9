import { requeueWaitingEvents } from '#platform/events.ts'
import { freeDeadJobs, type WorkerParts } from '#platform/jobs.ts'
import { sweepRetention } from '#platform/retention.ts'

/** What the service itself keeps for a while only. */
export const systemWorker: WorkerParts = {
  sweeps: [
    { name: 'dead jobs', run: (ctx) => freeDeadJobs(ctx) },
    { name: 'waiting events', run: requeueWaitingEvents },
    { name: 'retention', asks: 'mail', run: sweepRetention },
    { name: 'limits', run: (ctx) => ctx.rateLimits.sweep(ctx.db) },
  ],
}
