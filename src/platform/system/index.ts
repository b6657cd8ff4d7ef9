import type { Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Advances the service's clock for every process on this database (spec: completions 1, TEST_CLOCK). */
export async function advanceClock(ctx: Core, seconds: number): Promise<void> {
  ctx.clock.setOffsetMs(await queries.addClockOffset(ctx.db, Math.round(seconds * 1000)))
}

/** Adopts the clock offset that another process or an earlier run stored. */
export async function followClock(ctx: Core): Promise<void> {
  if (ctx.config.testClock) ctx.clock.setOffsetMs(await queries.readClockOffset(ctx.db))
}

export { migrationsApart } from './queries.ts'
export { whyNotReady } from './readiness.ts'
