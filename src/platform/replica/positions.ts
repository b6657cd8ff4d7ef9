/** A place in the write-ahead log, in bytes. */
export type Position = number

/** How far the primary had come at a time (`performance.now()`, read before it was asked). */
type Sample = { atMs: number; position: Position }

const MOST_SAMPLES = 120
const PAGE_BYTES = 8_192
const LONGEST_HEADER = 40

/**
 * Until when a replica has everything, told by comparing positions: no clock of another machine counts, and a primary at
 * which nothing happens makes no replica look late.
 */
export function createProgress() {
  let samples: Sample[] = []
  let caughtUpAtMs = Number.NEGATIVE_INFINITY
  return {
    /** The primary stood at `position` at some time after `atMs`. */
    sample(atMs: number, position: Position): void {
      samples.push({ atMs, position })
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    /** The replica has replayed up to `position`. */
    replayed(position: Position): void {
      const passed = samples.filter((sample) => sample.position <= position).at(-1)
      if (!passed) return
      caughtUpAtMs = passed.atMs
      samples = samples.filter(({ atMs }) => atMs >= passed.atMs)
    },
    /** Everything committed before this time is on the replica; minus infinity where that is not known. */
    caughtUpAtMs: () => caughtUpAtMs,
    forget(): void {
      samples = []
      caughtUpAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/** The end of the last record: at the start of a page the primary counts the header that it will write next. */
export const endOfRecord = (position: Position): Position =>
  position % PAGE_BYTES <= LONGEST_HEADER ? position - (position % PAGE_BYTES) : position
