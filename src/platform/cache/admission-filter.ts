/** Remembers the hashes of about ten thousand recent names. Names with the same hash count as the same name. */
export class AdmissionFilter {
  readonly #numbers = new Uint32Array(1 << 15)

  /** Adds the name. Returns true if the name was already added recently. */
  isKnown(name: string): boolean {
    const number = numberOf(name)
    const index = number % this.#numbers.length
    const known = this.#numbers[index] === number
    this.#numbers[index] = number
    return known
  }
}

/** Returns the 32-bit FNV-1a hash. Mixes the high bits into the low bits, which select the slot. */
function numberOf(name: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < name.length; i++) number = Math.imul(number ^ name.charCodeAt(i), 0x01000193)
  return (number ^ (number >>> 15)) >>> 0
}
