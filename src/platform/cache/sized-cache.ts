import type { EncodedBody } from '#platform/http/encoded-body.ts'

/** A finished answer to a stranger: its text, and what must still be so for it to be true. */
export type CachedResponse = {
  finished: EncodedBody
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
export const responseSizeBytes = ({ finished }: Pick<CachedResponse, 'finished'>): number => finished.held + 1_500

/** Names take room, too. */
const bytesOfNames = (address: string, subjects: readonly string[]): number => 2 * address.length + 200 * subjects.length

/** A value that is kept, between the one that came before it and the one that came after. */
type Entry<V> = {
  address: string
  value: V
  bytes: number
  subjects: readonly string[]
  read: boolean
  older: Entry<V> | null
  newer: Entry<V> | null
}

/**
 * Values by their names, at most `maxBytes` of them, those going first that were not read since others came. Each is named by the
 * subjects it hangs on. What was begun before a drop is not taken in after it: it may have been made of what is gone.
 */
export class SizedCache<V> {
  /** Rises with each drop. */
  turn = 0
  bytes = 0
  readonly #entries = new Map<string, Entry<V>>()
  /** Most subjects have one entry, which then stands by itself. */
  readonly #bySubject = new Map<string, Entry<V> | Set<Entry<V>>>()
  /**
   * The entries in the order of their coming. One that was read meanwhile gets a second turn: to move it at each reading costs more
   * than the reading. The map knows that order too, but looking for its first entry passes over all that were deleted before it.
   */
  #oldest: Entry<V> | null = null
  #newest: Entry<V> | null = null
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

  /** Whether a value of so many bytes would push nothing out. */
  hasRoomFor(bytes: number, address: string, subjects: readonly string[]): boolean {
    return this.bytes + bytes + bytesOfNames(address, subjects) <= this.#maxBytes
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
    const before = this.#entries.get(address)
    if (before !== undefined) this.#forget(before)
    this.#makeRoom(bytes)
    const entry: Entry<V> = { address, value, bytes, subjects, read: false, older: null, newer: null }
    this.#entries.set(address, entry)
    this.#append(entry)
    for (const subject of subjects) {
      const known = this.#bySubject.get(subject)
      if (known === undefined) this.#bySubject.set(subject, entry)
      else if (known instanceof Set) known.add(entry)
      else this.#bySubject.set(subject, new Set([known, entry]))
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
    for (const subject of subjects) {
      const known = this.#bySubject.get(subject)
      if (known instanceof Set) for (const entry of known) this.#forget(entry)
      else if (known !== undefined) this.#forget(known)
    }
  }

  clear(): void {
    this.turn++
    this.bytes = 0
    this.#entries.clear()
    this.#bySubject.clear()
    this.#oldest = this.#newest = null
  }

  #bytesOf(value: V, address: string, subjects: readonly string[]): number {
    return this.#sizeOf(value) + bytesOfNames(address, subjects)
  }

  /** Each comes by twice at most: the first time makes it unread. */
  #makeRoom(bytes: number): void {
    while (this.bytes + bytes > this.#maxBytes && this.#oldest !== null) {
      const oldest = this.#oldest
      if (!oldest.read) this.#forget(oldest)
      else {
        oldest.read = false
        this.#unlink(oldest)
        this.#append(oldest)
      }
    }
  }

  #forget(entry: Entry<V>): void {
    this.#entries.delete(entry.address)
    this.#unlink(entry)
    this.bytes -= entry.bytes
    for (const subject of entry.subjects) {
      const known = this.#bySubject.get(subject)
      if (known instanceof Set) {
        known.delete(entry)
        if (known.size === 0) this.#bySubject.delete(subject)
      } else if (known === entry) this.#bySubject.delete(subject)
    }
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#newest
    entry.newer = null
    if (this.#newest === null) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }

  #unlink(entry: Entry<V>): void {
    if (entry.older === null) this.#oldest = entry.newer
    else entry.older.newer = entry.newer
    if (entry.newer === null) this.#newest = entry.older
    else entry.newer.older = entry.older
  }
}
