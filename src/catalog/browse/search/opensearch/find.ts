import { coverageOf, fullCoverage, type Coverage } from '#search/coverage.ts'
import type { MarketQuery, SearchResult } from '#search/market-index.ts'
import { exactly, hasOccasion } from '#search/resolve.ts'
import { understand } from '#search/understand.ts'
import { countedFacets, countingSearch } from './counts.ts'
import { ALL, allOf, answering, filtersOf, orderOf, scored, type Query, type WordGroup } from './match.ts'
import { COMMONEST, countOf, goingOn, groupsOf, type MultiSearch } from './terms.ts'

/** Up to about this number, counts of stores are exact. Larger counts are accurate to within one percent. */
const STORES_EXACT = 40_000

/** Searches by the same rules as `MarketIndex`. OpenSearch computes the counts. */
export async function find(multiSearch: MultiSearch, query: MarketQuery): Promise<SearchResult> {
  const terms = query.q === null ? [] : understand(query.q)
  if (terms.length === 0) return pageOf(multiSearch, query, { matching: ALL, scores: allOf }, true)
  const { groups, inWords } = await groupsOf(multiSearch, terms)
  const exactGroups = exactly(groups)
  const words = exactGroups && inWords(exactGroups)
  const full = words && fullCoverage(exactGroups, await fullAnswersOf(multiSearch, words))
  if (full) {
    const wider = full.few && hasOccasion(groups) ? exactly(groups, true) : null
    return pageOf(multiSearch, query, wordsMatch(wider ? inWords(wider) : words, full), true)
  }
  const all = inWords(groups)
  return pageOf(multiSearch, query, wordsMatch(all, coverageOf(groups, await countsOf(multiSearch, all))), false)
}

/** Returns the most common words in titles that begin with the folded text `start`, each in its most common spelling. */
export async function complete(multiSearch: MultiSearch, start: string, limit: number): Promise<string[]> {
  const include = goingOn(start)
  const forms = { terms: { field: 'title_forms', include, size: 200, order: COMMONEST } }
  const words = { terms: { field: 'title_words', include, size: limit, order: COMMONEST }, aggs: { forms } }
  const [answer] = await multiSearch([{ size: 0, track_total_hits: false, query: { prefix: { title_words: start } }, aggs: { words } }])
  return (answer!.aggregations?.words?.buckets ?? []).flatMap(({ key, forms }) => {
    const form = forms?.buckets.find((one) => one.key.startsWith(`${key}|`))
    return form ? [form.key.slice(key.length + 1)] : []
  })
}

async function fullAnswersOf(multiSearch: MultiSearch, groups: readonly WordGroup[]) {
  const of = groups.filter(({ soft }) => !soft).length
  const [found, byName] = await multiSearch([countOf(answering(groups, of)), countOf(answering(groups, of, true))])
  return { found: found!.hits.total.value, byName: byName!.hits.total.value > 0 }
}

/** Returns an array. Element n is the number of listings that match at least n of the query's required words. */
async function countsOf(multiSearch: MultiSearch, groups: readonly WordGroup[]): Promise<number[]> {
  if (groups.length === 1) return []
  const of = groups.filter(({ soft }) => !soft).length
  const answers = await multiSearch(Array.from({ length: of + 1 }, (_, least) => countOf(answering(groups, least))))
  return answers.map(({ hits }) => hits.total.value)
}

/** Queries for one search. `matching` finds all matches and ignores the filters. `scores` builds the query with filters and scores. */
type Match = { matching: Query; scores: (filters: readonly Query[]) => Query }

const wordsMatch = (groups: readonly WordGroup[], coverage: Coverage): Match => ({
  matching: answering(groups, coverage.least),
  scores: (filters) => scored(groups, coverage, filters),
})

async function pageOf(multiSearch: MultiSearch, query: MarketQuery, { matching, scores }: Match, exact: boolean): Promise<SearchResult> {
  const filters = filtersOf(query)
  const page = {
    from: query.offset,
    size: query.limit,
    track_total_hits: true,
    query: query.sort === 'best' ? scores(filters) : allOf([matching, ...filters]),
    sort: orderOf(query.sort),
    aggs: { stores: { cardinality: { field: 'shop', precision_threshold: STORES_EXACT } } },
  }
  const [found, counted] = await multiSearch(query.facets ? [page, countingSearch(matching, query)] : [page])
  return {
    ids: found!.hits.hits?.map(({ _id }) => _id) ?? [],
    total: found!.hits.total.value,
    stores: found!.aggregations?.stores?.value ?? 0,
    facets: counted ? countedFacets(counted) : null,
    exact,
  }
}
