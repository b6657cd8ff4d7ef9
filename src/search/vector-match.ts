import type { Documents } from './documents.ts'
import type { Vectors } from './vectors.ts'

/** Embedding of a query. `least`: minimum cosine similarity of a match. */
export type Meaning = { vector: Int8Array; least: number }

/** Maximum number of listings that a search adds or moves up based on their meaning. */
const MOST = 100
/**
 * Minimum difference between a match's similarity and the market's mean similarity. It applies only if the market has at least SOME_SIZE
 * vectors.
 */
const ABOVE_ALL = 0.1
const SOME_SIZE = 32

/**
 * Finds at most MOST slots with a similar meaning, most similar first; among equals, newest first. The similarity of each slot is at least
 * `least` and exceeds the market's mean by at least ABOVE_ALL. Both bounds ignore filters, so a filter only narrows the result. Only live
 * listings count, so all processes return the same result.
 */
export function vectorMatches(vectors: Vectors, documents: Documents, { vector, least }: Meaning): number[] {
  const bound = vectors.size < SOME_SIZE ? least : Math.max(least, vectors.meanLikeness(vector) + ABOVE_ALL)
  return vectors
    .near(vector, bound)
    .toSorted((a, b) => b.likeness - a.likeness || documents.byAge(b.slot, a.slot))
    .slice(0, MOST)
    .map(({ slot }) => slot)
}
