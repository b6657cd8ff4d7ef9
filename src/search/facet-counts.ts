import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import { ANY_CATEGORY, type Documents, type Filter } from './documents.ts'
import { WIDTH } from './facet-columns.ts'
import { bandAt, commonest, facetsFrom, MOST_VALUES, type CountedValue, type FacetList, type Facets } from './facets.ts'
import { grown } from './grow-array.ts'
import { Top } from './top-k.ts'

/** Counts the facets of matching listings. Each choice is counted under all filters except its own (spec: completions 13.2). */
export class FacetCounts {
  readonly #documents: Documents
  readonly #shop: number | null
  readonly #bounds: ReturnType<Documents['bounds']>
  readonly #offersOnly: boolean
  /** Predicates on set numbers by facet. */
  readonly #tests: readonly (((set: number) => boolean) | null)[]
  readonly #isOpen: boolean
  /** Number of listings per set, and the sets that have ever had a listing. */
  #sets: Int32Array<ArrayBuffer>
  #isTouched: Uint8Array<ArrayBuffer>
  readonly #touched: number[] = []
  #categories: Int32Array<ArrayBuffer>
  readonly #bands = new Int32Array(3)
  #offers = 0
  /** Cached result until the next change. */
  #result: Facets | null = null

  constructor(documents: Documents, filter: Filter) {
    this.#documents = documents
    this.#shop = filter.shopId ? documents.shops.find(filter.shopId) : null
    this.#bounds = documents.bounds(filter)
    this.#offersOnly = filter.offersOnly
    this.#tests = FACETS.map((_, facet) => documents.facets.testOf(facet, filter.values))
    const { categoryId, min, max } = this.#bounds
    this.#isOpen =
      this.#shop === null &&
      categoryId === ANY_CATEGORY &&
      min === 0 &&
      max === Infinity &&
      !filter.offersOnly &&
      !this.#tests.some(Boolean)
    this.#sets = new Int32Array(documents.facets.valuesOf.length)
    this.#isTouched = new Uint8Array(this.#sets.length)
    this.#categories = new Int32Array(documents.categories.size)
  }

  /** Adds (1) or removes (-1) a matching listing. Call this while the listing is live. */
  note(slot: number, change: 1 | -1): void {
    const failed = this.#isOpen ? NONE : this.#failed(slot)
    if (failed === SEVERAL) return
    this.#result = null
    const { category, price, facets } = this.#documents
    if (failed === NONE || failed === CATEGORY) {
      const at = category[slot]!
      if (at >= this.#categories.length) this.#categories = grown(this.#categories, at + 1)
      this.#categories[at]! += change
    }
    if (failed === NONE || failed === PRICE) this.#bands[bandAt(price[slot]!)]! += change
    if ((failed === NONE || failed === OFFERS) && this.#documents.takesOffers(slot)) this.#offers += change
    const numbers = facets.numbers
    const first = slot * WIDTH
    if (failed < 0) return
    const from = failed === NONE ? 0 : failed
    const to = failed === NONE ? WIDTH : failed + 1
    for (let facet = from; facet < to; facet++) {
      const set = numbers[first + facet]!
      if (set === 0) continue
      if (set >= this.#sets.length) this.#grow(set + 1)
      const before = this.#sets[set]!
      this.#sets[set] = before + change
      if (before === 0 && this.#isTouched[set] === 0) this.#touch(set)
    }
  }

  result(): Facets {
    return (this.#result ??= facetsFrom((category) => this.#inCategory(category), this.#bands, this.#offers, this.#lists()))
  }

  /** Returns the one filter that a listing fails. Returns `NONE` when it passes all filters, and `SEVERAL` when it counts for no facet. */
  #failed(slot: number): number {
    const { shop, category, price, facets } = this.#documents
    if (this.#shop !== null && shop[slot] !== this.#shop) return SEVERAL
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
    for (let facet = 0; facet < WIDTH; facet++) {
      const passes = this.#tests[facet]!
      if (passes === null || passes(facets.numbers[slot * WIDTH + facet]!)) continue
      if (failed !== NONE) return SEVERAL
      failed = facet
    }
    return failed
  }

  #touch(set: number): void {
    this.#isTouched[set] = 1
    this.#touched.push(set)
  }

  #grow(length: number): void {
    this.#sets = grown(this.#sets, length)
    this.#isTouched = grown(this.#isTouched, this.#sets.length)
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

  /** Returns a value with its count and its most common spelling. */
  #counted(number: number, count: number): CountedValue {
    const { values, valuesOf, labelsOf } = this.#documents.facets
    const { value, sets } = values[number]!
    const used = sets.filter((set) => this.#sets[set]! > 0)
    const spellings = used.map((set) => ({ label: labelsOf[set]![valuesOf[set]!.indexOf(number)]!, count: this.#sets[set]! }))
    return { value, label: commonest(spellings), count }
  }
}

/** Results of `#failed` other than the number of a facet. */
const NONE = WIDTH
const SEVERAL = -1
const CATEGORY = -2
const PRICE = -3
const OFFERS = -4
