import type { Documents, Filter } from './documents.ts'

export type Tally = { total: number; stores: number }

/**
 * Number of listings and shops that pass each recently used filter. A filter is counted once and then updated with each change, so that a
 * lookup takes the same time in a market of any size.
 */
export class Tallies {
  readonly #documents: Documents
  readonly #cached = new Map<string, Tally & { test: (slot: number) => boolean }>()

  constructor(documents: Documents) {
    this.#documents = documents
  }

  of(filter: Filter): Tally {
    const key = [filter.category?.toLowerCase() ?? null, filter.minCents, filter.maxCents, filter.offersOnly, filter.shopId ?? null].join(
      '|',
    )
    const cached = this.#cached.get(key)
    if (cached) return cached
    // caches no count for a value that no listing has had, because its filter would not match even after the value appears
    if (!this.#documents.knows(filter)) return NOTHING
    const test = this.#documents.test(filter)
    const tally = { ...this.#count(test), test }
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear()
    this.#cached.set(key, tally)
    return tally
  }

  /** Adds (1) or removes (-1) a listing. When removing, call this while the listing is still live in the index. */
  note(slot: number, change: 1 | -1): void {
    const shop = this.#documents.shop[slot]!
    for (const tally of this.#cached.values()) {
      if (!tally.test(slot)) continue
      tally.total += change
      if (!this.#documents.shopHas(shop, slot, tally.test)) tally.stores += change
    }
  }

  /** Drops all counts. Call this before many changes, because counting again is then cheaper than updating. */
  forget(): void {
    this.#cached.clear()
  }

  #count(test: (slot: number) => boolean): Tally {
    const { slots, shop, shops, flags } = this.#documents
    const seen = new Uint8Array(shops.size)
    let total = 0
    let stores = 0
    for (let slot = 0; slot < slots; slot++) {
      if (flags[slot] === 0 || !test(slot)) continue
      total++
      stores += 1 - seen[shop[slot]!]!
      seen[shop[slot]!] = 1
    }
    return { total, stores }
  }
}

const NOTHING: Tally = { total: 0, stores: 0 }

/**
 * Maximum number of cached filters: nine categories and four price bands, each with or without offers, and as many again for other
 * filters.
 */
const MAX_CACHED = 256
