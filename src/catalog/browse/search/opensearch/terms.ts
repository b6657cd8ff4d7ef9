import { editDistance } from '#core/text.ts'
import { factorsOf } from '#search/matches.ts'
import { resolve, type Group, type Stock } from '#search/resolve.ts'
import type { QueryTerm } from '#search/understand.ts'
import { forgiven, isForgiven, nearest } from '#search/vocabulary.ts'
import { categoryTerm } from '#search/score.ts'
import { ALL, type Query, type WordGroup } from './match.ts'

/** Function that sends several searches as one request. */
export type MultiSearch = (searches: readonly object[]) => Promise<readonly Answered[]>
export type Answered = {
  hits: { total: { value: number }; hits?: { _id: string }[] }
  aggregations?: Record<string, Aggregated>
  suggest?: { near: { options: { text: string }[] }[] }
}
export type Aggregated = {
  value?: number
  doc_count?: number
  buckets?: Bucket[]
  values?: Aggregated
}
export type Bucket = { key: string; doc_count: number; forms?: { buckets: Bucket[] } }

/** Maximum number of words that the engine looks up for a prefix. */
const MOST_STARTED = 200
const MOST_NEAR = 50
/** Maximum number of requests for one query. Spelling corrections need four requests, and split phrases need a few more. */
const MOST_ROUNDS = 12

/** Builds a search that only counts its matches. */
export const countOf = (query: Query): object => ({ size: 0, track_total_hits: true, query })

/**
 * Resolves the words of a query in the same way as the in-memory index. Each round resolves the words with the terms known so far, then
 * fetches all missing terms with one request.
 */
export async function groupsOf(
  multiSearch: MultiSearch,
  queryTerms: readonly QueryTerm[],
): Promise<{ groups: Group[]; inWords(groups: readonly Group[]): WordGroup[] }> {
  const known = new KnownWords()
  for (const stem of stemsOf(queryTerms)) known.count(stem)
  for (let round = 0; round < MOST_ROUNDS && known.lacks; round++) {
    await known.learn(multiSearch)
    // at most sixteen groups, as in `MarketIndex`
    const groups = resolve(known.stock, queryTerms).slice(0, 16)
    if (!known.lacks) return { groups, inWords: (some) => some.map((group) => known.inWords(group)) }
  }
  return { groups: [], inWords: () => [] }
}

const stemsOf = (queryTerms: readonly QueryTerm[]): string[] =>
  queryTerms.flatMap(({ direct, synonyms, family, categories, related, members }) => [
    ...[...direct, ...synonyms, ...family, ...related, ...members].flat(),
    ...categories.map(categoryTerm),
  ])

class KnownWords {
  readonly #texts: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #counts = new Known<number>(0)
  readonly #started = new Known<readonly string[]>([])
  readonly #near = new Known<readonly string[]>([])
  #alive: number | null = null

  readonly stock: Stock = {
    vocabulary: {
      find: (text) => this.#number(text),
      text: (term) => this.#texts[term]!,
      beginningWith: (start) => this.#started.of(start).map((text) => this.#number(text)),
      near: (typed, accepts) => this.#nearestTo(typed, accepts),
    },
    living: (term, enough) => Math.min(this.count(this.#texts[term]!), enough),
  }

  get lacks(): boolean {
    return this.#alive === null || [this.#counts, this.#started, this.#near].some(({ missing }) => missing.size > 0)
  }

  count(stem: string): number {
    return this.#counts.of(stem)
  }

  inWords(group: Group): WordGroup {
    const factors = factorsOf(group, this.#alive ?? 0, (term) => this.count(this.#texts[term]!))
    const answers = group.answers.map(({ terms, named = false }, at) => {
      return { terms: terms.map((term) => this.#texts[term]!), named, factor: factors[at]! }
    })
    return { answers, soft: group.soft }
  }

  async learn(multiSearch: MultiSearch): Promise<void> {
    const [counts, started, near] = [[...this.#counts.missing], [...this.#started.missing], [...this.#near.missing]]
    const [all, ...answers] = await multiSearch([
      countOf(ALL),
      ...counts.map((stem) => countOf({ term: { terms: stem } })),
      ...started.map(wordsFrom),
      ...near.map(wordsNear),
    ])
    this.#alive = all!.hits.total.value
    for (const [at, stem] of counts.entries()) this.#counts.learn(stem, answers[at]!.hits.total.value)
    for (const [at, start] of started.entries()) {
      const buckets = answers[counts.length + at]!.aggregations?.words?.buckets ?? []
      for (const { key, doc_count } of buckets) this.#counts.learn(key, doc_count)
      this.#started.learn(
        start,
        buckets.map(({ key }) => key),
      )
    }
    for (const [at, typed] of near.entries()) {
      const options = answers[counts.length + started.length + at]!.suggest?.near[0]?.options ?? []
      this.#near.learn(
        typed,
        options.map(({ text }) => text),
      )
    }
  }

  #nearestTo(typed: string, accepts: (term: number) => boolean): { text: string; steps: number }[] {
    const most = forgiven(typed.length)
    if (most === 0) return []
    const near = this.#near.of(typed).map((text) => ({ text, steps: editDistance(typed, text, most) }))
    return nearest(
      typed,
      near.filter(({ text, steps }) => isForgiven(typed, text, steps) && accepts(this.#number(text))),
    )
  }

  #number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#texts.push(text) - 1
    this.#numbers.set(text, known)
    return known
  }
}

/** Values fetched so far, by name. If the value for a name has not been fetched, `of` returns `none` and adds the name to `missing`. */
class Known<T> {
  readonly missing = new Set<string>()
  readonly #known = new Map<string, T>()
  readonly #none: T

  constructor(none: T) {
    this.#none = none
  }

  of(name: string): T {
    const known = this.#known.get(name)
    if (known === undefined) this.missing.add(name)
    return known ?? this.#none
  }

  learn(name: string, value: T): void {
    this.#known.set(name, value)
    this.missing.delete(name)
  }
}

const wordsFrom = (start: string): object => ({
  size: 0,
  track_total_hits: false,
  query: { prefix: { terms: start } },
  aggs: { words: { terms: { field: 'terms', include: goingOn(start), size: MOST_STARTED, order: COMMONEST, execution_hint: 'map' } } },
})

export const COMMONEST = [{ _count: 'desc' }, { _key: 'asc' }]

/** Returns a regular expression, in the server's syntax, for words that begin with `start`. */
export const goingOn = (start: string): string => `${start.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}.+`

/**
 * Searches for words within one or two typos of `typed`, even if `typed` is a common word. For two typos, the server requires the same
 * first letter.
 */
const wordsNear = (typed: string): object => ({
  size: 0,
  track_total_hits: false,
  suggest: {
    near: {
      text: typed,
      term: {
        field: 'terms',
        suggest_mode: 'always',
        max_edits: forgiven(typed.length),
        prefix_length: 0,
        min_word_length: 1,
        accuracy: 0.01,
        max_term_freq: 1_000_000_000,
        max_inspections: MOST_NEAR,
        size: MOST_NEAR,
        shard_size: MOST_NEAR,
      },
    },
  },
})
