/** Minimum number of conversations for which a reply time is computed. */
export const LEAST_THREADS = 5
/** Maximum number of conversations that the reply time is computed from: the latest ones, from the last half year only. */
export const MEASURED_THREADS = 50
export const MEASURED_DAYS = 180
/** Number of hours after which an unanswered question counts toward the reply time. It counts with the time since the question. */
export const UNANSWERED_HOURS = 24

/**
 * Returns the median time, in seconds, that buyers wait for the seller's first reply. Returns null if there are fewer than `LEAST_THREADS`
 * conversations.
 */
export function medianWait(waits: readonly number[]): number | null {
  if (waits.length < LEAST_THREADS) return null
  const sorted = waits.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)
}
