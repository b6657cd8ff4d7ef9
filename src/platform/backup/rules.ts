/**
 * State of the backups. `off`: there is no target. `ok`: there is a recent backup. `late`: the newest backup is missing or too old.
 * `unknown`: the target does not respond.
 */
export const BACKUP_STATES = ['off', 'ok', 'late', 'unknown'] as const
export type BackupState = (typeof BACKUP_STATES)[number]

/** Assumed interval in hours between backups that are started manually or by an external scheduler. */
const BY_HAND_HOURS = 24

/**
 * Returns `late` if there is no backup, or if the newest backup is older than two intervals. `everyHours: 0`: backups are not scheduled.
 */
export function stateOf({ newestAt, everyHours, now }: { newestAt: Date | null; everyHours: number; now: Date }): 'ok' | 'late' {
  const latestMs = 2 * (everyHours || BY_HAND_HOURS) * 3_600_000
  return newestAt === null || now.getTime() - newestAt.getTime() > latestMs ? 'late' : 'ok'
}
