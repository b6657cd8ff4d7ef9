/** Constant of reciprocal rank fusion: a higher value lowers the weight of top ranks. */
const GENTLE = 60
/** Ranks by words that score. Later ones get nothing, which is less than any rank by meaning gets. */
export const COUNTED = 1_000

/** Score of a rank (from 0) in one ranking. */
const worth = (place: number): number => 1 / (GENTLE + 1 + place)

/**
 * Fuses two rankings by reciprocal rank fusion and returns the first `size`. `byWords` has at least `COUNTED` entries if
 * possible; `byMeaning` is complete. Entries only in `byWords` keep their order, so a page does not depend on the length
 * of `byWords`.
 */
export function fused(byWords: readonly number[], byMeaning: readonly number[], size: number): number[] {
  const placeByWords = new Map(byWords.slice(0, COUNTED).map((slot, place) => [slot, place]))
  const meant = byMeaning
    .map((slot, place) => {
      const other = placeByWords.get(slot)
      return { slot, score: worth(place) + (other === undefined ? 0 : worth(other)) }
    })
    // ties keep the order of meaning, because the sort is stable
    .toSorted((a, b) => b.score - a.score)
  const alone = new Set(byMeaning)
  const order: number[] = []
  let next = 0
  for (const [place, slot] of byWords.entries()) {
    while (next < meant.length && meant[next]!.score >= worth(place)) order.push(meant[next++]!.slot)
    if (!alone.has(slot)) order.push(slot)
    if (order.length >= size) return order.slice(0, size)
  }
  while (next < meant.length) order.push(meant[next++]!.slot)
  return order.slice(0, size)
}
