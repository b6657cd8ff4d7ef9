import { followClock } from '#platform/system/index.ts'
import type { Context, Core } from '#platform/context/index.ts'
import type { Closers } from './closers.ts'

const USAGE_FLUSH_MS = 500
/** Interval at which this process synchronizes its rate limits. Requests to other processes count here after at most this delay. */
const SETTLE_LIMITS_MS = 250
const REQUESTS_FLUSH_MS = 1_000
const VISITS_FLUSH_MS = 500
const FOLLOW_CLOCK_MS = 1_000

/** Starts writing counts from memory to the database, at intervals and when the process stops. */
export async function startPeriodicFlush(ctx: Context, closers: Closers): Promise<void> {
  await followClock(ctx)
  const writes: [everyMs: number, write: () => Promise<void>][] = [
    [USAGE_FLUSH_MS, () => ctx.usage.flush()],
    [SETTLE_LIMITS_MS, () => ctx.rateLimits.settle()],
    [REQUESTS_FLUSH_MS, () => ctx.requestLog.flush()],
    [VISITS_FLUSH_MS, () => ctx.visits.flush()],
  ]
  for (const [everyMs, write] of writes) {
    closers.add(write)
    closers.add(every(ctx, everyMs, write))
  }
  if (ctx.config.testClock) closers.add(every(ctx, FOLLOW_CLOCK_MS, () => followClock(ctx)))
}

function every({ log }: Core, ms: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'a periodic task failed'))
      .finally(() => (busy = false))
  }, ms).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
