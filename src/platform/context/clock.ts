/** The service's only clock, for all decisions about time. Only `POST /v1/test/clock` moves it (completions 1, TEST_CLOCK). */
export type Clock = {
  now(): Date
  /** Milliseconds ahead of the machine's clock; never negative. */
  offsetMs(): number
  /** Adopts the offset from the database. Processes share one offset, which only grows. */
  setOffsetMs(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    // forward only: an offset that was read before a move may arrive after it
    setOffsetMs: (next) => {
      ahead = Math.max(ahead, next)
    },
  }
}
