/** Remembers about ten thousand recent names by hash. Two names with the same hash count as one. */
export class AdmissionFilter {
  readonly #numbers = new Uint32Array(1 << 15)

  /** Returns true when the name came before, and remembers it. */
  isKnown(name: string): boolean {
    const number = numberOf(name)
    const place = number % this.#numbers.length
    const known = this.#numbers[place] === number
    this.#numbers[place] = number
    return known
  }
}

/** FNV-1a, 32 bits. The high bits are mixed into the low ones, which choose the slot. */
function numberOf(name: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < name.length; i++) number = Math.imul(number ^ name.charCodeAt(i), 0x01000193)
  return (number ^ (number >>> 15)) >>> 0
}
