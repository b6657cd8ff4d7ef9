import { forgetEvents } from '#lib/events.ts'
import { forgetIdempotencyKeys } from '#lib/idempotency.ts'
import type { WorkerParts } from '#lib/jobs.ts'

/** What the service itself keeps for a while only. */
export const systemWorker: WorkerParts = {
  sweeps: [
    { name: 'idempotency keys', run: forgetIdempotencyKeys },
    { name: 'events', run: forgetEvents },
  ],
}
