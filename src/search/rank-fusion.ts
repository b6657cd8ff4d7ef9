/** Constant of reciprocal rank fusion: higher means flatter. */
const GENTLE = 60
/** Ranks by words that score. Later ones get nothing, less than any rank by meaning. */
export const COUNTED = 1_000

/** Score of a rank (from 0). */
const worth = (place: number): number => 1 / (GENTLE + 1 + place)

/**
 * Fuses two rankings by reciprocal rank fusion into `size`. `byWords` has at least `COUNTED` if possible; `byMeaning` is
 * complete. Entries only in `byWords` keep their order, so its length does not matter.
 */
export function fused(byWords: readonly number[], byMeaning: readonly number[], size: number): number[] {
  const placeByWords = new Map(byWords.slice(0, COUNTED).map((slot, place) => [slot, place]))
  const meant = byMeaning
    .map((slot, place) => {
      const other = placeByWords.get(slot)
      return { slot, score: worth(place) + (other === undefined ? 0 : worth(other)) }
    })
    // stable: ties keep the order of meaning
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
