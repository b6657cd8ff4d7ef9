import type { Documents } from './documents.ts'
import { bandAt, COUNTED_BANDS, type Cell } from './facets.ts'
import { grown } from './grow-array.ts'

/** Listing counts per category, price band and offers flag. */
export class Cube {
  #counts = new Int32Array(64)
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  /** Adds (1) or removes (-1) a listing. When removing, call this while the listing is still live in the index. */
  note(slot: number, change: 1 | -1): void {
    const { category, price, categories } = this.#documents
    const at = category[slot]! * CELLS + bandAt(price[slot]!) * 2 + (this.#documents.takesOffers(slot) ? 1 : 0)
    this.#counts = grown(this.#counts, categories.size * CELLS)
    this.#counts[at]! += change
  }

  /** Yields the counts that are not zero. */
  *cells(): Generator<Cell> {
    const { categories } = this.#documents
    const length = Math.min(this.#counts.length, categories.size * CELLS)
    for (let at = 0; at < length; at++) {
      const count = this.#counts[at]!
      if (count === 0) continue
      const band = COUNTED_BANDS[(at % CELLS) >> 1]!
      yield { category: categories.text(Math.floor(at / CELLS)), band, offers: at % 2 === 1, count }
    }
  }
}

/** Number of counts per category: one for each price band, with and without offers. */
const CELLS = COUNTED_BANDS.length * 2
