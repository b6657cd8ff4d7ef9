/** Number of seconds for which changes are stored. A follower that falls further behind may miss changes. */
export const CHANGES_RETENTION_SECONDS = 3_600
/** Maximum duration of a transaction in seconds. A change becomes visible only at commit, up to this long after its recorded time. */
const LONGEST_TRANSACTION_SECONDS = 1_800

/**
 * Returns true if the log still contains all changes since a poll. `secondsSince`: age of the poll. `retentionSeconds`: how long the log
 * stores changes.
 */
export const isOnRecord = (secondsSince: number, retentionSeconds: number): boolean =>
  secondsSince <= retentionSeconds - LONGEST_TRANSACTION_SECONDS

/**
 * A follower's position in the change log: it has read all changes of transactions with ids below `horizon`. `atSeconds` (database time),
 * `settled` and `timeline` come from the last poll.
 */
export type Cursor = { horizon: number; atSeconds: number; settled?: number; timeline?: string }

/**
 * Returns false when the cursor must come from a different database or from a newer copy of this database. In that case, some transaction
 * that had ended when the cursor was written has not ended in this database. Compares `settled` if the cursor contains it, because
 * `horizon` does not grow while nothing changes.
 */
export const mayBeIn = ({ settled }: Poll<unknown>, cursor: Cursor): boolean => (cursor.settled ?? cursor.horizon) <= settled

/**
 * Result of one poll. All transactions with ids below `settled` have ended. `timeline`: timeline of the write-ahead log. It changes when a
 * different server takes over, which may have lost the last commits.
 */
export type Poll<C> = { settled: number; atSeconds: number; timeline: string; changes: C[] }

/**
 * Reads the committed changes of all transactions with ids of at least `horizon`. If `horizon` is null, reads only the changes of the last
 * transaction that made any.
 */
export type ReadChanges<C> = (horizon: number | null) => Promise<Poll<C>>

export type Follow<C> = {
  /**
   * Passes each committed change to `take` once, in whatever order transactions commit. If `take` throws, the next call passes the same
   * changes again. Returns false if changes may be missing, because the last poll is too old or a different server took over.
   */
  next(take: (fresh: C[]) => Promise<void> | void): Promise<boolean>
  /** Returns a position from which a different follower can continue, even after a database crash. */
  cursor(): Cursor
}

/**
 * Returns the new horizon after a poll. The horizon never moves past the last change that was read. After a crash, the database may reuse
 * the ids of later transactions that were not on disk yet. A follower whose horizon is past a reused id would miss the changes with that
 * id.
 */
const horizonAfter = (before: number, { settled, changes }: Poll<{ tx: number }>): number =>
  Math.min(
    settled,
    changes.reduce((most, { tx }) => Math.max(most, tx + 1), before),
  )

/** Returns the cursor of a new follower. */
export const beginning = (poll: Poll<{ tx: number }>): Cursor => ({
  horizon: horizonAfter(0, poll),
  atSeconds: poll.atSeconds,
  settled: poll.settled,
  timeline: poll.timeline,
})

/** Follows the changes, starting at `start`. `nameOf` must return a unique name for each change. */
export function followFrom<C extends { tx: number }>(
  start: Cursor,
  read: ReadChanges<C>,
  nameOf: (change: C) => string,
  retentionSeconds = CHANGES_RETENTION_SECONDS,
): Follow<C> {
  let cursor = start
  /**
   * Names of the changes at or after the horizon that `take` has already received. Polls return these changes repeatedly until all earlier
   * transactions have ended.
   */
  let taken = new Set<string>()
  return {
    async next(take) {
      const poll = await read(cursor.horizon)
      const { atSeconds, settled, timeline } = poll
      if (!isOnRecord(atSeconds - cursor.atSeconds, retentionSeconds) || timeline !== (cursor.timeline ?? timeline)) return false
      const fresh = poll.changes.filter((change) => !taken.has(nameOf(change)))
      if (fresh.length > 0) await take(fresh)
      const horizon = horizonAfter(cursor.horizon, poll)
      if (poll.changes.length > 0 || taken.size > 0) taken = new Set(poll.changes.filter(({ tx }) => tx >= horizon).map(nameOf))
      cursor = { horizon, atSeconds, settled, timeline }
      return true
    },
    cursor: () => cursor,
  }
}
