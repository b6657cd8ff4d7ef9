import { Cube } from './cube.ts'
import type { Documents } from './documents.ts'
import { grown } from './grow-array.ts'
import type { Postings } from './postings.ts'

/** Common: at least one listing in 32. Then weights by slot take no more memory than the list. */
const COMMON_PART = 32
/** Cached terms, at one byte per slot each; LRU. */
const MOST_KEPT = 16

/** Cached data of a common term, for live listings only. */
export type CommonTerm = {
  /** By slot; 0 without the term. */
  weights: Uint8Array
  total: number
  stores: number
  /** Facet counts. */
  cube: Cube
}

/**
 * LRU cache of weights by slot for common terms, built at the first search. A search for a common and a rare term then
 * reads only the rare list.
 */
export class CommonTerms {
  /** Least recently used first. */
  readonly #kept = new Map<number, Kept>()
  readonly #documents: Documents
  readonly #postings: Postings
  readonly #part: number

  constructor(documents: Documents, postings: Postings, part = COMMON_PART) {
    this.#documents = documents
    this.#postings = postings
    this.#part = part
  }

  /** Returns a term's updated entry, or null when it is not common. */
  of(term: number): CommonTerm | null {
    const kept = this.#kept.get(term)
    if (this.#postings.count(term) * this.#part < this.#documents.slots) return null
    const common = kept ?? new Kept(this.#documents)
    this.#kept.delete(term)
    this.#kept.set(term, common)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
    common.takeIn(this.#postings, term)
    return common
  }

  /** Removes a listing; call it while the listing is live. */
  drop(slot: number): void {
    for (const common of this.#kept.values()) common.drop(slot)
  }
}

class Kept implements CommonTerm {
  weights = new Uint8Array(0)
  total = 0
  stores = 0
  readonly cube: Cube
  /** Live listings per shop. */
  #ofShop = new Int32Array(0)
  /** Entries read; the list only grows at its end. */
  #taken = 0
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
    this.cube = new Cube(documents)
  }

  takeIn(postings: Postings, term: number): void {
    const { slots, shops, shop, flags } = this.#documents
    this.weights = grown(this.weights, slots)
    this.#ofShop = grown(this.#ofShop, shops.size)
    const count = postings.count(term)
    if (this.#taken === count) return
    const [weights, ofShop, cube] = [this.weights, this.#ofShop, this.cube]
    const visit = (words: Uint32Array, from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const slot = words[i]! >>> 8
        if (flags[slot] === 0) continue
        weights[slot] = words[i]! & 255
        this.total++
        if (ofShop[shop[slot]!]!++ === 0) this.stores++
        cube.note(slot, 1)
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
    this.cube.note(slot, -1)
  }
}
