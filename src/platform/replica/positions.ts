/** Position in the write-ahead log, in bytes. */
export type Position = number

/** Position of the primary at a time (`performance.now()`, read before the query). */
type Sample = { atMs: number; position: Position }

const MOST_SAMPLES = 120
const PAGE_BYTES = 8_192
const LONGEST_HEADER = 40

/** Compares positions to tell how current a replica is. Needs no other machine's clock, and an idle primary causes no lag. */
export function createProgress() {
  let samples: Sample[] = []
  let caughtUpAtMs = Number.NEGATIVE_INFINITY
  return {
    /** Records that the primary reached `position` at some time after `atMs`. */
    sample(atMs: number, position: Position): void {
      samples.push({ atMs, position })
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    /** Records that the replica has replayed up to `position`. */
    replayed(position: Position): void {
      const passed = samples.filter((sample) => sample.position <= position).at(-1)
      if (!passed) return
      caughtUpAtMs = passed.atMs
      samples = samples.filter(({ atMs }) => atMs >= passed.atMs)
    },
    /** Returns the time before which every commit is on the replica; minus infinity when unknown. */
    caughtUpAtMs: () => caughtUpAtMs,
    forget(): void {
      samples = []
      caughtUpAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/** Returns the end of the last record. At the start of a page the primary already counts the next header. */
export const endOfRecord = (position: Position): Position =>
  position % PAGE_BYTES <= LONGEST_HEADER ? position - (position % PAGE_BYTES) : position
