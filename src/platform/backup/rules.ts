/**
 * State of the backups: `off` without a target, `ok` after a recent backup, `late` when the newest backup is missing or too old, and
 * `unknown` when the target does not respond.
 */
export const BACKUP_STATES = ['off', 'ok', 'late', 'unknown'] as const
export type BackupState = (typeof BACKUP_STATES)[number]

/** Assumed interval in hours, for backups that are started manually or by an external scheduler. */
const BY_HAND_HOURS = 24

/**
 * Returns `late` if there is no backup, or if the newest backup is older than two intervals. `everyHours: 0` means that backups are not
 * scheduled.
 */
export function stateOf({ newestAt, everyHours, now }: { newestAt: Date | null; everyHours: number; now: Date }): 'ok' | 'late' {
  const latestMs = 2 * (everyHours || BY_HAND_HOURS) * 3_600_000
  return newestAt === null || now.getTime() - newestAt.getTime() > latestMs ? 'late' : 'ok'
}
