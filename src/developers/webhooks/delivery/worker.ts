import type { Context } from '#platform/context/index.ts'
import { pollingLoop } from '#platform/jobs/polling.ts'
import { createDeliveries } from './loop.ts'
import * as queries from './queries.ts'

/** Poll interval without new events, when only retries become due. */
const QUIET_MS = 5_000
/**
 * Maximum time, in ms, to wait for due deliveries when the test clock is advanced. Long enough for two consecutive attempts that time out.
 */
const DUE_MS = 25_000

export const deliveryLoop = pollingLoop({
  open: createWorker,
  giveBack: ({ db }) => queries.releaseAll(db),
  quietMs: QUIET_MS,
  dueMs: DUE_MS,
  isAnyDue: (ctx) => queries.anyDue(ctx.db, ctx.now()),
  take: ({ deliveries }) => deliveries.poll(),
})

function createWorker(ctx: Context) {
  const deliveries = createDeliveries(ctx)
  return {
    deliveries,
    poll: () => deliveries.poll().catch((error: unknown) => ctx.log.warn({ err: error }, 'finding due deliveries failed')),
    wake: (accountId: string) => deliveries.wake([accountId]),
    stop: () => deliveries.stop(),
  }
}
