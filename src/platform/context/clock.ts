/**
 * The service's only clock, for all decisions that depend on time. Only `POST /v1/test/clock` advances it (spec: completions 1,
 * TEST_CLOCK).
 */
export type Clock = {
  now(): Date
  /** Returns how many milliseconds this clock is ahead of the machine's clock. Never negative. */
  offsetMs(): number
  /** Adopts the offset that is stored in the database. All processes share this offset, which only grows. */
  setOffsetMs(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    // never decreases the offset, because an offset read before the clock was advanced may arrive later
    setOffsetMs: (next) => {
      ahead = Math.max(ahead, next)
    },
  }
}
