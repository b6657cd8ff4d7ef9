import { forgetEvents, requeueWaitingEvents } from '#lib/events.ts'
import { forgetIdempotencyKeys } from '#lib/idempotency.ts'
import { freeDeadJobs, type WorkerParts } from '#lib/jobs.ts'

/** What the service itself keeps for a while only. */
export const systemWorker: WorkerParts = {
  sweeps: [
    { name: 'idempotency keys', run: forgetIdempotencyKeys },
    { name: 'dead jobs', run: freeDeadJobs },
    { name: 'waiting events', run: requeueWaitingEvents },
    { name: 'events', run: forgetEvents },
    { name: 'limits', run: (ctx) => ctx.rateLimits.sweep(ctx.db) },
  ],
}
