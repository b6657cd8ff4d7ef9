import { grown } from './grow-array.ts'
import { setBits } from './set-bits.ts'

/** Slot with its cosine similarity, which is at most 1. */
export type Near = { slot: number; likeness: number }

/** Maximum number of vectors that a search compares exactly. In a larger market, a search compares only the best candidates exactly. */
const ALL_COMPARED = 2_000
const LIKELIEST = 1_000

/** Returns how many vectors fit into `bytes`. Each dimension of a vector takes a byte and a bit. */
export const vectorsIn = (bytes: number, dimensions: number): number => Math.floor(bytes / (dimensions + Math.ceil(dimensions / 32) * 4))

/**
 * Embeddings by slot (docs/design/search.md), stored as bytes and sign bits. Ignores vectors that differ in length from the first vector.
 * If there is no memory left for vectors, also ignores new vectors.
 */
export class Vectors {
  version = 0
  #dimensions = 0
  #words = 0
  #rows = 0
  #numbers = new Int8Array(0)
  #signs = new Int32Array(0)
  #length = new Float64Array(0)
  #slotOf = new Int32Array(0)
  #sum = new Float64Array(0)
  readonly #rowOf = new Map<number, number>()
  readonly #free: number[] = []
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#rowOf.size
  }

  get dimensions(): number {
    return this.#dimensions
  }

  of(slot: number): Int8Array | null {
    const row = this.#rowOf.get(slot)
    return row === undefined ? null : this.#numbers.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
  }

  put(slot: number, vector: Int8Array): void {
    if (this.#dimensions === 0) this.#open(vector.length)
    const length = lengthOf(vector)
    if (vector.length !== this.#dimensions || length === 0 || this.size >= vectorsIn(this.#maxBytes, this.#dimensions)) return
    const row = this.#free.pop() ?? this.#rows++
    this.#reserve()
    this.#numbers.set(vector, row * this.#dimensions)
    this.#signs.set(signsOf(vector), row * this.#words)
    this.#length[row] = length
    this.#slotOf[row] = slot
    this.#rowOf.set(slot, row)
    this.#note(row, 1)
  }

  drop(slot: number): void {
    const row = this.#rowOf.get(slot)
    if (row === undefined) return
    this.#note(row, -1)
    this.#slotOf[row] = -1
    this.#rowOf.delete(slot)
    this.#free.push(row)
  }

  /** Finds vectors with a similarity of at least `least`, in an undefined order. In a large market, compares only the best candidates. */
  near(target: Int8Array, least: number): Near[] {
    const length = lengthOf(target)
    if (target.length !== this.#dimensions || length === 0) return []
    const found: Near[] = []
    const compare = (row: number): void => {
      const likeness = this.#dot(row, target) / (this.#length[row]! * length)
      if (likeness >= least) found.push({ slot: this.#slotOf[row]!, likeness })
    }
    if (this.size > ALL_COMPARED) this.#likeliest(signsOf(target), compare)
    else for (const row of this.#rowOf.values()) compare(row)
    return found
  }

  meanLikeness(target: Int8Array): number {
    const length = lengthOf(target)
    if (target.length !== this.#dimensions || length === 0 || this.size === 0) return 0
    let sum = 0
    for (let i = 0; i < target.length; i++) sum += target[i]! * this.#sum[i]!
    // rounds the result, because its last digits depend on the order of the additions
    return Math.round((sum / length / this.size) * 1e6) / 1e6
  }

  #open(dimensions: number): void {
    this.#dimensions = dimensions
    this.#words = Math.ceil(dimensions / 32)
    this.#sum = new Float64Array(dimensions)
  }

  #reserve(): void {
    this.#numbers = grown(this.#numbers, this.#rows * this.#dimensions)
    this.#signs = grown(this.#signs, this.#rows * this.#words)
    this.#length = grown(this.#length, this.#rows)
    this.#slotOf = grown(this.#slotOf, this.#rows)
  }

  #note(row: number, change: 1 | -1): void {
    this.version++
    const part = change / this.#length[row]!
    const from = row * this.#dimensions
    for (let i = 0; i < this.#dimensions; i++) this.#sum[i]! += this.#numbers[from + i]! * part
  }

  #dot(row: number, target: Int8Array): number {
    const numbers = this.#numbers
    let at = row * this.#dimensions
    let sum = 0
    for (let i = 0; i < target.length; i++) sum += numbers[at++]! * target[i]!
    return sum
  }

  /** Visits the rows whose sign bits differ least from those of `target`, including all rows that tie for last place. */
  #likeliest(target: Int32Array, visit: (row: number) => void): void {
    const [signs, words] = [this.#signs, this.#words]
    const differing = new Uint16Array(this.#rows)
    const counts = new Uint32Array(words * 32 + 1)
    for (let row = 0, at = 0; row < this.#rows; row++) {
      let sum = 0
      for (let i = 0; i < words; i++) sum += setBits(signs[at++]! ^ target[i]!)
      differing[row] = sum
      if (this.#slotOf[row]! >= 0) counts[sum]!++
    }
    let most = 0
    for (let seen = counts[0]!; seen < LIKELIEST && most < counts.length - 1;) seen += counts[++most]!
    for (let row = 0; row < this.#rows; row++) if (differing[row]! <= most && this.#slotOf[row]! >= 0) visit(row)
  }
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0))

function signsOf(vector: Int8Array): Int32Array {
  const signs = new Int32Array(Math.ceil(vector.length / 32))
  for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) signs[i >> 5]! |= 1 << (i & 31)
  return signs
}
