/** Limits concurrent work that a slow external service can delay. Work without a free slot is skipped until the next periodic run. */
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
