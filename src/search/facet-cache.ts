import { filterKey, type Filter } from './documents.ts'
import type { Facets } from './facets.ts'

/** Maximum number of cached results. Each cached result contains at most 200 values. */
const MOST = 128

/**
 * Caches the facets of text searches until the index changes, because a search has the same facets on all pages and in all sort orders, and
 * counting facets costs more than finding a page.
 */
export class FacetCache {
  readonly #cached = new Map<string, Facets>()

  of(q: string, filter: Filter, compute: () => Facets): Facets {
    const key = `${q}\n${filterKey(filter)}`
    const cached = this.#cached.get(key)
    if (cached !== undefined) return cached
    if (this.#cached.size >= MOST) this.#cached.clear()
    const facets = compute()
    this.#cached.set(key, facets)
    return facets
  }

  /** Drops all results. Call this whenever the index changes. */
  clear(): void {
    if (this.#cached.size > 0) this.#cached.clear()
  }
}
