import { requeueWaitingEvents } from '#platform/events/index.ts'
import { freeDeadJobs, type WorkerParts } from '#platform/jobs/index.ts'
import { deleteExpiredRows } from '#platform/retention/index.ts'

/** The platform's own periodic jobs. */
export const systemWorker: WorkerParts = {
  periodicJobs: [
    { name: 'dead jobs', tidies: true, run: (ctx) => freeDeadJobs(ctx) },
    { name: 'waiting events', run: requeueWaitingEvents },
    { name: 'retention', tidies: true, party: 'mail', run: deleteExpiredRows },
    { name: 'limits', tidies: true, run: (ctx) => ctx.rateLimits.deleteExpired(ctx.db) },
  ],
}
