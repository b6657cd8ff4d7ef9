import { BY_NAME, type Matches } from './matches.ts'
import type { Group } from './resolve.ts'

/** Bits of the binding wishes, their number, and how many must be answered. */
export type Coverage = { binding: number; of: number; least: number }

/**
 * Below this many full matches, listings for an occasion are added. Without exact ones, listings may lack one of three or
 * more words, or of two when one is vague.
 */
const FEW = 5

/**
 * Requires all words when a listing has them all. Otherwise at least half, or as many as the best match has. Depends on
 * the whole market, so a filter only narrows matches. `counts[n]`: listings that answer n binding wishes.
 */
export function coverageOf(groups: readonly Group[], counts: ArrayLike<number>): Coverage {
  const binding = bindingOf(groups)
  const of = ones(binding)
  // Any match answers a single wish.
  if (groups.length === 1) return { binding, of, least: 1 }
  const best = Array.from(counts).findLastIndex((count) => count > 0)
  const bendable = of > 2 || (of === 2 && groups.some(({ vague, soft }) => vague && !soft))
  if (best === of) return { binding, of, least: bendable && counts[of]! < FEW ? of - 1 : of }
  return { binding, of, least: Math.max(1, Math.min(best, Math.ceil(of / 2))) }
}

/** Requires all words, for an exact query. Null when no listing names them all; `few`: hardly any does. */
export function fullCoverage(groups: readonly Group[], { found, byName }: FullAnswers): (Coverage & { few: boolean }) | null {
  const binding = bindingOf(groups)
  const of = ones(binding)
  return !byName ? null : { binding, of, least: of, few: found < FEW }
}

/** Listings that answer all binding wishes, counted up to FEW; `byName`: one does so by name. */
export type FullAnswers = { found: number; byName: boolean }

/** Counts listings by the number of answered binding wishes. */
export function countsOf(groups: readonly Group[], { length, answered }: Matches): Uint32Array {
  const binding = bindingOf(groups)
  const counts = new Uint32Array(ones(binding) + 1)
  if (groups.length > 1) for (let i = 0; i < length; i++) counts[ones(answered[i]! & binding)]!++
  return counts
}

/** Counts the listings that answer all binding wishes. */
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

/** One bit per binding group. */
const bindingOf = (groups: readonly Group[]): number => groups.reduce((bits, { soft }, index) => (soft ? bits : bits | (1 << index)), 0)

/** True when a listing has the required coverage. */
export const covers = (matches: Matches, { binding, least }: Coverage, slot: number): boolean =>
  ones(matches.answeredBy(slot) & binding) >= least

/** Counts the set bits. */
export function ones(value: number): number {
  let left = value
  let count = 0
  for (; left !== 0; left &= left - 1) count++
  return count
}
