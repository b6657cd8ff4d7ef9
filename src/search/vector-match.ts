import type { Documents } from './documents.ts'
import type { Vectors } from './vectors.ts'

/** A query's embedding, and the least cosine similarity of a match. */
export type Meaning = { vector: Int8Array; least: number }

/** Most listings found or moved up by meaning. */
const MOST = 100
/** From SOME_SIZE on, a listing must exceed the market's mean similarity by this much. */
const ABOVE_ALL = 0.1
const SOME_SIZE = 32

/**
 * Finds slots by meaning, most similar first: above both bounds, at most MOST. Depends on the whole market, so a filter
 * only narrows. Ties go by age. Numbers depend only on live listings, so all processes agree.
 */
export function vectorMatches(vectors: Vectors, documents: Documents, { vector, least }: Meaning): number[] {
  const bound = vectors.size < SOME_SIZE ? least : Math.max(least, vectors.meanLikeness(vector) + ABOVE_ALL)
  return vectors
    .near(vector, bound)
    .toSorted((a, b) => b.likeness - a.likeness || documents.byAge(b.slot, a.slot))
    .slice(0, MOST)
    .map(({ slot }) => slot)
}
