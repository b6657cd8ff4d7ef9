import type { Context } from '#platform/context/index.ts'
import { pollingLoop } from '#platform/jobs/polling.ts'
import { createDeliveries } from './loop.ts'
import * as queries from './queries.ts'

/** Where nobody writes, only a retry falls due. */
const QUIET_MS = 5_000
/** For two answers in a row that never come, and a little. */
const DUE_MS = 25_000

/** The sending of webhooks, as the worker runs it. */
export const deliveryLoop = pollingLoop({
  open: openDesk,
  giveBack: ({ db }) => queries.releaseAll(db),
  quietMs: QUIET_MS,
  dueMs: DUE_MS,
  isAnyDue: (ctx) => queries.anyDue(ctx.db, ctx.now()),
  take: ({ deliveries }) => deliveries.look(),
})

function openDesk(ctx: Context) {
  const deliveries = createDeliveries(ctx)
  return {
    deliveries,
    look: () => deliveries.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'due deliveries could not be looked for')),
    wake: (accountId: string) => deliveries.wake([accountId]),
    stop: () => deliveries.stop(),
  }
}
