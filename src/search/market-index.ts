import { capture, type Captured } from './capture.ts'
import { Chooser, type Chosen, type Page } from './choose.ts'
import type { Columns } from './columns.ts'
import { CommonTerms } from './common-terms.ts'
import { countsOf, coverageOf, covers, fullAnswersOf, fullCoverage, type Coverage } from './coverage.ts'
import { setBits } from './set-bits.ts'
import { Documents, isOpen, type Facts, type Filter } from './documents.ts'
import { FacetCache } from './facet-cache.ts'
import { FacetCounts } from './facet-counts.ts'
import type { Facets } from './facets.ts'
import { Matches } from './matches.ts'
import { vectorMatches, type Meaning } from './vector-match.ts'
import { Postings } from './postings.ts'
import { exactly, hasOccasion, resolve, type Answer, type Group } from './resolve.ts'
import { SortedSlots } from './sorted-slots.ts'
import { Tallies } from './tallies.ts'
import { TitleWords } from './title-words.ts'
import { understand, type QueryTerm } from './understand.ts'
import { Vectors } from './vectors.ts'
import { Vocabulary } from './vocabulary.ts'
import { isNamed, weigh, type Texts } from './score.ts'

/** A listing to index. `vector`: embedding of the listing's text, if there is one. */
export type MarketDocument = Facts & Texts & { vector?: Int8Array | null }

/**
 * Search query. `q`: the search text, or null. If `q` has no meaningful word, every listing matches, and `mostOfShop` limits the number of
 * listings per shop. `facets`: requests the facet counts.
 */
export type MarketQuery = Filter & Page & { q: string | null; facets?: boolean; mostOfShop?: number }

/**
 * One page of listing ids, with counts and facets of the whole result. `stores`: number of distinct shops. `exact`: all results match all
 * words, because at least one listing on the market matches all words, even if the filters exclude that listing.
 */
export type SearchResult = { ids: string[]; total: number; stores: number; facets: Facets | null; exact: boolean }

/**
 * In-memory search index of the market (docs/design/search.md), without I/O: the caller supplies the listings. Results depend only on the
 * listings, not on the order of their edits.
 */
export class MarketIndex {
  readonly #documents = new Documents()
  readonly #vocabulary = new Vocabulary()
  readonly #postings = new Postings()
  readonly #common: CommonTerms
  readonly #matches: Matches
  readonly #tallies = new Tallies(this.#documents)
  readonly #facets = new FacetCache()
  readonly #titleWords = new TitleWords()
  readonly #newest = this.#sorted((a, b) => this.#documents.byAge(a, b))
  readonly #priced = this.#sorted((a, b) => this.#documents.byPrice(a, b))
  readonly #chooser = new Chooser(this.#documents)
  readonly #vectors: Vectors
  /** Caches the slots that match recent query embeddings. An entry is valid until a listing's vector changes. */
  readonly #vectorMatches = new WeakMap<Int8Array, { version: number; least: number; slots: readonly number[] }>()

  /**
   * `vectorBytes`: maximum memory for vectors. `commonPart`: a term is common when at least 1 in `commonPart` listings contains the term.
   */
  constructor({ vectorBytes = 0, commonPart }: { vectorBytes?: number; commonPart?: number } = {}) {
    this.#vectors = new Vectors(vectorBytes)
    this.#common = new CommonTerms(this.#documents, this.#postings, commonPart)
    this.#matches = new Matches(this.#documents, this.#postings, this.#common)
  }

  get size(): number {
    return this.#documents.alive
  }

  get embedded(): number {
    return this.#vectors.size
  }

  /** Number of slots of removed or replaced listings. When these slots outnumber the live slots, the caller should rebuild the index. */
  get dead(): number {
    return this.#documents.slots - this.#documents.alive
  }

  put(document: MarketDocument): void {
    this.drop(document.id)
    const slot = this.#documents.add(document)
    for (const [stem, weight] of weigh(document)) this.#postings.add(this.#vocabulary.add(stem), slot, weight)
    this.#titleWords.add(slot, document.title)
    if (document.vector) this.#vectors.put(slot, document.vector)
    this.#newest.add(slot)
    this.#priced.add(slot)
    this.#tallies.note(slot, 1)
    this.#facets.clear()
  }

  drop(id: string): void {
    const slot = this.#documents.slotOf(id)
    if (slot < 0) return
    this.#tallies.note(slot, -1)
    this.#facets.clear()
    this.#common.drop(slot)
    this.#titleWords.drop(slot)
    this.#vectors.drop(slot)
    this.#documents.drop(slot)
  }

  capture(): Captured {
    return capture({
      documents: this.#documents,
      vocabulary: this.#vocabulary,
      postings: this.#postings,
      titleWords: this.#titleWords,
      newest: this.#newest,
      priced: this.#priced,
      vectors: this.#vectors,
    })
  }

  /**
   * Loads a snapshot into an empty index, in steps, so that the caller can pause between them. The caller must have checked `columns` with
   * `unfit`. From then on, the index owns `columns`.
   */
  *restore(columns: Columns): Generator<void> {
    yield* this.#documents.restore(columns)
    yield* this.#vocabulary.restore(columns.termUnits, columns.termEnds)
    this.#postings.restore(columns.entries, columns.entryEnds)
    yield* this.#titleWords.restore(columns)
    this.#newest.restore(columns.newest)
    this.#priced.restore(columns.priced)
    const dimensions = columns.vectorNumbers.length / columns.vectorSlots.length
    for (const [at, slot] of columns.vectorSlots.entries()) {
      this.#vectors.put(slot, columns.vectorNumbers.subarray(at * dimensions, (at + 1) * dimensions))
      if (at % VECTORS_AT_ONCE === 0) yield
    }
  }

  /** Drops cached counts. Call this before making many changes. Otherwise, each change would update the counts. */
  expectMany(): void {
    this.#tallies.forget()
  }

  /**
   * Searches the market. `meaning`: embedding of `q`, if known. If there are exact matches, the embedding only changes their order.
   * Otherwise, it adds listings with a similar meaning, regardless of the sort order.
   */
  search(query: MarketQuery, meaning: Meaning | null = null): SearchResult {
    const terms = query.q === null ? [] : understand(query.q)
    if (terms.length === 0) return this.#browse(query)
    return this.#find(query, terms, meaning === null ? [] : this.#matchesOf(meaning))
  }

  /** Returns the most frequent title words that start with `start` (lowercase, without accents). */
  wordsBeginningWith(start: string, limit: number): string[] {
    return this.#titleWords.beginningWith(start, limit)
  }

  #browse(query: MarketQuery): SearchResult {
    const { total, stores } = this.#tallies.of(query)
    const facets = query.facets ? this.#tallies.facets(query) : null
    if (query.offset >= total) return { ids: [], total, stores, facets, exact: true }
    const passes = this.#documents.test(query)
    const ids: string[] = []
    const most = query.mostOfShop ?? Infinity
    const ofShop = new Map<number, number>()
    let left = query.offset
    this.#walk(query.sort, (slot) => {
      const shop = this.#documents.shop[slot]!
      const before = ofShop.get(shop) ?? 0
      if (before >= most || !passes(slot)) return true
      ofShop.set(shop, before + 1)
      if (left-- <= 0) ids.push(this.#documents.idOf(slot))
      return ids.length < query.limit
    })
    return { ids, total, stores, facets, exact: true }
  }

  #walk(sort: Page['sort'], visit: (slot: number) => boolean): void {
    if (sort === 'price-asc') this.#priced.walk(false, visit)
    else if (sort === 'price-desc') this.#walkDearest(visit)
    else this.#newest.walk(true, visit)
  }

  /**
   * Visits slots from the highest price down, by reading the ascending price order backward. In that direction, reserved listings come
   * before the other listings with the same price, so each reserved listing is deferred until those listings have been visited.
   */
  #walkDearest(visit: (slot: number) => boolean): void {
    const documents = this.#documents
    let waiting: number[] = []
    let price = -1
    let going = true
    this.#priced.walk(true, (slot) => {
      if (documents.price[slot] !== price) {
        going = waiting.every(visit)
        waiting = []
        price = documents.price[slot]!
      }
      if (going && documents.isReserved(slot)) waiting.push(slot)
      else going &&= visit(slot)
      return going
    })
    if (going) waiting.every(visit)
  }

  #find(query: MarketQuery, terms: readonly QueryTerm[], vectorMatches: readonly number[]): SearchResult {
    const matches = this.#matches
    const living = (term: number, enough = Infinity) => this.#living(term, enough)
    // uses at most sixteen groups, because each group needs a bit; splitting phrases can create more than sixteen
    const groups = resolve({ vocabulary: this.#vocabulary, living }, terms).slice(0, 16)
    const exactGroups = exactly(groups)
    const occasion = hasOccasion(groups)
    const alone = exactGroups === null || occasion || query.shopId || vectorMatches.length > 0 ? null : onlyTerm(exactGroups)
    if (alone && this.#has(alone)) return this.#findAlone(query, alone, matches.scoresAlone(alone, living))
    if (exactGroups) matches.collectWhole(exactGroups, living)
    const full = exactGroups && fullCoverage(exactGroups, fullAnswersOf(exactGroups, matches))
    const wider = full?.few && occasion ? exactly(groups, true) : null
    if (wider) matches.collectWhole(wider, living)
    if (full)
      return this.#choose(
        query,
        full,
        vectorMatches.filter((slot) => covers(matches, full, slot)),
        true,
      )
    return this.#choose(query, this.#cover(groups, living), vectorMatches, false)
  }

  /**
   * Returns the required coverage for a query without an exact match: all groups if enough listings match all of them, otherwise fewer
   * groups.
   */
  #cover(groups: readonly Group[], living: (term: number) => number): Coverage {
    const matches = this.#matches
    matches.collectWhole(groups, living)
    const whole = coverageOf(groups, countsOf(groups, matches))
    if (whole.least >= whole.of) return whole
    matches.collect(groups, living)
    return coverageOf(groups, countsOf(groups, matches))
  }

  #findAlone(query: MarketQuery, answer: Answer, scores: Float32Array): SearchResult {
    const common = this.#common.of(answer.terms[0]!)
    const counts = common && isOpen(query) ? common.facets : null
    const counted = () => (counts ?? this.#countTerm(answer.terms[0]!, query)).result()
    const facets = query.facets ? this.#facets.of(query.q!, query, counted) : null
    return this.#found(this.#chooser.chooseAlone(this.#postings, answer, scores, query, query, common), facets, true)
  }

  #choose(query: MarketQuery, coverage: Coverage, vectorMatches: readonly number[], exact: boolean): SearchResult {
    const matches = this.#matches
    const counted = () => this.#countMatches(query, coverage, vectorMatches).result()
    // matches by meaning are never cached, because the query's embedding may not be available yet
    const facets = !query.facets ? null : vectorMatches.length > 0 ? counted() : this.#facets.of(query.q!, query, counted)
    const isFused = vectorMatches.length > 0 && query.sort === 'best'
    const chosen = isFused
      ? this.#chooser.chooseFused(matches, coverage, query, query, vectorMatches)
      : this.#chooser.choose(matches, coverage, query, query, vectorMatches)
    return this.#found(chosen, facets, exact)
  }

  #matchesOf(meaning: Meaning): readonly number[] {
    const { version } = this.#vectors
    const cached = this.#vectorMatches.get(meaning.vector)
    if (cached?.version === version && cached.least === meaning.least) return cached.slots
    const slots = vectorMatches(this.#vectors, this.#documents, meaning)
    this.#vectorMatches.set(meaning.vector, { version, least: meaning.least, slots })
    return slots
  }

  #found({ slots, total, stores }: Chosen, facets: Facets | null, exact: boolean): SearchResult {
    return { ids: slots.map((slot) => this.#documents.idOf(slot)), total, stores, facets, exact }
  }

  #countMatches(query: Filter, coverage: Coverage, vectorMatches: readonly number[]): FacetCounts {
    const counts = new FacetCounts(this.#documents, query)
    const { touched, answered, length } = this.#matches
    const slots = new Int32Array(length)
    let found = 0
    for (let i = 0; i < length; i++) if (setBits(answered[i]! & coverage.binding) >= coverage.least) slots[found++] = touched[i]!
    counts.addAll(slots, found)
    for (const slot of vectorMatches) if (!covers(this.#matches, coverage, slot)) counts.note(slot, 1)
    return counts
  }

  #countTerm(term: number, query: Filter): FacetCounts {
    const counts = new FacetCounts(this.#documents, query)
    this.#postings.runs(term, (words, from, to) => {
      const slots = words.subarray(from, to).map((entry) => entry >>> 8)
      counts.addAll(slots, slots.length)
    })
    return counts
  }

  /** Returns true when any live listing contains the alternative's term and, if required, names the item. */
  #has({ terms, named }: Answer): boolean {
    const { flags } = this.#documents
    let found = false
    this.#postings.runs(terms[0]!, (words, from, to) => {
      for (let i = from; i < to && !found; i++) found = flags[words[i]! >>> 8] !== 0 && (!named || isNamed(words[i]!))
      return !found
    })
    return found
  }

  #living(term: number, enough: number): number {
    if (this.dead === 0) return Math.min(this.#postings.count(term), enough)
    const common = enough === Infinity ? this.#common.of(term) : null
    if (common) return Math.min(common.total, enough)
    const { flags } = this.#documents
    let count = 0
    this.#postings.runs(term, (words, from, to) => {
      for (let i = from; i < to; i++) if (flags[words[i]! >>> 8] !== 0) count++
      return count < enough
    })
    return Math.min(count, enough)
  }

  #sorted(compare: (a: number, b: number) => number): SortedSlots {
    return new SortedSlots(compare, (slot) => this.#documents.isAlive(slot))
  }
}

const VECTORS_AT_ONCE = 256

function onlyTerm(groups: readonly Group[]): Answer | null {
  const [group] = groups
  if (groups.length !== 1 || group!.soft || group!.answers.length !== 1) return null
  return group!.answers[0]!.terms.length === 1 ? group!.answers[0]! : null
}
