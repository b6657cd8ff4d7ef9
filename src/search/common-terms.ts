import { EVERYTHING, type Documents } from './documents.ts'
import { FacetCounts } from './facet-counts.ts'
import { grown } from './grow-array.ts'
import type { Postings } from './postings.ts'

/**
 * A term is common when at least 1 in `COMMON_PART` listings contains the term. For a common term, an array with one weight per slot takes
 * no more memory than the posting list.
 */
const COMMON_PART = 32
/** Maximum number of cached terms, each with one byte per slot. If there are more, the least recently used term is evicted. */
const MAX_CACHED = 16

/** Cached data of a common term, for live listings only. */
export type CommonTerm = {
  /** Weight by slot; 0 when the listing does not contain the term. */
  weights: Uint8Array
  total: number
  stores: number
  facets: FacetCounts
}

/**
 * LRU cache of common terms, with their weights by slot. The first search for a term creates its entry. After that, a search for a common
 * term and a rare term reads only the posting list of the rare term.
 */
export class CommonTerms {
  readonly #cached = new Map<number, CachedTerm>()
  readonly #documents: Documents
  readonly #postings: Postings
  readonly #part: number

  constructor(documents: Documents, postings: Postings, part = COMMON_PART) {
    this.#documents = documents
    this.#postings = postings
    this.#part = part
  }

  /** Updates and returns a term's cached data. Returns null when the term is not common. */
  of(term: number): CommonTerm | null {
    const cached = this.#cached.get(term)
    if (this.#postings.count(term) * this.#part < this.#documents.slots) return null
    const common = cached ?? new CachedTerm(this.#documents)
    this.#cached.delete(term)
    this.#cached.set(term, common)
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED) break
      this.#cached.delete(oldest)
    }
    common.takeIn(this.#postings, term)
    return common
  }

  /** Removes a listing from all cached terms. Call this while the listing is still live in the index. */
  drop(slot: number): void {
    for (const common of this.#cached.values()) common.drop(slot)
  }
}

class CachedTerm implements CommonTerm {
  weights = new Uint8Array(0)
  total = 0
  stores = 0
  readonly facets: FacetCounts
  #ofShop = new Int32Array(0)
  /** Number of postings that this entry includes so far. A posting list grows only at its end. */
  #taken = 0
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
    this.facets = new FacetCounts(documents, EVERYTHING)
  }

  takeIn(postings: Postings, term: number): void {
    const { slots, shops, shop, flags } = this.#documents
    this.weights = grown(this.weights, slots)
    this.#ofShop = grown(this.#ofShop, shops.size)
    const count = postings.count(term)
    if (this.#taken === count) return
    const [weights, ofShop, facets] = [this.weights, this.#ofShop, this.facets]
    const visit = (words: Uint32Array, from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const slot = words[i]! >>> 8
        if (flags[slot] === 0) continue
        weights[slot] = words[i]! & 255
        this.total++
        if (ofShop[shop[slot]!]!++ === 0) this.stores++
        facets.note(slot, 1)
      }
    }
    postings.runs(term, visit, this.#taken)
    this.#taken = count
  }

  drop(slot: number): void {
    if (slot >= this.weights.length || this.weights[slot] === 0) return
    this.weights[slot] = 0
    this.total--
    if (--this.#ofShop[this.#documents.shop[slot]!]! === 0) this.stores--
    this.facets.note(slot, -1)
  }
}
