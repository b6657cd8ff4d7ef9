import { copyOf, type Model } from '#test/model/world.ts'
import { movesOf } from './moves.ts'
import { firstState, isStray, keyOf, partsOf, PRICES, round } from './state.ts'

/**
 * Searches complete states instead of separate parts, and ignores only exact times and amounts. Returns the moves that lead to the first
 * state with a part that `isKnown` rejects, or null if there is no such state. `states` is the number of complete states. Skips moves on
 * payments that can no longer pay for anything.
 */
export function unknownPart(isKnown: (key: string) => boolean, deepest: number): { states: number; trace: string[] | null } {
  const visited = new Set<string>()
  let level: { w: Model; trace: string[] }[] = [500, 0].map((shipping) => ({ w: firstState(PRICES[0], shipping), trace: [] }))
  for (let depth = 0; depth < deepest; depth++) {
    const next: typeof level = []
    for (const { w, trace } of level) {
      const strays = new Set(w.payments.filter((p) => isStray(w, p)).map(({ id }) => id))
      for (const move of movesOf(w, ['ann'])) {
        if (strays.has(move.about)) continue
        const after = copyOf(w)
        const status = move.apply(after)
        if (status !== null && status >= 400) continue
        round(after)
        const key = JSON.stringify(after)
        if (visited.has(key)) continue
        visited.add(key)
        const steps = [...trace, `${move.by}: ${move.name} (${move.about})`]
        const unknown = partsOf(copyOf(after))
          .map(keyOf)
          .find((part) => !isKnown(part))
        if (unknown !== undefined) return { states: visited.size, trace: [...steps, unknown] }
        next.push({ w: after, trace: steps })
      }
    }
    level = next
  }
  return { states: visited.size, trace: null }
}
