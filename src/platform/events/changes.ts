/** Retention of recorded changes. A follower that polls less often may have missed some. */
export const CHANGES_KEPT_SECONDS = 3_600
/** Longest transaction. A change is recorded when it is made but visible only after its commit. */
const LONGEST_TRANSACTION_SECONDS = 1_800

/** True when all changes since a poll are still recorded, given this retention. */
export const isOnRecord = (secondsSince: number, keptSeconds: number): boolean => secondsSince <= keptSeconds - LONGEST_TRANSACTION_SECONDS

/**
 * Position of a follower: it has read every change of a transaction below `horizon`. `atSeconds` is the database's time.
 * `settled` and `timeline` come from the last poll.
 */
export type Cursor = { horizon: number; atSeconds: number; settled?: number; timeline?: string }

/**
 * True when a cursor can belong to the polled database: transactions that it saw settled are settled here too. The horizon
 * says little, because it stays low in a market at rest.
 */
export const mayBeIn = ({ settled }: Poll<unknown>, place: Cursor): boolean => (place.settled ?? place.horizon) <= settled

/**
 * Result of one poll. All transactions below `settled` have ended. `timeline` is that of the write-ahead log: a failover
 * changes it and may lose the last commits.
 */
export type Poll<C> = { settled: number; atSeconds: number; timeline: string; changes: C[] }

/**
 * Reads the committed changes of all transactions from `horizon` on. For null, reads those of the last transaction that
 * changed anything.
 */
export type ReadChanges<C> = (horizon: number | null) => Promise<Poll<C>>

export type Follow<C> = {
  /**
   * Passes each committed change on once, in any order of commits. False when changes may have been missed: the last poll is
   * too old, or another server took over. When `take` throws, its changes come again in the next call.
   */
  next(take: (fresh: C[]) => Promise<void> | void): Promise<boolean>
  /** Current cursor. Another follower may continue from here, even after a crash of the database. */
  place(): Cursor
}

/**
 * Never advances past the last change that was read. A visible commit is on disk, but a crash reissues the ids of other
 * ended transactions. A change with a reissued id would be skipped.
 */
const horizonAfter = (before: number, { settled, changes }: Poll<{ tx: number }>): number =>
  Math.min(
    settled,
    changes.reduce((most, { tx }) => Math.max(most, tx + 1), before),
  )

/** Returns the cursor for a reader without history. */
export const beginning = (look: Poll<{ tx: number }>): Cursor => ({
  horizon: horizonAfter(0, look),
  atSeconds: look.atSeconds,
  settled: look.settled,
  timeline: look.timeline,
})

/** Follows the changes from `start` on. `nameOf` must identify a row uniquely. */
export function followFrom<C extends { tx: number }>(
  start: Cursor,
  read: ReadChanges<C>,
  nameOf: (change: C) => string,
  keptSeconds = CHANGES_KEPT_SECONDS,
): Follow<C> {
  let place = start
  /** Changes at or after the horizon that were passed on. An open transaction holds the horizon, so polls return them again. */
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
