import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import type { Loop } from '#platform/jobs.ts'
import { createDeliveries, type Deliveries } from './loop.ts'
import * as queries from './queries.ts'

const LOOK_EVERY_MS = 500
/** How long the test clock waits: for two answers in a row that never come, and a little. */
const DUE_MS = 25_000

/** The sending of webhooks, as the worker runs it. */
export const deliveryLoop: Loop = {
  async start(ctx, { alone }) {
    if (alone) await queries.releaseAll(ctx.db)
    const deliveries = createDeliveries(ctx)
    const stopping = new AbortController()
    const looking = lookForever(ctx, deliveries, stopping.signal)
    return {
      wake: (accountId) => deliveries.wake([accountId]),
      async stop() {
        stopping.abort()
        await looking
        await deliveries.stop()
      },
    }
  },

  async runDue(ctx) {
    const deliveries = createDeliveries(ctx)
    const deadline = performance.now() + DUE_MS
    try {
      while (performance.now() < deadline && (await queries.anyDue(ctx.db, ctx.now()))) {
        await deliveries.look()
        await sleep(20)
      }
    } finally {
      await deliveries.stop()
    }
  },
}

async function lookForever(ctx: Context, deliveries: Deliveries, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await deliveries.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'due deliveries could not be looked for'))
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}
