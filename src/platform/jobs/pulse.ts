import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import { readHeartbeats } from './heartbeat.ts'

/**
 * Whether anybody writes to the database. What falls due by itself is looked for every second while somebody does; where nobody does,
 * only time brings it about, and it is looked for less often: an idle process asks two statements a second instead of fifty.
 */
export type Pulse = {
  /** When a write was last seen, by `performance.now`. */
  changedAt(): number
  stop(): Promise<void>
}

const EVERY_MS = 1_000
/** After a minute in which nobody wrote. */
const QUIET_EVERY_MS = 2_000
const QUIET_AFTER_MS = 60_000

/** For who looks every time. */
export const ALWAYS: Pulse = { changedAt: () => Number.POSITIVE_INFINITY, stop: async () => {} }

/**
 * Looks once a second where the numbers of transactions have got to: whoever writes takes one, whichever process it is. `jobsWait`
 * is called where jobs could run and nobody has begun them: the queue itself looks by itself once a minute.
 */
export function startPulse(ctx: Context, jobsWait: () => void = () => {}): Pulse {
  const stopping = new AbortController()
  const { signal } = stopping
  let changed = performance.now()
  let seen: string | null = null
  const beat = async (): Promise<void> => {
    while (!signal.aborted) {
      // where it cannot be known, somebody may have written
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

/** Whether work that last began then is to begin now: after `quietMs`, and at once where somebody has written since. */
export const isTime = (pulse: Pulse, began: number | undefined, quietMs: number): boolean =>
  began === undefined || pulse.changedAt() >= began || performance.now() - began >= quietMs
