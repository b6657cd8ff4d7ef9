import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import { timeOf } from './manifest.ts'
import { stateOf, type BackupState } from './rules.ts'

const WAIT_MS = 3_000

/** Returns the time of the newest complete backup. The state is `unknown` if the target does not respond within three seconds. */
export async function readBackupState(ctx: Context): Promise<{ state: BackupState; newestAt: Date | null }> {
  const { to, everyHours } = ctx.config.backup
  if (to === null) return { state: 'off', newestAt: null }
  try {
    const names = await Promise.race([ctx.hooks.readBackupNames(ctx), sleep(WAIT_MS, null, { ref: false })])
    if (names === null) return { state: 'unknown', newestAt: null }
    const newest = names.at(-1)
    const newestAt = newest === undefined ? null : timeOf(newest)
    return { state: stateOf({ newestAt, everyHours, now: ctx.now() }), newestAt }
  } catch {
    return { state: 'unknown', newestAt: null }
  }
}
