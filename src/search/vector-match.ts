import type { Documents } from './documents.ts'
import type { Vectors } from './vectors.ts'

/** What a query means, and the likeness (cosine) from which on a listing is meant by it. */
export type Meaning = { vector: Int8Array; least: number }

/** At most so many listings are found by meaning alone, or moved up by it. */
const MOST = 100
/** In a market of some size a listing has to be more like the query than the market is on the whole, by this much. */
const ABOVE_ALL = 0.1
const SOME_SIZE = 32

/**
 * The slots that a query means, likeliest first: at least as like it as asked, clearly more like it than any listing is,
 * and the best hundred of them. Decided over the whole market, so that a filter narrows what matches and never changes it.
 * Ties go by age, and all numbers hang on the living listings alone: the same in every process.
 */
export function meantSlots(vectors: Vectors, documents: Documents, { vector, least }: Meaning): number[] {
  const bound = vectors.size < SOME_SIZE ? least : Math.max(least, vectors.meanLikeness(vector) + ABOVE_ALL)
  return vectors
    .near(vector, bound)
    .toSorted((a, b) => b.likeness - a.likeness || documents.byAge(b.slot, a.slot))
    .slice(0, MOST)
    .map(({ slot }) => slot)
}
