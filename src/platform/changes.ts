/** Changes stay on record for an hour; who looks less often than this may have missed some. */
export const CHANGES_KEPT_SECONDS = 3_600
/** A change is on record since it was made, and is seen when it is committed: no transaction takes longer than this. */
const LONGEST_TRANSACTION_SECONDS = 1_800

/** Whether all changes since a look are still on record, where they are kept for so long. */
export const isOnRecord = (secondsSince: number, keptSeconds: number): boolean => secondsSince <= keptSeconds - LONGEST_TRANSACTION_SECONDS

/** What one look at the changes saw: everything below `horizon` is settled, and was seen. `atSeconds` by the database. */
export type Look<C> = { horizon: number; atSeconds: number; changes: C[] }

/**
 * Hands each committed change on once, in whatever order transactions commit. False when too much time has passed
 * since the last look to know what changed. What `take` throws leaves its changes for the next time.
 */
export type Follow<C> = (take: (fresh: C[]) => Promise<void> | void) => Promise<boolean>

/** Follows the changes from `start` on. `nameOf`: the same for two rows only where they are the same. */
export function followFrom<C extends { tx: number }>(
  start: Omit<Look<C>, 'changes'>,
  read: (horizon: number) => Promise<Look<C>>,
  nameOf: (change: C) => string,
  keptSeconds = CHANGES_KEPT_SECONDS,
): Follow<C> {
  let { horizon, atSeconds } = start
  /** Changes at or after the horizon that were handed on: an open transaction makes us read them again and again. */
  let taken = new Set<string>()
  return async (take) => {
    const look = await read(horizon)
    if (!isOnRecord(look.atSeconds - atSeconds, keptSeconds)) return false
    const fresh = look.changes.filter((change) => !taken.has(nameOf(change)))
    if (fresh.length > 0) await take(fresh)
    if (look.changes.length > 0 || taken.size > 0) taken = new Set(look.changes.filter(({ tx }) => tx >= look.horizon).map(nameOf))
    ;({ horizon, atSeconds } = look)
    return true
  }
}
