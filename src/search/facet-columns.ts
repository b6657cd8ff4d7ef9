import { FACETS, NO_FACETS, type FacetFilter, type FacetValue, type ListingFacets } from '#catalog/browse/rules/facets/index.ts'
import { grown } from './grow-array.ts'
import { StringTable, type Units } from './string-table.ts'

/** Number of facets per slot. */
export const WIDTH = FACETS.length

/**
 * Facet values of listings by slot. For each facet, a slot has one set of values, and equal sets share a number. Listings share few
 * different sets, so counts and filters use the set numbers.
 */
export class FacetColumns {
  /** Set numbers. The number of a slot's set for a facet is at index `slot * WIDTH + facet`. Set 0 is empty. */
  numbers = new Int32Array(256 * WIDTH)
  /** Each set as a string: the facet, then the value and spelling of each member. Set N is the string with index N - 1. */
  readonly sets = new StringTable()
  readonly valuesOf: (readonly number[])[] = [[]]
  /** Spellings of the values in each set, by set number, in the order of `valuesOf`. */
  readonly labelsOf: (readonly string[])[] = [[]]
  readonly values: { facet: number; value: string; sets: number[] }[] = []
  facetOf = new Uint8Array(256)
  readonly #valueNumbers = new Map<string, number>()

  put(slot: number, facets: ListingFacets = NO_FACETS): void {
    this.numbers = grown(this.numbers, (slot + 1) * WIDTH)
    for (let facet = 0; facet < WIDTH; facet++) this.numbers[slot * WIDTH + facet] = this.#setOf(facet, facets[FACETS[facet]!])
  }

  *restore(numbers: Int32Array<ArrayBuffer>, units: Units, ends: Uint32Array<ArrayBuffer>): Generator<void> {
    yield* this.sets.restore(units, ends)
    for (let place = 0; place < this.sets.size; place++) this.#read(this.sets.text(place))
    this.numbers = numbers
  }

  /** Compiles the filters of all facets to a predicate on slots. Returns null when there are no filters. */
  test(filter: FacetFilter | undefined): ((slot: number) => boolean) | null {
    const tests = FACETS.flatMap((name, facet) => {
      const values = filter?.[name]
      return values === undefined ? [] : [{ facet, passes: this.#testOf(facet, values) }]
    })
    if (tests.length === 0) return null
    const [first] = tests
    if (tests.length === 1) return (slot) => first!.passes(this.numbers[slot * WIDTH + first!.facet]!)
    return (slot) => tests.every(({ facet, passes }) => passes(this.numbers[slot * WIDTH + facet]!))
  }

  /**
   * Returns an array with one number per set, in order of the set numbers: 1 when the set belongs to the facet and contains at least one of
   * the values, otherwise 0. The array does not include sets that are added later.
   */
  flagsOf(facet: number, values: readonly string[]): Uint8Array {
    const flags = new Uint8Array(this.valuesOf.length)
    for (const value of values) {
      const number = this.#valueNumbers.get(`${facet}\t${value}`)
      if (number !== undefined) for (const set of this.values[number]!.sets) flags[set] = 1
    }
    return flags
  }

  /** Compiles one facet's filter to a predicate on set numbers. The predicate stays valid when sets are added. */
  #testOf(facet: number, values: readonly string[]): (set: number) => boolean {
    let flags = this.flagsOf(facet, values)
    return (set) => {
      if (set >= flags.length) flags = this.flagsOf(facet, values)
      return flags[set] === 1
    }
  }

  #setOf(facet: number, values: readonly FacetValue[]): number {
    if (values.length === 0) return 0
    const text = [String(facet), ...values.flatMap(({ value, label }) => [value, label])].join('\t')
    const place = this.sets.add(text)
    if (place + 1 === this.valuesOf.length) this.#read(text)
    return place + 1
  }

  #read(text: string): void {
    const [facet, ...members] = text.split('\t')
    const set = this.valuesOf.length
    const values: number[] = []
    const labels: string[] = []
    for (let at = 0; at + 1 < members.length; at += 2) {
      values.push(this.#valueOf(Number(facet), members[at]!, set))
      labels.push(members[at + 1]!)
    }
    this.valuesOf.push(values)
    this.labelsOf.push(labels)
  }

  #valueOf(facet: number, value: string, set: number): number {
    const name = `${facet}\t${value}`
    const number = this.#valueNumbers.get(name) ?? this.values.push({ facet, value, sets: [] }) - 1
    this.#valueNumbers.set(name, number)
    this.values[number]!.sets.push(set)
    this.facetOf = grown(this.facetOf, number + 1)
    this.facetOf[number] = facet
    return number
  }
}
