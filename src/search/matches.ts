import type { CommonTerms } from './common-terms.ts'
import type { Documents } from './documents.ts'
import { firstFrom } from './lower-bound.ts'
import { grown } from './grow-array.ts'
import type { Postings } from './postings.ts'
import type { Answer, Group } from './resolve.ts'
import { isNamed } from './score.ts'
import { Intersection } from './intersection.ts'

/**
 * Listings that match a query, with their scores. The next query reuses the arrays. Collecting reads all posting lists. If a listing must
 * match all binding groups, collecting reads only the shortest list.
 */
export class Matches {
  /**
   * Slots of the matching listings, in the first `length` entries. Some of the arrays below are indexed by a slot's position in this array.
   */
  touched = new Int32Array(256)
  length = 0
  score = new Float32Array(256)
  /**
   * Bits of the groups that a listing matches, indexed by its position in `touched`. Each group also has a second bit, sixteen positions
   * higher. The second bit is set when the listing names the group's item.
   */
  answered = new Uint32Array(256)
  /** Score that the last matched group contributed, indexed by position in `touched`. */
  #part = new Float32Array(256)
  /** Position in `touched` plus 1, or 0 when the listing does not match; indexed by slot. Unused while `#isWhole` is true. */
  #placeOf = new Int32Array(256)
  /** True after `collectWhole`: `touched` is ascending, and every listing in it matches all binding groups. */
  #isWhole = false
  readonly #documents: Documents
  readonly #postings: Postings
  readonly #whole: Intersection

  constructor(documents: Documents, postings: Postings, common: CommonTerms) {
    this.#documents = documents
    this.#postings = postings
    this.#whole = new Intersection(documents, postings, common)
  }

  /**
   * Collects the listings that match at least one group (query term). If several alternatives of a term match a listing, only the highest
   * score counts.
   */
  collect(groups: readonly Group[], living: (term: number) => number): void {
    this.#clear()
    this.#isWhole = false
    this.#placeOf = grown(this.#placeOf, this.#documents.slots)
    for (const [index, group] of groups.entries()) {
      const factors = factorsOf(group, this.#documents.alive, living)
      for (const [at, answer] of group.answers.entries()) this.#walk(answer, 1 << index, factors[at]!)
    }
  }

  /**
   * Like `collect`, but collects only listings that match all binding groups. Both methods compute the same score for a listing, because
   * they add up the groups' scores in the same order.
   */
  collectWhole(groups: readonly Group[], living: (term: number) => number): void {
    const binding = groups.filter(({ soft }) => !soft)
    if (groups.length === 1 || binding.length === 0) return this.collect(groups, living)
    this.#clear()
    this.#isWhole = true
    const slots = this.#whole.of(binding)
    this.#reserve(slots.length)
    this.length = slots.length
    this.touched.set(slots.list.subarray(0, slots.length))
    this.answered.fill(0, 0, slots.length)
    for (const [index, group] of groups.entries()) {
      const bit = 1 << index
      const factors = factorsOf(group, this.#documents.alive, living)
      for (const [number, { terms, named = false }] of group.answers.entries()) {
        const factor = factors[number]!
        this.#whole.among(terms, slots, (index, weight) => this.#answer(index, bit, weight * factor, !named || isNamed(weight)))
      }
    }
  }

  /** Returns a single term's score for each weight from 0 to 255. `collect` computes the same scores. */
  scoresAlone({ terms, worth }: Answer, living: (term: number) => number): Float32Array {
    const factor = (idf(this.#documents.alive, living(terms[0]!)) * worth) / 255
    return Float32Array.from({ length: 256 }, (_, weight) => weight * factor)
  }

  answeredBy(slot: number): number {
    const { touched, length } = this
    const index = this.#isWhole ? firstFrom(touched, 0, length, slot) : this.#placeOf[slot]! - 1
    return index >= 0 && index < length && touched[index] === slot ? this.answered[index]! : 0
  }

  #clear(): void {
    if (!this.#isWhole) for (let i = 0; i < this.length; i++) this.#placeOf[this.touched[i]!] = 0
    this.length = 0
  }

  #reserve(length: number): void {
    this.touched = grown(this.touched, length)
    this.score = grown(this.score, length)
    this.answered = grown(this.answered, length)
    this.#part = grown(this.#part, length)
  }

  #walk({ terms, named = false }: Answer, bit: number, factor: number): void {
    if (terms.length > 1) {
      const slots = this.#whole.ofPhrase(terms)
      this.#reserve(this.length + slots.length)
      return this.#whole.among(terms, slots, (at, weight) => {
        this.#answer(this.#placed(slots.list[at]!), bit, weight * factor, !named || isNamed(weight))
      })
    }
    this.#reserve(this.length + this.#postings.count(terms[0]!))
    if (this.length === 0) return this.#walkFirst(terms[0]!, bit, factor, named)
    const { flags } = this.#documents
    this.#postings.runs(terms[0]!, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = words[i]! >>> 8
        if (flags[slot] !== 0) this.#answer(this.#placed(slot), bit, (words[i]! & 255) * factor, !named || isNamed(words[i]!))
      }
    })
  }

  /**
   * Like `#walk`, but faster, because it requires an empty list of matches. A search for a common word spends most of its time in this
   * method.
   */
  #walkFirst(term: number, bit: number, factor: number, named: boolean): void {
    const { flags } = this.#documents
    const { touched, score, answered } = this
    const part = this.#part
    const indexOf = this.#placeOf
    let length = 0
    this.#postings.runs(term, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = words[i]!
        const slot = entry >>> 8
        if (flags[slot] === 0) continue
        touched[length] = slot
        score[length] = part[length] = (entry & 255) * factor
        answered[length] = !named || isNamed(entry) ? bit | (bit << BY_NAME) : bit
        indexOf[slot] = ++length
      }
    })
    this.length = length
  }

  #placed(slot: number): number {
    const index = this.#placeOf[slot]! - 1
    if (index >= 0) return index
    this.touched[this.length] = slot
    this.answered[this.length] = 0
    this.#placeOf[slot] = ++this.length
    return this.length - 1
  }

  #answer(index: number, bit: number, value: number, byName: boolean): void {
    const answered = this.answered[index]!
    this.answered[index] = answered | (byName ? bit | (bit << BY_NAME) : bit)
    if (answered === 0) this.score[index] = value
    else if ((answered & bit) === 0) this.score[index]! += value
    else {
      const part = this.#part[index]!
      if (value <= part) return
      this.score[index]! += value - part
    }
    this.#part[index] = value
  }
}

/**
 * Returns the score per unit of weight for each alternative of a query term. `living` returns the number of live listings that contain a
 * term. `alive`: number of all live listings.
 */
export function factorsOf({ answers, soft }: Group, alive: number, living: (term: number) => number): number[] {
  const rarity = answers.map(({ terms }) => idf(alive, Math.min(...terms.map((term) => living(term)))))
  // a rare synonym must not count more than the word itself
  return answers.map(({ worth }, at) => (Math.min(rarity[0]!, rarity[at]!) * worth * (soft ? 0.5 : 1)) / 255)
}

const idf = (alive: number, count: number): number => Math.log(1 + (alive - count + 0.5) / (count + 0.5))

/** Number of bits between a group's bit in `answered` and its second bit, which is set when the listing names the group's item. */
export const BY_NAME = 16
