import type { Context } from '#context.ts'
import * as queries from './queries.ts'

/** Moves the service's clock forward, for every process on this database (completions 1, TEST_CLOCK). */
export async function advanceClock(ctx: Context, seconds: number): Promise<void> {
  ctx.clock.setOffsetMs(await queries.addClockOffset(ctx.db, Math.round(seconds * 1000)))
}

/** Takes over the offset that another process or an earlier run set. */
export async function followClock(ctx: Context): Promise<void> {
  if (ctx.config.testClock) ctx.clock.setOffsetMs(await queries.readClockOffset(ctx.db))
}

const PING_MS = 250
const MAX_EVENT_WAIT_MS = 5 * 60_000

/** Null when the service can take requests, else why not (reliability 5.8). */
export async function whyNotReady(ctx: Context): Promise<string | null> {
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, PING_MS, 'slow').unref())
  try {
    const answer = await Promise.race([queries.ping(ctx.db), slow])
    if (answer === 'slow') return 'database slow'
    const oldest = await queries.oldestWaitingEventAt(ctx.db)
    return oldest && ctx.now().getTime() - oldest.getTime() > MAX_EVENT_WAIT_MS ? 'events waiting' : null
  } catch {
    return 'database away'
  }
}
