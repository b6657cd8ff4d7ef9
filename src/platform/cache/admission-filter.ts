/** Names that came not long ago, some ten thousand of them, each by a number made of its letters. Two names of one number are taken for the same. */
export class AdmissionFilter {
  readonly #numbers = new Uint32Array(1 << 15)

  /** Whether this name came before; it has from now on. */
  isKnown(name: string): boolean {
    const number = numberOf(name)
    const place = number % this.#numbers.length
    const known = this.#numbers[place] === number
    this.#numbers[place] = number
    return known
  }
}

/** FNV-1a, 32 bits; its high ones are mixed into the low ones, which choose the place. */
function numberOf(name: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < name.length; i++) number = Math.imul(number ^ name.charCodeAt(i), 0x01000193)
  return (number ^ (number >>> 15)) >>> 0
}
