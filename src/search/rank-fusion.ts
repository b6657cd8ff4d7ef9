/** The constant in reciprocal rank fusion. With a higher value, scores decrease more slowly from rank to rank. */
const RANK_CONSTANT = 60
/**
 * Number of top word matches whose rank adds to the score. Each further word match adds 0, which is less than any match by meaning adds.
 */
export const COUNTED = 1_000

const worth = (rank: number): number => 1 / (RANK_CONSTANT + 1 + rank)

/**
 * Fuses two rankings of slots into one ranking with at most `size` slots, by reciprocal rank fusion. `byWords` must contain at least the
 * first `COUNTED` matches, or all matches if there are fewer. `byMeaning` must be complete. Slots that are only in `byWords` stay in order,
 * so further matches in `byWords` do not change the result.
 */
export function fused(byWords: readonly number[], byMeaning: readonly number[], size: number): number[] {
  const rankByWords = new Map(byWords.slice(0, COUNTED).map((slot, rank) => [slot, rank]))
  const meant = byMeaning
    .map((slot, rank) => {
      const other = rankByWords.get(slot)
      return { slot, score: worth(rank) + (other === undefined ? 0 : worth(other)) }
    })
    // the sort is stable: slots with equal scores remain sorted by similarity of meaning
    .toSorted((a, b) => b.score - a.score)
  const alone = new Set(byMeaning)
  const order: number[] = []
  let next = 0
  for (const [rank, slot] of byWords.entries()) {
    while (next < meant.length && meant[next]!.score >= worth(rank)) order.push(meant[next++]!.slot)
    if (!alone.has(slot)) order.push(slot)
    if (order.length >= size) return order.slice(0, size)
  }
  while (next < meant.length) order.push(meant[next++]!.slot)
  return order.slice(0, size)
}
