import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import { ANY_CATEGORY, isOpen, type Documents, type Filter } from './documents.ts'
import { WIDTH } from './facet-columns.ts'
import { bandAt, commonest, facetsFrom, MOST_VALUES, type CountedValue, type FacetList, type Facets } from './facets.ts'
import { grown } from './grow-array.ts'
import { Top } from './top-k.ts'

/**
 * Counts the facets of matching listings. A facet's counts take all filters into account except the facet's own filter (spec: completions
 * 13.2).
 */
export class FacetCounts {
  readonly #documents: Documents
  readonly #shop: number
  readonly #bounds: ReturnType<Documents['bounds']>
  readonly #offersOnly: boolean
  readonly #isOpen: boolean
  /** Selected values of each facet, with the sets that contain at least one of these values (`FacetColumns.flagsOf`). */
  readonly #selected: { facet: number; values: readonly string[]; flags: Uint8Array }[]
  /** Number of listings per set, and the sets that have ever had a listing. */
  #sets: Int32Array<ArrayBuffer>
  #isTouched: Uint8Array<ArrayBuffer>
  readonly #touched: number[] = []
  #categories: Int32Array<ArrayBuffer>
  readonly #bands = new Int32Array(3)
  #offers = 0
  #result: Facets | null = null

  constructor(documents: Documents, filter: Filter) {
    const { facets, shops, categories } = documents
    this.#documents = documents
    this.#shop = filter.shopId ? shops.find(filter.shopId) : ANY_SHOP
    this.#bounds = documents.bounds(filter)
    this.#selected = FACETS.flatMap((name, facet) => {
      const values = filter.values?.[name]
      return values === undefined ? [] : [{ facet, values, flags: facets.flagsOf(facet, values) }]
    })
    this.#offersOnly = filter.offersOnly
    this.#isOpen = isOpen(filter)
    this.#sets = new Int32Array(facets.valuesOf.length)
    this.#isTouched = new Uint8Array(this.#sets.length)
    this.#categories = new Int32Array(categories.size)
  }

  /** Adds (1) or removes (-1) one matching listing. Call this while the listing is live. */
  note(slot: number, change: 1 | -1): void {
    this.addAll([slot], 1, change)
  }

  /**
   * Adds (1) or removes (-1) the first `length` of the matching listings. If `slots` is null, all listings match. Skips listings that are
   * not live.
   */
  addAll(slots: ArrayLike<number> | null, length: number, change: 1 | -1 = 1): void {
    this.#result = null
    this.#growToDocuments()
    const documents = this.#documents
    const { category, price, flags } = documents
    const { numbers } = documents.facets
    const [sets, isTouched, categories, bands] = [this.#sets, this.#isTouched, this.#categories, this.#bands]
    const isOpen = this.#isOpen
    for (let i = 0; i < length; i++) {
      const slot = slots === null ? i : slots[i]!
      if (flags[slot] === 0) continue
      const failed = isOpen ? NONE : this.#failed(slot)
      if (failed === SEVERAL) continue
      if (failed === NONE || failed === CATEGORY) categories[category[slot]!]! += change
      if (failed === NONE || failed === PRICE) bands[bandAt(price[slot]!)]! += change
      if ((failed === NONE || failed === OFFERS) && documents.takesOffers(slot)) this.#offers += change
      if (failed < 0) continue
      const first = slot * WIDTH
      const to = first + (failed === NONE ? WIDTH : failed + 1)
      for (let at = first + (failed === NONE ? 0 : failed); at < to; at++) {
        const set = numbers[at]!
        sets[set]! += change
        if (isTouched[set] === 0) this.#touch(set)
      }
    }
  }

  result(): Facets {
    return (this.#result ??= facetsFrom((category) => this.#inCategory(category), this.#bands, this.#offers, this.#lists()))
  }

  /**
   * Returns the only filter that a listing fails, `NONE` when it passes all filters, or `SEVERAL` when it fails more filters (or the filter
   * by shop) and so counts for no facet.
   */
  #failed(slot: number): number {
    const { shop, category, price } = this.#documents
    if (this.#shop !== ANY_SHOP && shop[slot] !== this.#shop) return SEVERAL
    const { categoryId, min, max } = this.#bounds
    let failed: number = NONE
    if (price[slot]! < min || price[slot]! > max) failed = PRICE
    if (categoryId !== ANY_CATEGORY && category[slot] !== categoryId) {
      if (failed !== NONE) return SEVERAL
      failed = CATEGORY
    }
    if (this.#offersOnly && !this.#documents.takesOffers(slot)) {
      if (failed !== NONE) return SEVERAL
      failed = OFFERS
    }
    const { numbers } = this.#documents.facets
    const selected = this.#selected
    for (let at = 0; at < selected.length; at++) {
      const { facet, flags } = selected[at]!
      if (flags[numbers[slot * WIDTH + facet]!] === 1) continue
      if (failed !== NONE) return SEVERAL
      failed = facet
    }
    return failed
  }

  #touch(set: number): void {
    this.#isTouched[set] = 1
    this.#touched.push(set)
  }

  /**
   * Extends the counts to sets and categories that were added after the counts were created, and updates the flags of the selected values.
   */
  #growToDocuments(): void {
    const { facets, categories } = this.#documents
    const length = facets.valuesOf.length
    this.#categories = grown(this.#categories, categories.size)
    this.#sets = grown(this.#sets, length)
    this.#isTouched = grown(this.#isTouched, length)
    for (const each of this.#selected) if (each.flags.length < length) each.flags = facets.flagsOf(each.facet, each.values)
  }

  #inCategory(folded: string): number {
    const number = this.#documents.categories.find(folded)
    return number < 0 ? 0 : (this.#categories[number] ?? 0)
  }

  #lists(): FacetList[] {
    const { values, valuesOf, facetOf } = this.#documents.facets
    const counts = new Int32Array(values.length)
    const counted: number[] = []
    for (const set of this.#touched) {
      const count = this.#sets[set]!
      if (count === 0) continue
      for (const value of valuesOf[set]!) {
        if (counts[value] === 0) counted.push(value)
        counts[value]! += count
      }
    }
    const isBefore = (a: number, b: number) => values[a]!.value < values[b]!.value
    const tops = FACETS.map(() => new Top(MOST_VALUES, isBefore))
    for (const value of counted) {
      const top = tops[facetOf[value]!]!
      if (counts[value]! >= top.least) top.offer(value, counts[value]!)
    }
    return tops.map((top, facet) => ({ name: FACETS[facet]!, values: top.sorted().map((value) => this.#counted(value, counts[value]!)) }))
  }

  #counted(number: number, count: number): CountedValue {
    const { values, valuesOf, labelsOf } = this.#documents.facets
    const { value, sets } = values[number]!
    const used = sets.length === 1 ? sets : sets.filter((set) => this.#sets[set]! > 0)
    const [first] = used
    if (used.length === 1) return { value, label: labelsOf[first!]![valuesOf[first!]!.indexOf(number)]!, count }
    const spellings = used.map((set) => ({ label: labelsOf[set]![valuesOf[set]!.indexOf(number)]!, count: this.#sets[set]! }))
    return { value, label: commonest(spellings), count }
  }
}

/** Results of `#failed` that are not facet numbers. */
const NONE = WIDTH
const SEVERAL = -1
const CATEGORY = -2
const PRICE = -3
const OFFERS = -4
/** Value of `#shop` when there is no filter by shop. -1 means an unknown shop. */
const ANY_SHOP = -2
