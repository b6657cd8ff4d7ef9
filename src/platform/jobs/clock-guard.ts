import { sql } from 'kysely'
import type { Core } from '#platform/context/index.ts'

const MAX_SKEW_MS = 60_000
const RECHECK_MS = 60_000
/**
 * Limit in ms for changes in the difference between the wall clock and the monotonic clock. A larger change means that the wall clock was
 * set or the machine was asleep.
 */
const JUMP_MS = 1_000

export type ClockGuard = {
  /** Resolves with true while the machine's clock and the database's clock differ by at most a minute. */
  agrees(): Promise<boolean>
  /** Returns the last measured difference between the two clocks in seconds. It is positive if the machine's clock is ahead. */
  skewSeconds(): number
}

/**
 * Creates a guard for work that becomes due at a certain time. It must wait while the machine's clock is wrong: if the clock were a year
 * ahead, every deadline would expire, and records would be deleted too early. Compares the machine's clock with the database's clock once a
 * minute, and immediately after a jump. With an embedded database, the guard finds no difference, because both use the machine's clock.
 */
export function createClockGuard({ now, clock, db, log }: Core): ClockGuard {
  const machineTime = (): number => now().getTime() - clock.offsetMs()
  let last = { base: Number.NaN, checkedAt: Number.NEGATIVE_INFINITY, skewMs: 0 }
  const didAgree = (): boolean => Math.abs(last.skewMs) <= MAX_SKEW_MS
  return {
    skewSeconds: () => last.skewMs / 1_000,
    async agrees() {
      const base = machineTime() - performance.now()
      if (Math.abs(base - last.base) < JUMP_MS && performance.now() - last.checkedAt < RECHECK_MS) return didAgree()
      const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db)
      last = { base, checkedAt: performance.now(), skewMs: machineTime() - rows[0]!.ms }
      if (!didAgree())
        log.error({ skew_seconds: Math.round(last.skewMs / 1_000) }, 'the clocks of the worker and the database differ; deadlines wait')
      return didAgree()
    },
  }
}
