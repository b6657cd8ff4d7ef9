/** Retention of changes. A slower follower may have missed some. */
export const CHANGES_RETENTION_SECONDS = 3_600
/** Longest transaction: a change is recorded when made, but visible after its commit. */
const LONGEST_TRANSACTION_SECONDS = 1_800

/** True when all changes since a poll are still recorded. */
export const isOnRecord = (secondsSince: number, keptSeconds: number): boolean => secondsSince <= keptSeconds - LONGEST_TRANSACTION_SECONDS

/**
 * Position of a follower: it has read all changes of transactions below `horizon`. `atSeconds` is database time; `settled`
 * and `timeline` are those of the last poll.
 */
export type Cursor = { horizon: number; atSeconds: number; settled?: number; timeline?: string }

/**
 * True when a cursor can belong to the polled database: what it saw settled is settled here. The horizon proves little,
 * because it stays low in a market at rest.
 */
export const mayBeIn = ({ settled }: Poll<unknown>, place: Cursor): boolean => (place.settled ?? place.horizon) <= settled

/**
 * One poll. All transactions below `settled` have ended. `timeline` of the write-ahead log changes with a failover, which
 * may lose the last commits.
 */
export type Poll<C> = { settled: number; atSeconds: number; timeline: string; changes: C[] }

/** Reads committed changes of transactions from `horizon` on; null: of the last one that changed anything. */
export type ReadChanges<C> = (horizon: number | null) => Promise<Poll<C>>

export type Follow<C> = {
  /**
   * Passes each committed change on once, whatever the order of commits. False when changes may be missing: the last poll is
   * too old, or another server took over. When `take` throws, its changes come again.
   */
  next(take: (fresh: C[]) => Promise<void> | void): Promise<boolean>
  /** Another follower may continue from here, even after a database crash. */
  place(): Cursor
}

/**
 * Never advances past the last change that was read. A visible commit is on disk, but a crash reissues the ids of other
 * ended transactions. A change with such an id would be skipped.
 */
const horizonAfter = (before: number, { settled, changes }: Poll<{ tx: number }>): number =>
  Math.min(
    settled,
    changes.reduce((most, { tx }) => Math.max(most, tx + 1), before),
  )

/** Returns the cursor of a new reader. */
export const beginning = (look: Poll<{ tx: number }>): Cursor => ({
  horizon: horizonAfter(0, look),
  atSeconds: look.atSeconds,
  settled: look.settled,
  timeline: look.timeline,
})

/** Follows the changes from `start` on. `nameOf` must be unique per row. */
export function followFrom<C extends { tx: number }>(
  start: Cursor,
  read: ReadChanges<C>,
  nameOf: (change: C) => string,
  keptSeconds = CHANGES_RETENTION_SECONDS,
): Follow<C> {
  let place = start
  /** Changes at or after the horizon that were passed on; polls return them again while a transaction is open. */
  let taken = new Set<string>()
  return {
    async next(take) {
      const look = await read(place.horizon)
      const { atSeconds, settled, timeline } = look
      if (!isOnRecord(atSeconds - place.atSeconds, keptSeconds) || timeline !== (place.timeline ?? timeline)) return false
      const fresh = look.changes.filter((change) => !taken.has(nameOf(change)))
      if (fresh.length > 0) await take(fresh)
      const horizon = horizonAfter(place.horizon, look)
      if (look.changes.length > 0 || taken.size > 0) taken = new Set(look.changes.filter(({ tx }) => tx >= horizon).map(nameOf))
      place = { horizon, atSeconds, settled, timeline }
      return true
    },
    place: () => place,
  }
}
