import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config/index.ts'
import { openBackupStorage } from '#platform/storage/open.ts'
import { timeOf } from './manifest.ts'
import { stateOf, type BackupState } from './rules.ts'
import { backupNames } from './target.ts'

/** Longest wait for the target in milliseconds. */
const WAIT_MS = 3_000

/** Reads when the newest complete backup was made. The state is `unknown` when the target does not answer within three seconds. */
export async function readBackupState(
  { to, everyHours }: Config['backup'],
  now: Date,
): Promise<{ state: BackupState; newestAt: Date | null }> {
  if (to === null) return { state: 'off', newestAt: null }
  try {
    const names = await Promise.race([namesAt(to), sleep(WAIT_MS, null, { ref: false })])
    if (names === null) return { state: 'unknown', newestAt: null }
    const newest = names.at(-1)
    const newestAt = newest === undefined ? null : timeOf(newest)
    return { state: stateOf({ newestAt, everyHours, now }), newestAt }
  } catch {
    return { state: 'unknown', newestAt: null }
  }
}

async function namesAt(to: NonNullable<Config['backup']['to']>): Promise<string[]> {
  const storage = await openBackupStorage(to)
  try {
    return await backupNames(storage)
  } finally {
    await storage.close()
  }
}
