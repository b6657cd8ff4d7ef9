/** A finished answer to a stranger: its bytes, and what must still be so for them to be true. */
export type KeptAnswer = {
  /** Its bytes, a character each: that goes out in one write with the headers, and no encoding. */
  body: string
  etag: string
  /** What goes with the body, but for what differs each time. */
  headers: Readonly<Record<string, string | number>>
  /** Which endpoint answered, for logs and metrics. */
  operation: string
  /** What was looked at, where reading it counts as a view. */
  visited: string | undefined
  /** When some text in it that tells of time may read otherwise, in ms since 1970. */
  untilMs: number
}

/**
 * Answers by their address, at most `maxBytes` of them, those read least recently going first. Each is named by the
 * subjects it hangs on. What was begun before a drop is not taken in after it: it may have been made of what is gone.
 */
export class KeptBytes {
  /** Rises with each drop. */
  turn = 0
  bytes = 0
  /** Least recently read first. */
  readonly #entries = new Map<string, { answer: KeptAnswer; subjects: readonly string[] }>()
  readonly #addresses = new Map<string, Set<string>>()
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  has(address: string): boolean {
    return this.#entries.has(address)
  }

  get(address: string): KeptAnswer | null {
    const entry = this.#entries.get(address)
    if (entry === undefined) return null
    this.#entries.delete(address)
    this.#entries.set(address, entry)
    return entry.answer
  }

  /** `turn`: what it was before the first thing was read of which the answer is made. */
  put(address: string, answer: KeptAnswer, subjects: readonly string[], turn: number): void {
    if (turn !== this.turn) return
    const size = sizeOf(address, answer, subjects)
    if (size > this.#maxBytes / 16) return
    this.#forget(address)
    this.#entries.set(address, { answer, subjects })
    for (const subject of subjects) {
      const addresses = this.#addresses.get(subject)
      if (addresses) addresses.add(address)
      else this.#addresses.set(subject, new Set([address]))
    }
    this.bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  /** Forgets all that hangs on any of these. */
  drop(subjects: Iterable<string>): void {
    this.turn++
    for (const subject of subjects) for (const address of this.#addresses.get(subject) ?? []) this.#forget(address)
  }

  clear(): void {
    this.turn++
    this.bytes = 0
    this.#entries.clear()
    this.#addresses.clear()
  }

  #forget(address: string): void {
    const entry = this.#entries.get(address)
    if (entry === undefined) return
    this.#entries.delete(address)
    this.bytes -= sizeOf(address, entry.answer, entry.subjects)
    for (const subject of entry.subjects) {
      const addresses = this.#addresses.get(subject)!
      addresses.delete(address)
      if (addresses.size === 0) this.#addresses.delete(subject)
    }
  }
}

/** Roughly what an entry takes, the names of what it hangs on among it. */
const sizeOf = (address: string, { body }: KeptAnswer, subjects: readonly string[]): number =>
  body.length + 2 * address.length + 900 + 200 * subjects.length
