import type { Documents } from './documents.ts'
import { grown } from './grow.ts'
import type { Postings } from './postings.ts'
import type { Answer, Group } from './resolve.ts'
import { isNamed } from './weigh.ts'

/**
 * The listings that answer a query, with their scores: one walk over the posting lists, into arrays by slot that
 * are used again for the next query.
 */
export class Matches {
  /** Slots that answer at least one wish, in no order; the first `length` count. */
  touched = new Int32Array(256)
  length = 0
  score = new Float32Array(256)
  /** One bit for each group answered, and sixteen above it the same bit where that is by its name, not by the way. */
  answered = new Uint32Array(256)
  /** The score of the group that is being walked. */
  #part = new Float32Array(256)
  #phraseStep = new Uint32Array(256)
  #phraseWeight = new Uint8Array(256)
  #step = 0
  readonly #documents: Documents
  readonly #postings: Postings

  constructor(documents: Documents, postings: Postings) {
    this.#documents = documents
    this.#postings = postings
  }

  /** Fills in what answers these groups; the best answer to each counts. */
  collect(groups: readonly Group[], living: (term: number) => number): void {
    this.#clear()
    for (const [index, group] of groups.entries()) {
      const factors = factorsOf(group, this.#documents.alive, living)
      for (const [at, answer] of group.answers.entries()) this.#walk(answer, 1 << index, factors[at]!)
    }
  }

  /** What an answer of one term alone is worth by each weight: what `collect` would give it. */
  scoresAlone({ terms, worth }: Answer, living: (term: number) => number): Float32Array {
    const factor = (idf(this.#documents.alive, living(terms[0]!)) * worth) / 255
    return Float32Array.from({ length: 256 }, (_, weight) => weight * factor)
  }

  #clear(): void {
    for (let i = 0; i < this.length; i++) this.answered[this.touched[i]!] = 0
    this.length = 0
    const { slots } = this.#documents
    this.touched = grown(this.touched, slots)
    this.score = grown(this.score, slots)
    this.answered = grown(this.answered, slots)
    this.#part = grown(this.#part, slots)
    this.#phraseStep = grown(this.#phraseStep, slots)
    this.#phraseWeight = grown(this.#phraseWeight, slots)
  }

  #walk({ terms, named = false }: Answer, bit: number, factor: number): void {
    const { flags } = this.#documents
    if (terms.length > 1) return this.#walkPhrase(terms, bit, factor, named)
    if (this.length === 0) return this.#walkFirst(terms[0]!, bit, factor, named)
    this.#postings.runs(terms[0]!, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = words[i]! >>> 8
        if (flags[slot] !== 0) this.#answer(slot, bit, (words[i]! & 255) * factor, !named || isNamed(words[i]!))
      }
    })
  }

  /** As `#walk` does, where nothing is answered yet: much of a search for a common word. */
  #walkFirst(term: number, bit: number, factor: number, named: boolean): void {
    const { flags } = this.#documents
    const { touched, score, answered } = this
    const part = this.#part
    let length = 0
    this.#postings.runs(term, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = words[i]!
        const slot = entry >>> 8
        if (flags[slot] === 0) continue
        touched[length++] = slot
        score[slot] = part[slot] = (entry & 255) * factor
        answered[slot] = !named || isNamed(entry) ? bit | (bit << BY_NAME) : bit
      }
    })
    this.length = length
  }

  /** Those that have every term; the weakest weight counts. */
  #walkPhrase(terms: readonly number[], bit: number, factor: number, named: boolean): void {
    const { flags } = this.#documents
    const rarestFirst = terms.toSorted((a, b) => this.#postings.count(a) - this.#postings.count(b))
    const steps = this.#phraseStep
    const weights = this.#phraseWeight
    this.#step++
    for (const [index, term] of rarestFirst.entries()) {
      const before = index === 0 ? -1 : this.#step++
      const now = this.#step
      const isLast = index === terms.length - 1
      this.#postings.runs(term, (words, from, to) => {
        for (let i = from; i < to; i++) {
          const slot = words[i]! >>> 8
          if (flags[slot] === 0 || (index > 0 && steps[slot] !== before)) continue
          const weight = words[i]! & 255
          weights[slot] = index === 0 ? weight : weaker(weight, weights[slot]!)
          steps[slot] = now
          if (isLast) this.#answer(slot, bit, weights[slot] * factor, !named || isNamed(weights[slot]))
        }
      })
    }
  }

  #answer(slot: number, bit: number, value: number, byName: boolean): void {
    const answered = this.answered[slot]!
    if (byName) this.answered[slot] = answered | (bit << BY_NAME)
    if (answered === 0) {
      this.touched[this.length++] = slot
      this.score[slot] = value
    } else if ((answered & bit) === 0) this.score[slot]! += value
    else {
      const part = this.#part[slot]!
      if (value <= part) return
      this.score[slot]! += value - part
    }
    this.answered[slot]! |= bit
    this.#part[slot] = value
  }
}

/** What each answer to a wish is worth where it stands at the weight of one. `living`: how many listings have a term, of `alive`. */
export function factorsOf({ answers, soft }: Group, alive: number, living: (term: number) => number): number[] {
  const rarity = answers.map(({ terms }) => idf(alive, Math.min(...terms.map((term) => living(term)))))
  // Another name for a common thing is not worth more for being rare.
  return answers.map(({ worth }, at) => (Math.min(rarity[0]!, rarity[at]!) * worth * (soft ? 0.5 : 1)) / 255)
}

const idf = (alive: number, count: number): number => Math.log(1 + (alive - count + 0.5) / (count + 0.5))

/** How far above the bit of a group that answered the bit stands that says it did by name. */
export const BY_NAME = 16

/** The lesser of two weights, which names a thing only where both do. */
const weaker = (a: number, b: number): number => (Math.min(a, b) & ~1) | (a & b & 1)
