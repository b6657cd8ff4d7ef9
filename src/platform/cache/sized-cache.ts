import type { EncodedBody } from '#platform/http/encoded-body.ts'

/** Cached response to an anonymous request, with the conditions under which it is valid. */
export type CachedResponse = {
  finished: EncodedBody
  type: string
  /** Headers that are the same for all body variants and all requests. */
  headers: Readonly<Record<string, string>>
  /** True if the response shows how many requests the caller has left. */
  showsRate: boolean
  /** Name of the endpoint or page that produced the response, for logs and metrics. */
  operation: string
  /** Listing or shop that this response shows. Sending the response counts as a view of it. */
  visited: string | undefined
  /** Time in ms since 1970 after which the response's text may be different. */
  untilMs: number
}

/** Returns the size of an entry: its body variants plus a fixed overhead. */
export const responseSizeBytes = ({ finished }: Pick<CachedResponse, 'finished'>): number => finished.held + 1_500

const bytesOfNames = (address: string, subjects: readonly string[]): number => 2 * address.length + 200 * subjects.length

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
 * Cache of at most `maxBytes`. Evicts entries in insertion order, but gives entries that were read a second chance. Each entry names the
 * subjects that it depends on. `drop` also prevents the storage of values that are still being built, because they may be stale.
 */
export class SizedCache<V> {
  /** Number of calls to `drop` so far. If it changes while a value is being built, the value may be stale. */
  generation = 0
  bytes = 0
  readonly #entries = new Map<string, Entry<V>>()
  /** Entries by subject. A subject with only one entry, as most have, stores it without a set. */
  readonly #bySubject = new Map<string, Entry<V> | Set<Entry<V>>>()
  /**
   * Oldest entry: the start of a linked list in insertion order, which ends with `#newest`. The map has the same order, but to find the
   * map's first entry, the engine must skip all deleted entries. Reads do not move entries, because moving would cost more than reading.
   */
  #oldest: Entry<V> | null = null
  #newest: Entry<V> | null = null
  readonly #maxBytes: number
  readonly #sizeOf: (value: V) => number

  /** `sizeOf` returns the approximate size of a value in bytes. */
  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    this.#maxBytes = maxBytes
    this.#sizeOf = sizeOf
  }

  has(address: string): boolean {
    return this.#entries.has(address)
  }

  /** Returns true if the cache can store a value of this size without evicting other entries. */
  hasRoomFor(bytes: number, address: string, subjects: readonly string[]): boolean {
    return this.bytes + bytes + bytesOfNames(address, subjects) <= this.#maxBytes
  }

  get(address: string): V | null {
    const entry = this.#entries.get(address)
    if (entry === undefined) return null
    entry.read = true
    return entry.value
  }

  /**
   * Stores a value, unless `drop` was called since `generation` was read. Callers read `this.generation` before the first read for the
   * value.
   */
  put(address: string, value: V, subjects: readonly string[], generation: number): void {
    if (generation !== this.generation) return
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

  /** Updates the stored size of a value that grew or shrank, if the value is still cached. */
  measure(address: string, value: V): void {
    const entry = this.#entries.get(address)
    if (entry?.value !== value) return
    const bytes = this.#bytesOf(value, address, entry.subjects)
    this.bytes += bytes - entry.bytes
    entry.bytes = bytes
    this.#makeRoom(0)
  }

  /** Evicts every entry that depends on at least one of the given subjects. */
  drop(subjects: Iterable<string>): void {
    this.generation++
    for (const subject of subjects) {
      const known = this.#bySubject.get(subject)
      if (known instanceof Set) for (const entry of known) this.#forget(entry)
      else if (known !== undefined) this.#forget(known)
    }
  }

  clear(): void {
    this.generation++
    this.bytes = 0
    this.#entries.clear()
    this.#bySubject.clear()
    this.#oldest = this.#newest = null
  }

  #bytesOf(value: V, address: string, subjects: readonly string[]): number {
    return this.#sizeOf(value) + bytesOfNames(address, subjects)
  }

  /**
   * Evicts entries until `bytes` fit. Visits each entry at most twice: for an entry that was read, the first visit only clears its `read`
   * flag.
   */
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
