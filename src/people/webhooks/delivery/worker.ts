import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import type { Loop } from '#platform/jobs.ts'
import { isTime, type Pulse } from '#platform/jobs/pulse.ts'
import { createDeliveries, type Deliveries } from './loop.ts'
import * as queries from './queries.ts'

const LOOK_EVERY_MS = 500
/** Where nobody writes, only a retry falls due. */
const QUIET_MS = 5_000
/** How long the test clock waits: for two answers in a row that never come, and a little. */
const DUE_MS = 25_000

/** The sending of webhooks, as the worker runs it. */
export const deliveryLoop: Loop = {
  async start(ctx, { alone, pulse }) {
    if (alone) await queries.releaseAll(ctx.db)
    const deliveries = createDeliveries(ctx)
    const stopping = new AbortController()
    const looking = lookForever(ctx, deliveries, stopping.signal, pulse)
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

async function lookForever(ctx: Context, deliveries: Deliveries, stopped: AbortSignal, pulse: Pulse): Promise<void> {
  let began: number | undefined
  while (!stopped.aborted) {
    const isDue = isTime(pulse, began, QUIET_MS)
    if (isDue) began = performance.now()
    if (isDue) await deliveries.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'due deliveries could not be looked for'))
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}
