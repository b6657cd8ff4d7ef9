import { BY_NAME, type Matches } from './matches.ts'
import type { Group } from './resolve.ts'
import { setBits } from './set-bits.ts'

/**
 * The part of a query that a listing must match. A group is a query term with its alternatives. A group is binding unless the term is
 * optional. `binding`: bits of the binding groups. `of`: number of binding groups. `least`: number of binding groups that a listing must
 * match.
 */
export type Coverage = { binding: number; of: number; least: number }

/**
 * If the number of listings that match all words is below this number, the search becomes less strict. If there are exact matches, the
 * search adds listings for the occasion that the query names. Otherwise, a listing may lack one word of the query if the query has at least
 * three words, or has two words and one of them is vague.
 */
const FEW = 5

/**
 * Returns the coverage that a listing needs. If any listing matches all words, all words are required. Otherwise, a listing must match at
 * least half of the words, or fewer if no listing matches half. The rule ignores filters, so a filter only narrows the result. `counts[n]`:
 * number of listings that match n binding groups.
 */
export function coverageOf(groups: readonly Group[], counts: ArrayLike<number>): Coverage {
  const binding = bindingOf(groups)
  const of = setBits(binding)
  if (groups.length === 1) return { binding, of, least: 1 }
  const best = Array.from(counts).findLastIndex((count) => count > 0)
  const bendable = of > 2 || (of === 2 && groups.some(({ vague, soft }) => vague && !soft))
  if (best === of) return { binding, of, least: bendable && counts[of]! < FEW ? of - 1 : of }
  return { binding, of, least: Math.max(1, Math.min(best, Math.ceil(of / 2))) }
}

/**
 * Returns the coverage of an exact query, which requires all words. Returns null when no listing names all the items of the query. `few`:
 * true when fewer than FEW listings match.
 */
export function fullCoverage(groups: readonly Group[], { found, byName }: FullAnswers): (Coverage & { few: boolean }) | null {
  const binding = bindingOf(groups)
  const of = setBits(binding)
  return !byName ? null : { binding, of, least: of, few: found < FEW }
}

/**
 * Listings that match all binding groups (required terms). `found`: number of these listings, counted only up to about FEW. `byName`: true
 * if at least one of these listings names every item.
 */
export type FullAnswers = { found: number; byName: boolean }

/** Counts how many listings match each number of binding groups (required terms). */
export function countsOf(groups: readonly Group[], { length, answered }: Matches): Uint32Array {
  const binding = bindingOf(groups)
  const counts = new Uint32Array(setBits(binding) + 1)
  if (groups.length > 1) for (let i = 0; i < length; i++) counts[setBits(answered[i]! & binding)]!++
  return counts
}

/**
 * Counts the listings that match all binding groups (required terms), and checks whether at least one of these listings names every item.
 */
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

const bindingOf = (groups: readonly Group[]): number => groups.reduce((bits, { soft }, index) => (soft ? bits : bits | (1 << index)), 0)

/** Returns true when a listing has the required coverage. */
export const covers = (matches: Matches, { binding, least }: Coverage, slot: number): boolean =>
  setBits(matches.answeredBy(slot) & binding) >= least
