import type { Finished } from './http/finished.ts'

/** A finished answer to a stranger: its text, and what must still be so for it to be true. */
export type KeptAnswer = {
  finished: Finished
  type: string
  /** What goes with it in any form, but for what differs each time. */
  headers: Readonly<Record<string, string>>
  /** Whether it tells how many more requests the caller has. */
  showsRate: boolean
  /** Which endpoint or page answered, for logs and metrics. */
  operation: string
  /** What was looked at, where reading it counts as a view. */
  visited: string | undefined
  /** When some text in it that tells of time may read otherwise, in ms since 1970. */
  untilMs: number
}

/** What one of them takes now: the forms that it holds, and what is around them. */
export const sizeOfAnswer = ({ finished }: KeptAnswer): number => finished.held + 1_500

/**
 * Values by their names, at most `maxBytes` of them, those going first that were not read since others came. Each is named by the
 * subjects it hangs on. What was begun before a drop is not taken in after it: it may have been made of what is gone.
 */
export class KeptBytes<V> {
  /** Rises with each drop. */
  turn = 0
  bytes = 0
  /** In the order of their coming. One that was read meanwhile gets a second turn: to move it at each reading costs more than the reading. */
  readonly #entries = new Map<string, { value: V; bytes: number; subjects: readonly string[]; read: boolean }>()
  readonly #addresses = new Map<string, Set<string>>()
  readonly #maxBytes: number
  readonly #sizeOf: (value: V) => number

  /** `sizeOf`: roughly what a value takes. */
  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    this.#maxBytes = maxBytes
    this.#sizeOf = sizeOf
  }

  has(address: string): boolean {
    return this.#entries.has(address)
  }

  get(address: string): V | null {
    const entry = this.#entries.get(address)
    if (entry === undefined) return null
    entry.read = true
    return entry.value
  }

  /** `turn`: what it was before the first thing was read of which the answer is made. */
  put(address: string, value: V, subjects: readonly string[], turn: number): void {
    if (turn !== this.turn) return
    const bytes = this.#bytesOf(value, address, subjects)
    if (bytes > this.#maxBytes / 16) return
    this.#forget(address)
    this.#makeRoom(bytes)
    this.#entries.set(address, { value, bytes, subjects, read: false })
    for (const subject of subjects) {
      const addresses = this.#addresses.get(subject)
      if (addresses) addresses.add(address)
      else this.#addresses.set(subject, new Set([address]))
    }
    this.bytes += bytes
  }

  /** Counts a value anew that takes more or less than when it was put, where it is still kept. */
  measure(address: string, value: V): void {
    const entry = this.#entries.get(address)
    if (entry?.value !== value) return
    const bytes = this.#bytesOf(value, address, entry.subjects)
    this.bytes += bytes - entry.bytes
    entry.bytes = bytes
    this.#makeRoom(0)
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

  /** The names take room, too. */
  #bytesOf(value: V, address: string, subjects: readonly string[]): number {
    return this.#sizeOf(value) + 2 * address.length + 200 * subjects.length
  }

  /** Each comes by twice at most: the first time makes it unread. */
  #makeRoom(bytes: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.bytes + bytes <= this.#maxBytes) return
      if (!entry.read) this.#forget(oldest)
      else {
        entry.read = false
        this.#entries.delete(oldest)
        this.#entries.set(oldest, entry)
      }
    }
  }

  #forget(address: string): void {
    const entry = this.#entries.get(address)
    if (entry === undefined) return
    this.#entries.delete(address)
    this.bytes -= entry.bytes
    for (const subject of entry.subjects) {
      const addresses = this.#addresses.get(subject)!
      addresses.delete(address)
      if (addresses.size === 0) this.#addresses.delete(subject)
    }
  }
}
