import type { Documents, Filter } from './documents.ts'

export type Tally = { total: number; stores: number }

/**
 * How many listings pass a filter, and of how many shops: counted once, then kept true with each listing that
 * comes or goes, so that a count never depends on how many there are.
 */
export class Tallies {
  readonly #documents: Documents
  readonly #kept = new Map<string, Tally & { test: (slot: number) => boolean }>()

  constructor(documents: Documents) {
    this.#documents = documents
  }

  of(filter: Filter): Tally {
    const key = [filter.category?.toLowerCase() ?? null, filter.minCents, filter.maxCents, filter.offersOnly, filter.shopId ?? null].join(
      '|',
    )
    const kept = this.#kept.get(key)
    if (kept) return kept
    // a test of what is not known yet would never let it pass
    if (!this.#documents.knows(filter)) return NOTHING
    const test = this.#documents.test(filter)
    const tally = { ...this.#count(test), test }
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(key, tally)
    return tally
  }

  /** A listing came: `change` 1, or goes: -1. Called while it lives. */
  note(slot: number, change: 1 | -1): void {
    const shop = this.#documents.shop[slot]!
    for (const tally of this.#kept.values()) {
      if (!tally.test(slot)) continue
      tally.total += change
      if (!this.#documents.shopHas(shop, slot, tally.test)) tally.stores += change
    }
  }

  /** Before many changes at once: counting anew is cheaper. */
  forget(): void {
    this.#kept.clear()
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

/** Nine categories, four bands, with offers or without, and as many again for others. */
const MAX_KEPT = 256
