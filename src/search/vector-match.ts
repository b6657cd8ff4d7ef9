import type { Documents } from './documents.ts'
import type { Vectors } from './vectors.ts'

/** Embedding of a query, and the least cosine similarity of a match. */
export type Meaning = { vector: Int8Array; least: number }

/** Most listings that are found, or moved up, by meaning. */
const MOST = 100
/** Beyond SOME_SIZE, a listing must exceed the market's mean similarity to the query by this much. */
const ABOVE_ALL = 0.1
const SOME_SIZE = 32

/**
 * Finds the slots that match by meaning, most similar first: above both bounds, and at most MOST. Depends on the whole
 * market, so that a filter only narrows the matches. Ties go by age. All numbers depend only on the live listings, so
 * every process gets the same result.
 */
export function meantSlots(vectors: Vectors, documents: Documents, { vector, least }: Meaning): number[] {
  const bound = vectors.size < SOME_SIZE ? least : Math.max(least, vectors.meanLikeness(vector) + ABOVE_ALL)
  return vectors
    .near(vector, bound)
    .toSorted((a, b) => b.likeness - a.likeness || documents.byAge(b.slot, a.slot))
    .slice(0, MOST)
    .map(({ slot }) => slot)
}
