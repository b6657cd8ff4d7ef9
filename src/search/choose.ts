import type { MarketSort } from '#catalog/browse/rules/market.ts'
import type { CommonTerm } from './common-terms.ts'
import { covers, type Coverage } from './coverage.ts'
import { setBits } from './set-bits.ts'
import { ANY_CATEGORY, BLOCK_BITS, isOpen, type Documents, type Filter } from './documents.ts'
import { COUNTED, fused } from './rank-fusion.ts'
import { grown } from './grow-array.ts'
import type { Matches } from './matches.ts'
import type { Postings } from './postings.ts'
import type { Answer } from './resolve.ts'
import { Top } from './top-k.ts'

export type Page = { sort: MarketSort; limit: number; offset: number }

/** Slots of the listings on one page, and the number of listings and distinct shops in the whole result. */
export type Chosen = { slots: number[]; total: number; stores: number }

/** In a single pass, filters, counts and sorts the listings that match enough of the query's terms. */
export class Chooser {
  /** For each shop, the number of the last pass that counted the shop, so that a pass counts each shop only once. */
  #seen = new Uint32Array(256)
  #walk = 0
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  /**
   * Chooses the listings on one page. `also`: slots that match by meaning. Such slots count toward the total even if they lack the words of
   * the query, but the page contains them only if it is not sorted by score.
   */
  choose(matches: Matches, coverage: Coverage, filter: Filter, page: Page, also: readonly number[] = []): Chosen {
    const { touched, length, answered, score } = matches
    const { binding, of, least } = coverage
    const { shop, shops, rankedAt, latestOfBlock } = this.#documents
    const seen = (this.#seen = grown(this.#seen, shops.size))
    const walk = ++this.#walk
    const byScore = page.sort === 'best'
    const passes = isOpen(filter) ? null : this.#documents.test(filter)
    const keyOf = keys(this.#documents, page.sort)
    const top = new Top(page.offset + page.limit, ties(this.#documents, page.sort))
    let total = 0
    let stores = 0
    for (let i = 0; i < length; i++) {
      const slot = touched[i]!
      if (passes !== null && !passes(slot)) continue
      const bits = answered[i]! & binding
      if (bits !== binding) {
        const covered = setBits(bits)
        if (covered < least) continue
        score[i]! *= covered / of
      }
      total++
      if (seen[shop[slot]!] !== walk) {
        seen[shop[slot]!] = walk
        stores++
      }
      if (byScore && score[i]! + latestOfBlock[slot >>> BLOCK_BITS]! * FRESHNESS < top.least) continue
      const key = byScore ? score[i]! + rankedAt[slot]! * FRESHNESS : keyOf(slot)
      if (key >= top.least) top.offer(slot, key)
    }
    for (const slot of also) {
      if (covers(matches, coverage, slot) || (passes !== null && !passes(slot))) continue
      total++
      if (seen[shop[slot]!] !== walk) {
        seen[shop[slot]!] = walk
        stores++
      }
      if (!byScore) top.offer(slot, keyOf(slot))
    }
    return { slots: top.sorted().slice(page.offset), total, stores }
  }

  /**
   * Fuses matches by words and matches by meaning into one page (spec: completions 5, `q`). `meant`: slots that match by meaning, most
   * similar first.
   */
  chooseFused(matches: Matches, coverage: Coverage, filter: Filter, page: Page, meant: readonly number[]): Chosen {
    const size = page.offset + page.limit
    const whole = { sort: page.sort, offset: 0, limit: Math.max(COUNTED, size + meant.length) }
    const { slots, total, stores } = this.choose(matches, coverage, filter, whole, meant)
    const passes = this.#documents.test(filter)
    return { slots: fused(slots, meant.filter(passes), size).slice(page.offset), total, stores }
  }

  /**
   * Faster version of `choose` for a query with a single term. Most searches with many results are such queries. Reads the term's postings
   * once and stores only one page. `scores`: score of a match, by weight. `common`: cached data about the term, with the counts for an
   * unfiltered search.
   */
  chooseAlone(postings: Postings, { terms }: Answer, scores: Float32Array, filter: Filter, page: Page, common: CommonTerm | null): Chosen {
    if (common && isOpen(filter)) return this.#chooseCommon(postings, terms[0]!, scores, page, common)
    const { shop, shops, flags, price, category, rankedAt, latestOfBlock } = this.#documents
    const seen = (this.#seen = grown(this.#seen, shops.size))
    const walk = ++this.#walk
    const { categoryId, min, max, mask } = this.#documents.bounds(filter)
    const open = isOpen(filter)
    const hasFacets = this.#documents.facets.test(filter.values)
    const byScore = page.sort === 'best'
    const keyOf = keys(this.#documents, page.sort)
    const top = new Top(page.offset + page.limit, ties(this.#documents, page.sort))
    let total = 0
    let stores = 0
    postings.runs(terms[0]!, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = words[i]!
        const slot = entry >>> 8
        if ((flags[slot]! & mask) === 0) continue
        if (!open && ((categoryId !== ANY_CATEGORY && category[slot] !== categoryId) || price[slot]! < min || price[slot]! > max)) continue
        if (hasFacets !== null && !hasFacets(slot)) continue
        total++
        const seller = shop[slot]!
        if (seen[seller] !== walk) {
          seen[seller] = walk
          stores++
        }
        if (!byScore) {
          const key = keyOf(slot)
          if (key >= top.least) top.offer(slot, key)
          continue
        }
        const score = scores[entry & 255]!
        // skips the slot if even the newest listing in the slot's block would, with this score, rank too low for the page
        if (score + latestOfBlock[slot >>> BLOCK_BITS]! * FRESHNESS < top.least) continue
        const key = score + rankedAt[slot]! * FRESHNESS
        if (key >= top.least) top.offer(slot, key)
      }
    })
    return { slots: top.sorted().slice(page.offset), total, stores }
  }

  #chooseCommon(postings: Postings, term: number, scores: Float32Array, page: Page, { weights, total, stores }: CommonTerm): Chosen {
    const { rankedAt, latestOfBlock } = this.#documents
    const keyOf = keys(this.#documents, page.sort)
    const top = new Top(page.offset + page.limit, ties(this.#documents, page.sort))
    const byScore = page.sort === 'best'
    let [block, bound] = [-1, 0]
    postings.runs(term, (words, from, to) => {
      for (let i = from; i < to; i++) {
        const slot = words[i]! >>> 8
        const score = scores[words[i]! & 255]!
        if (byScore) {
          if (slot >>> BLOCK_BITS !== block) {
            block = slot >>> BLOCK_BITS
            bound = latestOfBlock[block]! * FRESHNESS
          }
          if (score + bound < top.least) continue
        }
        if (weights[slot] === 0) continue
        const key = byScore ? score + rankedAt[slot]! * FRESHNESS : keyOf(slot)
        if (key >= top.least) top.offer(slot, key)
      }
    })
    return { slots: top.sorted().slice(page.offset), total, stores }
  }
}

/**
 * Returns the function that computes the sort key of a slot; slots with greater keys come first. For the sort `best`, callers use the score
 * instead.
 */
function keys({ publishedAt, price }: Documents, sort: MarketSort): (slot: number) => number {
  if (sort === 'price-asc') return (slot) => -price[slot]!
  if (sort === 'price-desc') return (slot) => price[slot]!
  return (slot) => publishedAt[slot]!
}

/**
 * Returns a comparison function that breaks ties: by id if the page is sorted by price, otherwise by age. Among equal listings, reserved
 * listings come last.
 */
function ties(documents: Documents, sort: MarketSort): (a: number, b: number) => boolean {
  if (sort === 'price-asc') return (a, b) => documents.byPrice(a, b) < 0
  if (sort === 'price-desc')
    return (a, b) => (documents.isReserved(a) === documents.isReserved(b) ? documents.byPrice(a, b) > 0 : documents.isReserved(b))
  return (a, b) => documents.byAge(a, b) > 0
}

/**
 * Score that a listing loses per millisecond of age. In a year, a listing loses a third of the score of a rare word in the description.
 * Only score differences matter, so the order of a page does not change as time passes.
 */
export const FRESHNESS = 0.3 / (365 * 86_400_000)
