import { BY_NAME, type Matches } from './matches.ts'
import type { Group } from './resolve.ts'

/** Which answers are enough: bits of the wishes that bind, and how many of them must be answered. */
export type Coverage = { binding: number; of: number; least: number }

/**
 * Fewer full answers than this bring in what an occasion asks for; and where none is exact, what lacks one word, where there are
 * three or one of two is vague.
 */
const FEW = 5

/**
 * All words bind where something has them all. Else most of them do: at least half, or as many as the best has.
 * Decided over the whole market, so that a filter narrows what matches and never changes it. `counts`: at each number of
 * wishes that bind, the listings that answer so many.
 */
export function coverageOf(groups: readonly Group[], counts: ArrayLike<number>): Coverage {
  const binding = bindingOf(groups)
  const of = ones(binding)
  // What touches a single wish answers it.
  if (groups.length === 1) return { binding, of, least: 1 }
  const best = Array.from(counts).findLastIndex((count) => count > 0)
  const bendable = of > 2 || (of === 2 && groups.some(({ vague, soft }) => vague && !soft))
  if (best === of) return { binding, of, least: bendable && counts[of]! < FEW ? of - 1 : of }
  return { binding, of, least: Math.max(1, Math.min(best, Math.ceil(of / 2))) }
}

/** All words bind, as for what is exactly asked for. Null where nothing has them all by name; `few`: hardly anything has. */
export function fullCoverage(groups: readonly Group[], { found, byName }: FullAnswers): (Coverage & { few: boolean }) | null {
  const binding = bindingOf(groups)
  const of = ones(binding)
  return !byName ? null : { binding, of, least: of, few: found < FEW }
}

/** How many listings answer all that binds, counted no further than is told apart, and whether one of them does by name. */
export type FullAnswers = { found: number; byName: boolean }

/** Counts the listings by how many of the wishes that bind they answer. */
export function countsOf(groups: readonly Group[], { length, answered }: Matches): Uint32Array {
  const binding = bindingOf(groups)
  const counts = new Uint32Array(ones(binding) + 1)
  if (groups.length > 1) for (let i = 0; i < length; i++) counts[ones(answered[i]! & binding)]!++
  return counts
}

/** Looks at what answers all that binds. */
export function fullAnswersOf(groups: readonly Group[], { length, answered }: Matches): FullAnswers {
  const binding = bindingOf(groups)
  let found = 0
  let byName = false
  for (let i = 0; i < length && !(byName && found >= FEW); i++) {
    const bits = answered[i]!
    if ((bits & binding) !== binding) continue
    found++
    byName ||= ((bits >>> BY_NAME) & binding) === binding
  }
  return { found, byName }
}

/** One bit for each group that binds. */
const bindingOf = (groups: readonly Group[]): number => groups.reduce((bits, { soft }, index) => (soft ? bits : bits | (1 << index)), 0)

/** Whether what was matched answers enough. */
export const covers = (matches: Matches, { binding, least }: Coverage, slot: number): boolean =>
  ones(matches.answeredBy(slot) & binding) >= least

/** Bits set among the lower twelve and more. */
export function ones(value: number): number {
  let left = value
  let count = 0
  for (; left !== 0; left &= left - 1) count++
  return count
}
