/**
 * The service's only clock, for all decisions that depend on time. Only `POST /v1/test/clock` advances it (spec: completions 1,
 * TEST_CLOCK).
 */
export type Clock = {
  now(): Date
  /** Returns the milliseconds by which this clock is ahead of the machine's clock; never negative. */
  offsetMs(): number
  /** Adopts the offset from the database. All processes share this offset, which only grows. */
  setOffsetMs(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    // never decreases the offset, because an offset that was read before the clock was advanced may arrive afterwards
    setOffsetMs: (next) => {
      ahead = Math.max(ahead, next)
    },
  }
}
