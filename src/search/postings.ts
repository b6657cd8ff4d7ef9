import { firstFrom } from './lower-bound.ts'
import { grown } from './grow-array.ts'

/**
 * Posting lists: for each term, the slots of the documents that contain it, ascending. An entry has 24 bits for the slot and 8 for the
 * weight. Each list is a chain of blocks of doubling size in shared pages, so a list can grow without being copied.
 */
export class Postings {
  #pages: Uint32Array[] = [new Uint32Array(PAGE)]
  /** Index of the next free 32-bit word. A block consists of the address of the next block, the size of the block, and its entries. */
  #free = 1
  #first = new Uint32Array(512)
  #last = new Uint32Array(512)
  #filled = new Uint16Array(512)
  #counts = new Uint32Array(512)
  /**
   * Entries of all lists from a snapshot, one list after another. `#restoredEnds` contains the end position of each list. Entries that are
   * added later are stored in blocks.
   */
  #restored = new Uint32Array(0)
  #restoredEnds = new Uint32Array(0)

  /** Loads a snapshot's posting lists. Call this before any call to `add`. */
  restore(entries: Uint32Array<ArrayBuffer>, ends: Uint32Array<ArrayBuffer>): void {
    this.#restored = entries
    this.#restoredEnds = ends
    if (ends.length > 0) this.#reserve(ends.length - 1)
    for (let term = 0; term < ends.length; term++) this.#counts[term] = ends[term]! - this.#restoredFrom(term)
  }

  /** Adds an entry. Each new slot of a term must be greater than the previous slot. `weight`: 1 to 255. */
  add(term: number, slot: number, weight: number): void {
    this.#reserve(term)
    const size = this.#last[term] === 0 ? 0 : this.#word(this.#last[term]! + 1)
    if (this.#filled[term] === size) this.#extend(term, size)
    const at = this.#last[term]! + HEAD + this.#filled[term]!++
    this.#pages[at >>> PAGE_BITS]![at & PAGE_MASK] = ((slot << 8) | weight) >>> 0
    this.#counts[term]!++
  }

  count(term: number): number {
    return this.#counts[term] ?? 0
  }

  /**
   * Visits a term's entries, except the first `passed` entries. Passes each contiguous run as an array with `from` and `to` (exclusive).
   * Stops when `visit` returns false.
   */
  runs(term: number, visit: (words: Uint32Array, from: number, to: number) => boolean | void, passed = 0): void {
    if (this.count(term) === 0) return
    let left = passed
    const part = (words: Uint32Array, from: number, length: number): boolean => {
      const begin = Math.min(left, length)
      left -= begin
      return begin === length || visit(words, from + begin, from + length) !== false
    }
    const from = this.#restoredFrom(term)
    const end = this.#restoredEnds[term]
    if (end !== undefined && !part(this.#restored, from, end - from)) return
    for (let block = this.#first[term]!; block !== 0; block = this.#word(block)) {
      const length = block === this.#last[term] ? this.#filled[term]! : this.#word(block + 1)
      if (!part(this.#pages[block >>> PAGE_BITS]!, (block & PAGE_MASK) + HEAD, length)) return
    }
  }

  /**
   * Visits each position in `slots` where the listing contains the term. Only the first `length` entries of `slots` count, and they must be
   * ascending. Uses binary search to skip gaps.
   */
  among(term: number, slots: Int32Array, length: number, visit: (at: number, weight: number) => void): void {
    let at = 0
    this.runs(term, (words, from, to) => {
      for (let i = from; at < length; i++) {
        i = firstFrom(words, i, to, slots[at]! * SLOT)
        if (i === to) return true
        const slot = words[i]! >>> 8
        if (slots[at] !== slot) at = firstFrom(slots, at, length, slot)
        if (at < length && slots[at] === slot) visit(at++, words[i]! & 255)
      }
      return false
    })
  }

  *blocks(term: number, most: number): Generator<Uint32Array> {
    const runs: Uint32Array[] = []
    this.runs(term, (words, from, to) => void runs.push(words.subarray(from, to)))
    for (const run of runs) for (let from = 0; from < run.length; from += most) yield run.subarray(from, from + most)
  }

  #restoredFrom(term: number): number {
    return term === 0 ? 0 : this.#restoredEnds[term - 1]!
  }

  #word(address: number): number {
    return this.#pages[address >>> PAGE_BITS]![address & PAGE_MASK]!
  }

  #reserve(term: number): void {
    if (term < this.#first.length) return
    this.#first = grown(this.#first, term + 1)
    this.#last = grown(this.#last, term + 1)
    this.#filled = grown(this.#filled, term + 1)
    this.#counts = grown(this.#counts, term + 1)
  }

  #extend(term: number, sizeBefore: number): void {
    const size = Math.min(Math.max(sizeBefore * 2, 2), MAX_BLOCK)
    const left = PAGE - (this.#free & PAGE_MASK)
    if (left < HEAD + size) this.#free += left
    const block = this.#free
    this.#free += HEAD + size
    while (this.#pages.length * PAGE < this.#free) this.#pages.push(new Uint32Array(PAGE))
    this.#pages[block >>> PAGE_BITS]![(block & PAGE_MASK) + 1] = size
    const before = this.#last[term]!
    if (before === 0) this.#first[term] = block
    else this.#pages[before >>> PAGE_BITS]![before & PAGE_MASK] = block
    this.#last[term] = block
    this.#filled[term] = 0
  }
}

/** An entry contains its slot multiplied by this factor, because the lowest 8 bits contain the weight. */
const SLOT = 256
const PAGE_BITS = 16
const PAGE = 1 << PAGE_BITS
const PAGE_MASK = PAGE - 1
const HEAD = 2
const MAX_BLOCK = 1_024

/** Maximum number of slots. An entry has 24 bits for its slot. */
export const MAX_SLOTS = 1 << 24
