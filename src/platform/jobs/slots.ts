/**
 * Limits concurrent work that a slow external service can delay. Without a free slot, the work is skipped, and the next periodic run tries
 * again.
 */
export function createSlots(most: number) {
  let taken = 0
  return async function withSlot(work: () => Promise<void>): Promise<void> {
    if (taken >= most) return
    taken++
    try {
      await work()
    } finally {
      taken--
    }
  }
}
