import { PIECE } from './columns.ts'
import { grown } from './grow-array.ts'

/** Characters of many strings. Each character takes two bytes, or one byte when all strings are Latin-1, as ids are. */
export type Units = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

/** Maps strings to numbers and back, outside the JavaScript heap. A `Map` with a million ids would need four times as much memory. */
export class StringTable {
  size = 0
  protected units: Units
  /** End position of each string in `units`. A string begins where the previous string ends. */
  protected ends = new Uint32Array(512)
  #hashes = new Uint32Array(512)
  /** Hash table with open addressing. A cell contains the number of a string plus 1, or 0 when it is free. */
  #places = new Int32Array(1_024)

  constructor(Kind: typeof Uint8Array | typeof Uint16Array = Uint16Array) {
    this.units = new Kind(4_096)
  }

  /** Returns the number of a string, or -1 if the table does not contain the string. */
  find(text: string): number {
    const mask = this.#places.length - 1
    const own = hash(text, 0, text.length)
    for (let slot = own & mask; ; slot = (slot + 1) & mask) {
      const number = this.#places[slot]! - 1
      if (number < 0 || (this.#hashes[number] === own && this.#is(number, text))) return number
    }
  }

  /** Returns the number of a string, counted from 0. A new string gets the next number. */
  add(text: string): number {
    const known = this.find(text)
    if (known >= 0) return known
    if (this.units instanceof Uint8Array && BEYOND_LATIN_1.test(text))
      throw new RangeError('A text in this table contains a character outside Latin-1.')
    const number = this.size++
    const from = this.start(number)
    this.units = grown(this.units, from + text.length)
    for (let i = 0; i < text.length; i++) this.units[from + i] = text.charCodeAt(i)
    this.ends = grown(this.ends, this.size)
    this.ends[number] = from + text.length
    this.#hashes = grown(this.#hashes, this.size)
    this.#hashes[number] = hash(this.units, from, from + text.length)
    if (this.size > this.#places.length * FULL) this.#widen()
    else this.#place(number)
    return number
  }

  text(number: number): string {
    return String.fromCharCode(...this.unitsOf(number))
  }

  unitsOf(number: number): Units {
    return this.units.subarray(this.start(number), this.ends[number])
  }

  /** Loads the strings of a snapshot into an empty table. The strings must be distinct. */
  *restore(units: Units, ends: Uint32Array<ArrayBuffer>): Generator<void> {
    this.units = units
    this.ends = ends
    this.size = ends.length
    this.#hashes = new Uint32Array(ends.length)
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(512, ends.length) / FULL)))
    for (let number = 0; number < this.size; number++) {
      this.#hashes[number] = hash(units, this.start(number), ends[number]!)
      this.#place(number)
      if (number % PIECE === 0) yield
    }
  }

  /** Compares two strings by code units, as `collate "C"` does for ids. Returns a negative number when `a` comes first. */
  compare(a: number, b: number): number {
    const { units } = this
    let i = this.start(a)
    let j = this.start(b)
    const aEnd = this.ends[a]!
    const bEnd = this.ends[b]!
    while (i < aEnd && j < bEnd) {
      const gap = units[i++]! - units[j++]!
      if (gap !== 0) return gap
    }
    return aEnd - i - (bEnd - j)
  }

  protected start(number: number): number {
    return number === 0 ? 0 : this.ends[number - 1]!
  }

  #is(number: number, text: string): boolean {
    const from = this.start(number)
    if (this.ends[number]! - from !== text.length) return false
    for (let i = 0; i < text.length; i++) if (this.units[from + i] !== text.charCodeAt(i)) return false
    return true
  }

  #widen(): void {
    this.#places = new Int32Array(this.#places.length * 2)
    for (let number = 0; number < this.size; number++) this.#place(number)
  }

  #place(number: number): void {
    const mask = this.#places.length - 1
    let slot = this.#hashes[number]! & mask
    while (this.#places[slot] !== 0) slot = (slot + 1) & mask
    this.#places[slot] = number + 1
  }
}

const BEYOND_LATIN_1 = /[^\0-\xff]/

/** Maximum load of the hash table. A higher load would cause clusters, which slow down lookups. */
const FULL = 0.75

/** Returns the FNV-1a hash with a final mix, because the table uses the low bits. */
function hash(text: string | Units, from: number, to: number): number {
  let value = 0x811c9dc5
  if (typeof text === 'string') for (let i = from; i < to; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  else for (let i = from; i < to; i++) value = Math.imul(value ^ text[i]!, 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
