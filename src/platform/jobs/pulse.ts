import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Core } from '#platform/context/index.ts'

/**
 * Reports when the database was last written to. After a recent write, pollers check for due work every second. Without writes, work
 * becomes due only as time passes, so pollers check less often: an idle process runs two statements per second instead of fifty.
 */
export type Pulse = {
  /** Time of the last detected write, as in `performance.now()`. */
  changedAt(): number
  stop(): Promise<void>
}

const EVERY_MS = 1_000
const QUIET_EVERY_MS = 2_000
const QUIET_AFTER_MS = 60_000

/** Pulse that always reports a recent write. For pollers that must never slow down. */
export const ALWAYS: Pulse = { changedAt: () => Number.POSITIVE_INFINITY, stop: async () => {} }

/**
 * Creates a pulse: it polls the next transaction number, which every write increments. Calls `jobsWait` when jobs are ready, because the
 * queue itself polls only once a minute.
 */
export function startPulse(ctx: Core, jobsWait: () => void = () => {}): Pulse {
  const stopping = new AbortController()
  const { signal } = stopping
  let changed = performance.now()
  let seen: string | null = null
  const beat = async (): Promise<void> => {
    while (!signal.aborted) {
      // a failed read counts as a write, so that pollers do not slow down
      const { next, waits } = await readHeartbeats(ctx).catch(() => ({ next: null, waits: false }))
      if (next === null || next !== seen) changed = performance.now()
      if (waits) jobsWait()
      seen = next
      const everyMs = performance.now() - changed < QUIET_AFTER_MS ? EVERY_MS : QUIET_EVERY_MS
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const beating = beat()
  return {
    changedAt: () => changed,
    async stop() {
      stopping.abort()
      await beating
    },
  }
}

/**
 * Returns true when work should run again: after a write, but not before `leastMs` have passed since `began`, when the last run started;
 * without a write, after `quietMs`.
 */
export function isTime(pulse: Pulse, began: number | undefined, quietMs: number, leastMs = 0): boolean {
  if (began === undefined) return true
  const sinceMs = performance.now() - began
  return sinceMs >= quietMs || (sinceMs >= leastMs && pulse.changedAt() >= began)
}

/**
 * `next`: next transaction number, which every write by any process increments. `waits`: true if a job has been ready for a second but has
 * not started: it was postponed, is due for a retry, or has lost its notification.
 */
export async function readHeartbeats(ctx: Core): Promise<{ next: string; waits: boolean }> {
  const { rows } = await sql<{ next: string; waits: boolean }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      exists (select from graphile_worker._private_jobs where is_available and run_at < now() - interval '1 second') as waits`.execute(
    ctx.db,
  )
  return rows[0]!
}
