/** Changes stay on record for an hour; who looks less often than this may have missed some. */
export const CHANGES_KEPT_SECONDS = 3_600
/** A change is on record since it was made, and is seen when it is committed: no transaction takes longer than this. */
const LONGEST_TRANSACTION_SECONDS = 1_800

/** Whether all changes since a look are still on record, where they are kept for so long. */
export const isOnRecord = (secondsSince: number, keptSeconds: number): boolean => secondsSince <= keptSeconds - LONGEST_TRANSACTION_SECONDS

/**
 * How far somebody has followed: every change of a transaction below `horizon` was seen. `atSeconds` by the database; `settled` and
 * `timeline` as the last look had them.
 */
export type Cursor = { horizon: number; atSeconds: number; settled?: number; timeline?: string }

/**
 * Whether a place may be one in the database that was looked at: what had ended there is not still to come here. The horizon says little of
 * that: in a market that rests it stays low.
 */
export const mayBeIn = ({ settled }: Poll<unknown>, place: Cursor): boolean => (place.settled ?? place.horizon) <= settled

/**
 * What one look at the changes saw. Below `settled` no transaction is at work. `timeline`: of the write-ahead log, another one after
 * a failover, and then what was committed last may be gone.
 */
export type Poll<C> = { settled: number; atSeconds: number; timeline: string; changes: C[] }

/** The committed changes of all transactions from `horizon` on; null: those of the last transaction that changed anything. */
export type ReadChanges<C> = (horizon: number | null) => Promise<Poll<C>>

export type Follow<C> = {
  /**
   * Hands each committed change on once, in whatever order transactions commit. False when it cannot be known what changed since the
   * last look: too much time has passed, or another server took over. What `take` throws leaves its changes for the next time.
   */
  next(take: (fresh: C[]) => Promise<void> | void): Promise<boolean>
  /** How far it has come: from here somebody else may go on, even if the database has crashed in between. */
  place(): Cursor
}

/**
 * Never further than just behind a change that was seen: a commit is on disk before anybody sees it, but the ids of transactions that
 * ended otherwise are given out again after a crash, and a change with such an id would be passed over.
 */
const horizonAfter = (before: number, { settled, changes }: Poll<{ tx: number }>): number =>
  Math.min(
    settled,
    changes.reduce((most, { tx }) => Math.max(most, tx + 1), before),
  )

/** Where a reader begins who knows of nothing before. */
export const beginning = (look: Poll<{ tx: number }>): Cursor => ({
  horizon: horizonAfter(0, look),
  atSeconds: look.atSeconds,
  settled: look.settled,
  timeline: look.timeline,
})

/** Follows the changes from `start` on. `nameOf`: the same for two rows only where they are the same. */
export function followFrom<C extends { tx: number }>(
  start: Cursor,
  read: ReadChanges<C>,
  nameOf: (change: C) => string,
  keptSeconds = CHANGES_KEPT_SECONDS,
): Follow<C> {
  let place = start
  /** Changes at or after the horizon that were handed on: an open transaction makes us read them again and again. */
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
