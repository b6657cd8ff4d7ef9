import type { Outcome } from './lane.ts'
import type { Made } from './law.ts'
import type { Call } from './verbs.ts'
import { copyOf, differences, seen, type Seen, type Model } from './world.ts'

/**
 * Observed behavior of the service: the outcome of each call, the ids of the records that each call created, and all records at the end.
 */
export type Actual = { outcomes: readonly Outcome[]; made: readonly Made[]; seen: Seen }

type State = { model: Model; made: Made[]; next: number[]; over: boolean[] }

/**
 * Checks linearizability: searches for a sequential order of the calls' steps that produces exactly these outcomes and records. If there is
 * none, describes how the closest order differs.
 */
export function serialOrder(model: Model, calls: readonly Call[], actual: Actual): { model: Model } | { closest: string[] } {
  let closest: string[] = ['no order gives these answers']
  const explore = ({ model: now, made, next, over }: State): Model | null => {
    if (over.every(Boolean)) {
      const wrong = differences(seen(now), actual.seen)
      if (wrong.length === 0) return now
      if (closest[0]!.startsWith('no order') || wrong.length < closest.length) closest = wrong
      return null
    }
    for (const [index, call] of calls.entries()) {
      if (over[index]) continue
      const state = { model: copyOf(now), made: made.map((one) => ({ ...one })), next: [...next], over: [...over] }
      const status = call.atoms[next[index]!]!(state.model, state.made[index]!)
      state.next[index]!++
      state.over[index] = status !== null
      if (status !== null && status !== actual.outcomes[index]!.status) {
        if (calls.length === 1) closest = [`the answer should be ${status}`]
        continue
      }
      const found = explore(state)
      if (found) return found
    }
    return null
  }
  const found = explore({
    model: copyOf(model),
    made: actual.made.map((one) => ({ ...one })),
    next: calls.map(() => 0),
    over: calls.map(() => false),
  })
  return found ? { model: found } : { closest }
}
