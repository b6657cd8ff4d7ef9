import { editDistance } from '#core/text.ts'
import { grown } from './grow-array.ts'
import { StringTable, type Units } from './string-table.ts'
import { setBits } from './set-bits.ts'

/** Table of all stems in the index. Finds the stems that start with a given prefix, and the stems that a mistyped word may mean. */
export class Vocabulary extends StringTable {
  /**
   * Letter set of each term, with one bit per letter. The sets of similar words differ in few bits, so comparing sets quickly rules out
   * most terms.
   */
  #letters = new Uint32Array(512)

  override add(text: string): number {
    const before = this.size
    const term = super.add(text)
    if (this.size > before) {
      this.#letters = grown(this.#letters, this.size)
      this.#letters[term] = lettersOf(text)
    }
    return term
  }

  override *restore(units: Units, ends: Uint32Array<ArrayBuffer>): Generator<void> {
    yield* super.restore(units, ends)
    this.#letters = new Uint32Array(this.size)
    for (let term = 0; term < this.size; term++) this.#letters[term] = lettersOf(this.text(term))
  }

  beginningWith(start: string): number[] {
    const found: number[] = []
    const first = start.charCodeAt(0)
    for (let term = 0; term < this.size; term++) {
      const from = this.start(term)
      if (this.units[from] === first && this.ends[term]! - from > start.length && this.#goesOn(from, start)) found.push(term)
    }
    return found
  }

  /** Returns the terms that `typed` most likely misspells. */
  near(typed: string, accepts: (term: number) => boolean): { text: string; steps: number }[] {
    const most = forgiven(typed.length)
    if (most === 0) return []
    const letters = lettersOf(typed)
    const found: { text: string; steps: number }[] = []
    for (let term = 0; term < this.size; term++) {
      if (Math.abs(this.ends[term]! - this.start(term) - typed.length) > most) continue
      if (setBits(letters ^ this.#letters[term]!) > most * 2) continue
      const text = this.text(term)
      const steps = editDistance(typed, text, most)
      if (isForgiven(typed, text, steps) && accepts(term)) found.push({ text, steps })
    }
    return nearest(typed, found)
  }

  #goesOn(from: number, start: string): boolean {
    for (let i = 1; i < start.length; i++) if (this.units[from + i] !== start.charCodeAt(i)) return false
    return true
  }
}

/** Returns the number of typing errors that a search tolerates in a word of this length. */
export const forgiven = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Returns only the candidates with the fewest errors. Candidates with the same first letter as `typed` come first. */
export function nearest<T extends { text: string; steps: number }>(typed: string, found: readonly T[]): T[] {
  const unlike = (text: string) => (text[0] === typed[0] ? 0 : 1)
  const sorted = found.toSorted((a, b) => a.steps - b.steps || unlike(a.text) - unlike(b.text) || (a.text < b.text ? -1 : 1))
  return sorted.filter(({ steps }) => steps === sorted[0]!.steps)
}

/**
 * Returns true when `typed` may be a misspelling of `text`. With two errors, the first letters must match, so that `fireplace` does not
 * match `replaced`.
 */
export const isForgiven = (typed: string, text: string, steps: number): boolean =>
  steps <= forgiven(typed.length) && (steps < 2 || text[0] === typed[0]) && !hasDigit(text)

/** Returns true when a string contains a digit. Numbers have no misspellings. */
const hasDigit = (text: string): boolean => /\d/.test(text)

function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31)
  return letters
}
