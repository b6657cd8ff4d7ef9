import { FACETS, type FacetFilter, type ListingFacets } from '#catalog/browse/rules/facets/index.ts'
import { PIECE, type Columns } from './columns.ts'
import { FacetColumns } from './facet-columns.ts'
import { grown } from './grow-array.ts'
import { MAX_SLOTS } from './postings.ts'
import { StringTable } from './string-table.ts'

/**
 * Filter of a search. A null category or price bound does not restrict the result. Categories are compared in lowercase. `shopId`: only
 * listings of this shop. `values`: selected values of facets, already normalized.
 */
export type Filter = {
  category: string | null
  minCents: number | null
  maxCents: number | null
  offersOnly: boolean
  shopId?: string | null
  values?: FacetFilter
}

export type Facts = {
  id: string
  shopId: string
  category: string | null
  priceCents: number
  takeOffers: boolean
  publishedAtMs: number
  reserved?: boolean
  facets?: ListingFacets
}

/** Returns the filter's cache key. Equal filters have equal keys. */
export const filterKey = ({ category, minCents, maxCents, offersOnly, shopId = null, values = {} }: Filter): string =>
  JSON.stringify([category?.toLowerCase() ?? null, minCents, maxCents, offersOnly, shopId, ...FACETS.map((name) => values[name] ?? null)])

/** Filter that every listing passes. */
export const EVERYTHING: Filter = { category: null, minCents: null, maxCents: null, offersOnly: false }

/** Returns true for a filter that every listing passes. */
export const isOpen = ({ category, minCents, maxCents, offersOnly, shopId, values }: Filter): boolean =>
  !shopId && category === null && minCents === null && maxCents === null && !offersOnly && !(values && FACETS.some((name) => values[name]))

/** Folds the case of a category (spec: completions 5, `category` filter). */
export const foldCategory = (category: string | null): string => (category ?? '').toLowerCase()

/**
 * Listings by slot, with one array per column; a slot is the position of a listing in these arrays. A changed listing gets a new slot, and
 * its old slot becomes dead, so posting lists only grow at their end.
 */
export class Documents {
  slots = 0
  alive = 0
  /** Latest publication time in each block of slots, including dead slots. */
  latestOfBlock = new Float64Array(16)
  readonly ids = new StringTable(Uint8Array)
  readonly shops = new StringTable(Uint8Array)
  readonly categories = new StringTable()
  readonly facets = new FacetColumns()
  id = new Int32Array(256)
  shop = new Int32Array(256)
  category = new Int32Array(256)
  price = new Int32Array(256)
  publishedAt = new Float64Array(256)
  /** Publication time for the sort `best`. For reserved listings, it is earlier than the real time (`rankedAtMs`). */
  rankedAt = new Float64Array(256)
  /** Flags of a slot: 0 for a dead slot, otherwise LIVE, combined with OFFERS and RESERVED if they apply. */
  flags = new Uint8Array(256)
  #slotOfId = new Int32Array(256).fill(-1)
  /** First live slot of each shop. Together with the arrays below, it forms one doubly linked list per shop. */
  #firstOfShop = new Int32Array(256).fill(-1)
  #next = new Int32Array(256)
  #previous = new Int32Array(256)

  add(facts: Facts): number {
    if (this.slots >= MAX_SLOTS) throw new RangeError('The index has no slot left.')
    const slot = this.slots++
    this.#reserve()
    const id = this.ids.add(facts.id)
    const shop = this.shops.add(facts.shopId)
    this.#slotOfId = grownWith(this.#slotOfId, id + 1)
    this.#firstOfShop = grownWith(this.#firstOfShop, shop + 1)
    this.id[slot] = id
    this.shop[slot] = shop
    this.category[slot] = this.categories.add(foldCategory(facts.category))
    this.price[slot] = facts.priceCents
    this.publishedAt[slot] = facts.publishedAtMs
    this.facets.put(slot, facts.facets)
    this.#noteTime(slot)
    this.flags[slot] = LIVE | (facts.takeOffers ? OFFERS : 0) | (facts.reserved ? RESERVED : 0)
    this.rankedAt[slot] = rankedAtMs(facts.publishedAtMs, facts.reserved === true)
    this.#slotOfId[id] = slot
    this.#link(slot, shop)
    this.alive++
    return slot
  }

  *restore(columns: Columns): Generator<void> {
    yield* this.ids.restore(columns.idUnits, columns.idEnds)
    yield* this.shops.restore(columns.shopUnits, columns.shopEnds)
    yield* this.categories.restore(columns.categoryUnits, columns.categoryEnds)
    yield* this.facets.restore(columns.facets, columns.facetUnits, columns.facetEnds)
    for (const column of ['shop', 'category', 'price'] as const) this[column] = columns[column]
    this.publishedAt = columns.publishedAt
    this.flags = columns.flags
    this.slots = this.alive = columns.flags.length
    this.id = new Int32Array(this.slots)
    this.rankedAt = new Float64Array(this.slots)
    this.#slotOfId = new Int32Array(this.slots)
    this.#firstOfShop = new Int32Array(this.shops.size).fill(-1)
    this.#next = new Int32Array(this.slots)
    this.#previous = new Int32Array(this.slots)
    for (let slot = 0; slot < this.slots; slot++) {
      this.#noteTime(slot)
      this.rankedAt[slot] = rankedAtMs(this.publishedAt[slot]!, (this.flags[slot]! & RESERVED) !== 0)
      this.id[slot] = this.#slotOfId[slot] = slot
      this.#link(slot, this.shop[slot]!)
      if (slot % PIECE === 0) yield
    }
  }

  drop(slot: number): void {
    this.#unlink(slot)
    this.#slotOfId[this.id[slot]!] = -1
    this.flags[slot] = 0
    this.alive--
  }

  slotOf(id: string): number {
    const number = this.ids.find(id)
    return number < 0 ? -1 : this.#slotOfId[number]!
  }

  idOf(slot: number): string {
    return this.ids.text(this.id[slot]!)
  }

  isAlive(slot: number): boolean {
    return this.flags[slot] !== 0
  }

  takesOffers(slot: number): boolean {
    return (this.flags[slot]! & OFFERS) !== 0
  }

  /** Returns true for a reserved listing. This also works for a dead slot, which retains its sort position. */
  isReserved(slot: number): boolean {
    return this.rankedAt[slot]! < this.publishedAt[slot]!
  }

  /** Visits the live listings of the shop with this number. If the number is negative, visits none. */
  eachOfShop(shop: number, visit: (slot: number) => void): void {
    for (let slot = shop < 0 ? -1 : this.#firstOfShop[shop]!; slot >= 0; slot = this.#next[slot]!) visit(slot)
  }

  shopHas(shop: number, except: number, like: (slot: number) => boolean): boolean {
    for (let slot = this.#firstOfShop[shop]!; slot >= 0; slot = this.#next[slot]!) {
      if (slot !== except && like(slot)) return true
    }
    return false
  }

  /**
   * Compares two slots by publication time, newest last. If the times are equal, reserved listings come first. Any remaining ties are
   * ordered by id.
   */
  byAge(a: number, b: number): number {
    return this.publishedAt[a]! - this.publishedAt[b]! || -this.#byReservation(a, b) || this.ids.compare(this.id[a]!, this.id[b]!)
  }

  /**
   * Compares two slots by price, lowest first. If the prices are equal, reserved listings come last. Any remaining ties are ordered by id.
   */
  byPrice(a: number, b: number): number {
    return this.price[a]! - this.price[b]! || this.#byReservation(a, b) || this.ids.compare(this.id[a]!, this.id[b]!)
  }

  /** Returns true when the filter's category and shop have each occurred in at least one listing. Unknown values may still occur later. */
  knows({ category, shopId }: Pick<Filter, 'category' | 'shopId'>): boolean {
    return (category === null || this.categories.find(foldCategory(category)) >= 0) && (!shopId || this.shops.find(shopId) >= 0)
  }

  test(filter: Filter): (slot: number) => boolean {
    const { categoryId, min, max, mask } = this.bounds(filter)
    const shop = filter.shopId ? this.shops.find(filter.shopId) : null
    const hasFacets = this.facets.test(filter.values)
    return (slot) => {
      if (shop !== null && this.shop[slot] !== shop) return false
      if (hasFacets !== null && !hasFacets(slot)) return false
      const price = this.price[slot]!
      return (
        (categoryId === ANY_CATEGORY || this.category[slot] === categoryId) &&
        price >= min &&
        price <= max &&
        (this.flags[slot]! & mask) !== 0
      )
    }
  }

  bounds({ category, minCents, maxCents, offersOnly }: Filter): { categoryId: number; min: number; max: number; mask: number } {
    return {
      categoryId: category === null ? ANY_CATEGORY : this.categories.find(foldCategory(category)),
      min: minCents ?? 0,
      max: maxCents ?? Infinity,
      mask: offersOnly ? OFFERS : LIVE,
    }
  }

  #byReservation(a: number, b: number): number {
    return Number(this.isReserved(a)) - Number(this.isReserved(b))
  }

  #noteTime(slot: number): void {
    const at = this.publishedAt[slot]!
    const block = slot >>> BLOCK_BITS
    this.latestOfBlock = grown(this.latestOfBlock, block + 1)
    if (at > this.latestOfBlock[block]!) this.latestOfBlock[block] = at
  }

  #link(slot: number, shop: number): void {
    const first = this.#firstOfShop[shop]!
    this.#next[slot] = first
    this.#previous[slot] = -1
    if (first >= 0) this.#previous[first] = slot
    this.#firstOfShop[shop] = slot
  }

  #unlink(slot: number): void {
    const next = this.#next[slot]!
    const previous = this.#previous[slot]!
    if (next >= 0) this.#previous[next] = previous
    if (previous >= 0) this.#next[previous] = next
    else this.#firstOfShop[this.shop[slot]!] = next
  }

  #reserve(): void {
    if (this.slots <= this.id.length) return
    for (const column of ['id', 'shop', 'category', 'price'] as const) this[column] = grown(this[column], this.slots)
    this.publishedAt = grown(this.publishedAt, this.slots)
    this.rankedAt = grown(this.rankedAt, this.slots)
    this.flags = grown(this.flags, this.slots)
    this.#next = grown(this.#next, this.slots)
    this.#previous = grown(this.#previous, this.slots)
  }
}

/**
 * Logarithm to base 2 of the number of slots per block. Slots roughly follow publication time, so a search can skip a whole block based on
 * the latest time in the block.
 */
export const BLOCK_BITS = 8
const LIVE = 1
const OFFERS = 2
const RESERVED = 4

/**
 * Returns the publication time used for ranking. A reserved listing counts as a year older, so that it ranks below equal listings that are
 * available.
 */
export const rankedAtMs = (publishedAtMs: number, reserved: boolean): number => publishedAtMs - (reserved ? YEAR_MS : 0)
const YEAR_MS = 365 * 86_400_000

/** Filter value that matches every category. No category has this number. */
export const ANY_CATEGORY = -2

function grownWith(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = grown(array, length)
  if (larger !== array) larger.fill(-1, array.length)
  return larger
}
