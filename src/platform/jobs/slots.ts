/** So many places for work that somebody outside can hold up. Where all are taken nothing is done: the next sweep asks again. */
export function createSlots(most: number) {
  let taken = 0
  return async function inPlace(work: () => Promise<void>): Promise<void> {
    if (taken >= most) return
    taken++
    try {
      await work()
    } finally {
      taken--
    }
  }
}
