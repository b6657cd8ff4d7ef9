import type { CommonTerms } from './common-terms.ts'
import type { Documents } from './documents.ts'
import { grown } from './grow-array.ts'
import type { Postings } from './postings.ts'
import type { Answer, Group } from './resolve.ts'

/** Slots in ascending order: the first `length` entries of `list`. */
export type Slots = { list: Int32Array<ArrayBuffer>; length: number }

/**
 * Finds the live listings that match every group, that is, at least one alternative of every query term. Reads the shortest posting list
 * and looks up its entries in the other lists.
 */
export class Intersection {
  #list = new Int32Array(256)
  /** Set of slots with one bit per slot. All bits are 0 between calls. */
  #bits = new Uint32Array(16)
  /** For each position in the list, how many terms of the phrase have been found so far. `#weights`: lowest weight of these terms. */
  #terms = new Uint8Array(256)
  #weights = new Uint8Array(256)
  #stays = new Uint8Array(256)
  readonly #documents: Documents
  readonly #postings: Postings
  readonly #common: CommonTerms

  constructor(documents: Documents, postings: Postings, common: CommonTerms) {
    this.#documents = documents
    this.#postings = postings
    this.#common = common
  }

  /** Returns the slots that match every group. The next call overwrites the returned array. */
  of(groups: readonly Group[]): Slots {
    const [first, ...others] = groups.toSorted((a, b) => this.#most(a) - this.#most(b))
    const slots = this.#ofGroup(first!)
    for (const { answers } of others) this.#keep(slots, answers)
    return this.#living(slots)
  }

  /** Returns the slots of the listings that contain every term of a phrase. */
  ofPhrase(terms: readonly number[]): Slots {
    const [rarest, ...others] = terms.toSorted((a, b) => this.#postings.count(a) - this.#postings.count(b))
    const slots = this.#ofTerm(rarest!, new Int32Array(this.#postings.count(rarest!)))
    for (const term of others) this.#keep(slots, [{ terms: [term] }])
    return this.#living(slots)
  }

  /**
   * Visits, in order, each position in `slots` where the listing contains every term. `weight` is the lowest weight of these terms in the
   * listing.
   */
  among(terms: readonly number[], slots: Slots, visit: (at: number, weight: number) => void): void {
    if (terms.length === 1) return this.#amongOne(terms[0]!, slots, visit)
    this.#terms = grown(this.#terms, slots.length).fill(0, 0, slots.length)
    this.#weights = grown(this.#weights, slots.length)
    const [had, weights] = [this.#terms, this.#weights]
    for (const [index, term] of terms.entries()) {
      const isLast = index === terms.length - 1
      this.#amongOne(term, slots, (at, weight) => {
        if (had[at] !== index) return
        had[at] = index + 1
        weights[at] = index === 0 ? weight : weaker(weight, weights[at]!)
        if (isLast) visit(at, weights[at])
      })
    }
  }

  #amongOne(term: number, { list, length }: Slots, visit: (at: number, weight: number) => void): void {
    const common = this.#common.of(term)
    if (common === null) return this.#postings.among(term, list, length, visit)
    const { weights } = common
    for (let at = 0; at < length; at++) {
      const weight = weights[list[at]!]!
      if (weight !== 0) visit(at, weight)
    }
  }

  #keep(slots: Slots, answers: readonly Pick<Answer, 'terms'>[]): void {
    const only = answers.length === 1 && answers[0]!.terms.length === 1 ? this.#common.of(answers[0]!.terms[0]!) : null
    if (only) return filterSlots(slots, only.weights)
    const { list, length } = slots
    const stays = (this.#stays = grown(this.#stays, length).fill(0, 0, length))
    for (const { terms } of answers) this.among(terms, slots, (at) => void (stays[at] = 1))
    slots.length = 0
    for (let at = 0; at < length; at++) {
      list[slots.length] = list[at]!
      slots.length += stays[at]!
    }
  }

  #ofGroup({ answers }: Group): Slots {
    if (answers.length === 1) {
      const { terms } = answers[0]!
      if (terms.length > 1) return this.ofPhrase(terms)
      return this.#ofTerm(terms[0]!, (this.#list = grown(this.#list, this.#postings.count(terms[0]!))))
    }
    this.#bits = grown(this.#bits, (this.#documents.slots >>> 5) + 1)
    const phrases = answers.filter(({ terms }) => terms.length > 1).map(({ terms }) => this.ofPhrase(terms))
    for (const { list, length } of phrases) for (let i = 0; i < length; i++) this.#mark(list[i]!)
    for (const { terms } of answers) {
      if (terms.length > 1) continue
      this.#postings.runs(terms[0]!, (words, from, to) => {
        for (let i = from; i < to; i++) this.#mark(words[i]! >>> 8)
      })
    }
    return this.#marked()
  }

  #ofTerm(term: number, list: Int32Array<ArrayBuffer>): Slots {
    let length = 0
    this.#postings.runs(term, (words, from, to) => {
      for (let i = from; i < to; i++) list[length++] = words[i]! >>> 8
    })
    return { list, length }
  }

  /** Removes the slots of removed or replaced listings. This is the last step, because only few slots are then left to check. */
  #living(slots: Slots): Slots {
    filterSlots(slots, this.#documents.flags)
    return slots
  }

  #mark(slot: number): void {
    this.#bits[slot >>> 5]! |= 1 << (slot & 31)
  }

  #marked(): Slots {
    const bits = this.#bits
    this.#list = grown(this.#list, this.#documents.slots)
    const list = this.#list
    let length = 0
    for (let at = 0; at < bits.length; at++) {
      let left = bits[at]!
      if (left === 0) continue
      bits[at] = 0
      for (; left !== 0; left &= left - 1) list[length++] = (at << 5) + (31 - Math.clz32(left & -left))
    }
    return { list, length }
  }

  /** Returns an upper bound for the number of listings that match a group. */
  #most({ answers }: Group): number {
    return answers.reduce((sum, { terms }) => sum + Math.min(...terms.map((term) => this.#postings.count(term))), 0)
  }
}

function filterSlots(slots: Slots, numbers: Uint8Array): void {
  const { list, length } = slots
  let count = 0
  for (let at = 0; at < length; at++) {
    const slot = list[at]!
    list[count] = slot
    if (numbers[slot] !== 0) count++
  }
  slots.length = count
}

/**
 * Returns the lower of two weights. The lowest bit means that the word names the item. In the result, this bit is set only if it is set in
 * both weights.
 */
const weaker = (a: number, b: number): number => (Math.min(a, b) & ~1) | (a & b & 1)
