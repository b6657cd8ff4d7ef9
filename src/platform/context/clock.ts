/**
 * The service's only clock, for all decisions that depend on time. Only `POST /v1/test/clock` changes its offset (spec: completions 1,
 * TEST_CLOCK).
 */
export type Clock = {
  now(): Date
  /** Returns by how many milliseconds this clock is ahead of the machine's clock. Never negative. */
  offsetMs(): number
  /** Applies the clock offset that is stored in the database. All processes share this offset. It never decreases. */
  setOffsetMs(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    // never decreases the offset: an offset that was read before the clock was advanced may arrive later
    setOffsetMs: (next) => {
      ahead = Math.max(ahead, next)
    },
  }
}
