import { filterKey, type Documents, type Filter } from './documents.ts'
import { FacetCounts } from './facet-counts.ts'
import type { Facets } from './facets.ts'

export type Tally = { total: number; stores: number }

/**
 * Caches the number of listings and shops that pass each recently used filter, and the facets of these listings. Each filter is counted
 * once, and the counts are then updated with each change. A lookup therefore takes the same time in a market of any size.
 */
export class Tallies {
  readonly #documents: Documents
  readonly #cached = new Map<string, Tally & { test: (slot: number) => boolean }>()
  readonly #facets = new Map<string, FacetCounts>()

  constructor(documents: Documents) {
    this.#documents = documents
  }

  of(filter: Filter): Tally {
    const key = filterKey(filter)
    const cached = this.#cached.get(key)
    if (cached) return cached
    // does not cache the count if no listing has ever had the value, because the compiled filter would not match even after the value
    // appears
    if (!this.#documents.knows(filter)) return NOTHING
    const test = this.#documents.test(filter)
    const tally = { ...this.#count(test), test }
    dropOldest(this.#cached, MAX_CACHED)
    this.#cached.set(key, tally)
    return tally
  }

  facets(filter: Filter): Facets {
    const key = filterKey(filter)
    const cached = this.#facets.get(key)
    if (cached) return cached.result()
    const counts = new FacetCounts(this.#documents, filter)
    const { slots, shops } = this.#documents
    if (filter.shopId) {
      this.#documents.eachOfShop(shops.find(filter.shopId), (slot) => counts.note(slot, 1))
      return counts.result()
    }
    counts.addAll(null, slots)
    // does not cache the counts if no listing has ever had the value, because the counts would stay empty even after the value appears
    if (!this.#documents.knows(filter)) return counts.result()
    dropOldest(this.#facets, maxFacets(this.#documents.facets.valuesOf.length))
    this.#facets.set(key, counts)
    return counts.result()
  }

  /** Adds (`1`) or removes (`-1`) a listing in all cached counts. When removing, call this while the listing is still live in the index. */
  note(slot: number, change: 1 | -1): void {
    const shop = this.#documents.shop[slot]!
    for (const counts of this.#facets.values()) counts.note(slot, change)
    for (const tally of this.#cached.values()) {
      if (!tally.test(slot)) continue
      tally.total += change
      if (!this.#documents.shopHas(shop, slot, tally.test)) tally.stores += change
    }
  }

  /**
   * Drops all counts. Call this before making many changes: counting again afterwards is cheaper than updating the counts with each change.
   */
  forget(): void {
    this.#cached.clear()
    this.#facets.clear()
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
 * Maximum number of cached filters: about twice the combinations of nine categories, four price bands and the offers filter, so that there
 * is room for other filters.
 */
const MAX_CACHED = 256

/**
 * Returns the maximum number of cached facet counts: as many as fit into 4 MB, because each count takes four bytes per set of facet values.
 */
const maxFacets = (sets: number): number => Math.max(32, Math.min(MAX_CACHED, Math.floor(1_000_000 / sets)))

function dropOldest(cached: Map<string, unknown>, most: number): void {
  for (const key of cached.keys()) {
    if (cached.size < most) return
    cached.delete(key)
  }
}
