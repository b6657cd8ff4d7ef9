import { randomInt } from 'node:crypto'

/** Size of the filter in bits. This is 16 MiB, regardless of the number of pieces. */
const BITS = 2 ** 27
const MARKS = 4
const DIGITS = 8

/**
 * Bloom filter for the pieces (stored chunks of backup data) that backups use. The filter never reports a used piece as unused. With fewer
 * than ten million pieces, the filter rarely reports an unused piece as used. Each run has different false positives, so a later run
 * removes the pieces that an earlier run missed.
 */
export class PieceFilter {
  readonly #bits = new Uint8Array(BITS / 8)
  /** Position in a piece's name (64 hexadecimal digits of a hash) where the filter starts to read digits. Chosen at random in each run. */
  readonly #from = randomInt(64 - MARKS * DIGITS)

  add(name: string): void {
    for (const bit of this.#places(name)) this.#bits[bit >>> 3]! |= 1 << (bit & 7)
  }

  mayHave(name: string): boolean {
    return this.#places(name).every((bit) => (this.#bits[bit >>> 3]! & (1 << (bit & 7))) !== 0)
  }

  #places(name: string): number[] {
    const digits = (mark: number) => name.slice(this.#from + mark * DIGITS, this.#from + (mark + 1) * DIGITS)
    return Array.from({ length: MARKS }, (_, mark) => Number.parseInt(digits(mark), 16) % BITS)
  }
}
