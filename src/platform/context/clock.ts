/**
 * The service's one clock. All decisions about time use it, and nothing else moves it than
 * `POST /v1/test/clock` (completions 1, TEST_CLOCK).
 */
export type Clock = {
  now(): Date
  /** Milliseconds ahead of the machine's clock; never negative. */
  offsetMs(): number
  /** Takes over what the database says; several processes share one offset, which only grows. */
  setOffsetMs(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let ahead = offsetMs
  return {
    now: () => new Date(Date.now() + ahead),
    offsetMs: () => ahead,
    // only forward: what was read before a move may come back after it, and must not turn the clock back
    setOffsetMs: (next) => {
      ahead = Math.max(ahead, next)
    },
  }
}
