import { randomInt } from 'node:crypto'

/** 16 MiB, however many pieces there are. */
const BITS = 2 ** 27
const MARKS = 4
const DIGITS = 8

/**
 * Which pieces are in use. It may take one that is not for one that is, seldom below some ten million pieces; which ones is
 * another matter in each run. So what looks unused is so, and what should go goes with this run or a later one.
 */
export class UsedPieces {
  readonly #bits = new Uint8Array(BITS / 8)
  /** Names are 64 digits of a hash: any few of them are chance. */
  readonly #from = randomInt(64 - MARKS * DIGITS)

  add(name: string): void {
    for (const place of this.#places(name)) this.#bits[place >>> 3]! |= 1 << (place & 7)
  }

  mayHave(name: string): boolean {
    return this.#places(name).every((place) => (this.#bits[place >>> 3]! & (1 << (place & 7))) !== 0)
  }

  #places(name: string): number[] {
    const digits = (mark: number) => name.slice(this.#from + mark * DIGITS, this.#from + (mark + 1) * DIGITS)
    return Array.from({ length: MARKS }, (_, mark) => Number.parseInt(digits(mark), 16) % BITS)
  }
}
