/** How fast a place counts for less: the usual constant of reciprocal rank fusion. */
const GENTLE = 60
/** Places by words that count; whoever stands later gets nothing for it, which is less than what any place by meaning gives. */
export const COUNTED = 1_000

/** What a place, from 0, in one of the two rankings is worth. */
const worth = (place: number): number => 1 / (GENTLE + 1 + place)

/**
 * Two rankings made one (reciprocal rank fusion): `byWords` first to last, at least `COUNTED` of them where there are, and
 * `byMeaning` whole. Gives the first `size`. What is in `byWords` alone keeps its order, so a page never hangs on how long
 * `byWords` is.
 */
export function fused(byWords: readonly number[], byMeaning: readonly number[], size: number): number[] {
  const placeByWords = new Map(byWords.slice(0, COUNTED).map((slot, place) => [slot, place]))
  const meant = byMeaning
    .map((slot, place) => {
      const other = placeByWords.get(slot)
      return { slot, score: worth(place) + (other === undefined ? 0 : worth(other)) }
    })
    // equal scores in the order of meaning: the sort is stable
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
