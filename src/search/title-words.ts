import { PIECE, type Columns } from './columns.ts'
import { grown } from './grow-array.ts'
import { STOP_WORDS } from './stop-words.ts'
import { StringTable } from './string-table.ts'
import { Vocabulary } from './vocabulary.ts'
import { fold } from '#core/fold.ts'
import { MAX_WORD_LENGTH } from './tokenize.ts'

/**
 * Title words as sellers write them, with counts, for completing a search. When the last listing that contains a word is removed, so is the
 * word.
 */
export class TitleWords {
  readonly #keys = new Vocabulary()
  /** Number of listings that contain a word, indexed by the word in lowercase without accents. Each listing counts once per word. */
  #keyCounts = new Int32Array(256)
  readonly forms = new StringTable()
  #formCounts = new Int32Array(256)
  /**
   * First spelling of each word. `#firstForm` and `#nextForm` link the spellings of a word in a list. Both arrays contain the number of a
   * spelling plus 1, or 0 if there is none.
   */
  #firstForm = new Int32Array(256)
  #nextForm = new Int32Array(256)
  #keyOf = new Int32Array(256)
  #written = new Int32Array(1_024)
  #ends = new Uint32Array(256)
  #slots = 0

  /** Adds a title. Titles must be added in ascending slot order without gaps. */
  add(slot: number, title: string | null): void {
    let end = slot === 0 ? 0 : this.#ends[slot - 1]!
    for (const { form, key } of titleWordsOf(title)) {
      this.#written = grown(this.#written, end + 1)
      this.#written[end++] = this.#form(form, key)
    }
    this.#ends = grown(this.#ends, slot + 1)
    this.#ends[slot] = end
    this.#slots = slot + 1
    this.#count(slot, 1)
  }

  formsOf(slot: number): Int32Array {
    return this.#written.subarray(slot === 0 ? 0 : this.#ends[slot - 1]!, this.#ends[slot])
  }

  *restore({ written, writtenEnds, formUnits, formEnds }: Columns): Generator<void> {
    const forms = new StringTable()
    yield* forms.restore(formUnits, formEnds)
    for (let form = 0; form < forms.size; form++) {
      const text = forms.text(form)
      this.#form(text, fold(text))
      if (form % PIECE === 0) yield
    }
    this.#written = written
    this.#ends = writtenEnds
    this.#slots = writtenEnds.length
    for (let slot = 0; slot < this.#slots; slot++) {
      this.#count(slot, 1)
      if (slot % PIECE === 0) yield
    }
  }

  drop(slot: number): void {
    this.#count(slot, -1)
  }

  /** Returns the most frequent words that start with `start`, in their most frequent spelling. */
  beginningWith(start: string, limit: number): string[] {
    if (start === '') return []
    const best: number[] = []
    for (const key of this.#keys.beginningWith(start)) {
      if (this.#keyCounts[key] === 0 || (best.length === limit && !this.#isCommoner(key, best.at(-1)!))) continue
      const index = best.findIndex((other) => this.#isCommoner(key, other))
      best.splice(index < 0 ? best.length : index, 0, key)
      if (best.length > limit) best.pop()
    }
    return best.map((key) => this.#spelling(key))
  }

  #isCommoner(a: number, b: number): boolean {
    const more = this.#keyCounts[a]! - this.#keyCounts[b]!
    return more > 0 || (more === 0 && this.#keys.compare(a, b) < 0)
  }

  #form(form: string, key: string): number {
    const known = this.forms.find(form)
    if (known >= 0) return known
    const number = this.forms.add(form)
    const word = this.#keys.add(key)
    this.#keyCounts = grown(this.#keyCounts, word + 1)
    this.#firstForm = grown(this.#firstForm, word + 1)
    this.#formCounts = grown(this.#formCounts, number + 1)
    this.#nextForm = grown(this.#nextForm, number + 1)
    this.#keyOf = grown(this.#keyOf, number + 1)
    this.#keyOf[number] = word
    this.#nextForm[number] = this.#firstForm[word]!
    this.#firstForm[word] = number + 1
    return number
  }

  #count(slot: number, change: 1 | -1): void {
    if (slot >= this.#slots) return
    for (let at = slot === 0 ? 0 : this.#ends[slot - 1]!; at < this.#ends[slot]!; at++) {
      const form = this.#written[at]!
      this.#formCounts[form]! += change
      this.#keyCounts[this.#keyOf[form]!]! += change
    }
  }

  #spelling(key: number): string {
    let best = this.#firstForm[key]! - 1
    for (let form = best; form >= 0; form = this.#nextForm[form]! - 1) {
      const more = this.#formCounts[form]! - this.#formCounts[best]!
      if (more > 0 || (more === 0 && this.forms.compare(form, best) < 0)) best = form
    }
    return this.forms.text(best)
  }
}

/**
 * Returns the words of a title that can complete a search, each with its key (lowercase, without accents) and the spelling of its first
 * occurrence.
 */
export function titleWordsOf(title: string | null): { form: string; key: string }[] {
  const words = new Map<string, { form: string; key: string }>()
  for (const { form, key } of formsOf(title ?? '')) if (!words.has(key)) words.set(key, { form, key })
  return [...words.values()]
}

/** Matches letters and digits with inner hyphens and apostrophes, such as `T-shirt` or `Levi's`. */
const FORM = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/**
 * Returns the words of text as written, their keys (lowercase, without accents), and their positions. Omits stop words and words that are
 * too short or too long.
 */
function formsOf(text: string): { form: string; key: string; at: number }[] {
  return [...text.matchAll(FORM)].flatMap(({ 0: form, index }) => {
    const key = fold(form)
    return key.length > 1 && key.length <= MAX_WORD_LENGTH && !STOP_WORDS.has(key) ? [{ form, key, at: index }] : []
  })
}

/** Splits text into `before` and `start`, the last word in lowercase without accents. `start` is empty unless the text ends in a word. */
export function lastWord(text: string): { before: string; start: string } {
  const last = [...text.matchAll(FORM)].at(-1)
  if (!last || !/^['’-]?$/.test(text.slice(last.index + last[0].length))) return { before: text, start: '' }
  return { before: text.slice(0, last.index), start: fold(last[0]) }
}
