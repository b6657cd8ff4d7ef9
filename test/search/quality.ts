import { MarketIndex, type MarketDocument, type SearchResult } from '#search/market-index.ts'
import { CORPUS } from './corpus.ts'
import { KINDS, type Kind, type Query } from './queries.ts'

/**
 * Mean values over the queries of one kind. `recall` is the share of the expected listings that are among the first 20 results.
 * `reciprocalRank` is 1 divided by the rank of the first expected listing.
 */
export type Quality = { kind: Kind | 'all'; queries: number; recall: number; reciprocalRank: number }

/** Recall and reciprocal rank of one query, and the expected listings that the search missed. */
export type Outcome = Query & { recall: number; reciprocalRank: number; missed: string[]; first: string[] }

const PAGE = 20

/** Returns the corpus in the form of marketplace listings. */
export const corpusDocuments = (): MarketDocument[] =>
  CORPUS.map(({ key, category, title, words }, at) => {
    const publishedAtMs = Date.UTC(2026, 0, 1) + at * 3_600_000
    const facts = { id: key, shopId: `shp_${at % 9}`, category, priceCents: 1_000 + at, takeOffers: true, publishedAtMs }
    return { ...facts, title, oneLiner: null, values: [], description: words }
  })

/** Builds a marketplace search index of the corpus. */
export function corpusIndex(): MarketIndex {
  const index = new MarketIndex()
  for (const document of corpusDocuments()) index.put(document)
  return index
}

/** Searches the index for `q`, using the marketplace's own search. */
export const search = (index: MarketIndex, q: string): SearchResult =>
  index.search({ q, category: null, minCents: null, maxCents: null, offersOnly: false, sort: 'best', limit: PAGE, offset: 0 })

/** Runs each query on the corpus, using the marketplace's own search. */
export function outcomes(queries: readonly Query[]): Outcome[] {
  const index = corpusIndex()
  return queries.map((query) => outcomeOf(query, search(index, query.q).ids))
}

/** Runs each query with the search function `find`. */
export async function outcomesOf(queries: readonly Query[], find: (q: string) => Promise<string[]>): Promise<Outcome[]> {
  const all: Outcome[] = []
  for (const query of queries) all.push(outcomeOf(query, await find(query.q)))
  return all
}

function outcomeOf(query: Query, ids: string[]): Outcome {
  const missed = query.expected.filter((key) => !ids.includes(key))
  const rank = ids.findIndex((id) => query.expected.includes(id))
  return {
    ...query,
    recall: 1 - missed.length / query.expected.length,
    reciprocalRank: rank < 0 ? 0 : 1 / (rank + 1),
    missed,
    first: ids.slice(0, 5),
  }
}

/** Returns the mean values for each kind of query and for all queries together. */
export function quality(all: readonly Outcome[]): Quality[] {
  const kinds = KINDS.map((kind) =>
    mean(
      kind,
      all.filter((one) => one.kind === kind),
    ),
  )
  return [...kinds.filter(({ queries }) => queries > 0), mean('all', all)]
}

const mean = (kind: Kind | 'all', of: readonly Outcome[]): Quality => ({
  kind,
  queries: of.length,
  recall: of.reduce((sum, one) => sum + one.recall, 0) / of.length,
  reciprocalRank: of.reduce((sum, one) => sum + one.reciprocalRank, 0) / of.length,
})
