/** Position in the write-ahead log, in bytes. */
export type Position = number

/** WAL position of the primary. `atMs`: value of `performance.now()` just before the query. */
type Sample = { atMs: number; position: Position }

const MOST_SAMPLES = 120
const PAGE_BYTES = 8_192
const LONGEST_HEADER = 40

/**
 * Compares WAL positions to determine how current a replica is. Uses only this machine's clock. A replica does not appear to lag while the
 * primary has no writes.
 */
export function createProgress() {
  let samples: Sample[] = []
  let caughtUpAtMs = Number.NEGATIVE_INFINITY
  return {
    sample(atMs: number, position: Position): void {
      samples.push({ atMs, position })
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    replayed(position: Position): void {
      const passed = samples.filter((sample) => sample.position <= position).at(-1)
      if (!passed) return
      caughtUpAtMs = passed.atMs
      samples = samples.filter(({ atMs }) => atMs >= passed.atMs)
    },
    /**
     * Returns a time (as in `performance.now()`). The replica has every commit from before that time. Returns minus infinity if the time is
     * unknown.
     */
    caughtUpAtMs: () => caughtUpAtMs,
    forget(): void {
      samples = []
      caughtUpAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/**
 * Returns the end of the last WAL record. At the start of a WAL page, subtracts the page header, which the primary's position already
 * includes.
 */
export const endOfRecord = (position: Position): Position =>
  position % PAGE_BYTES <= LONGEST_HEADER ? position - (position % PAGE_BYTES) : position
