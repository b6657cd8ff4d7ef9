import { FACETS, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import type { MarketSort } from '#catalog/browse/rules/market.ts'
import { FRESHNESS } from '#search/choose.ts'
import type { Coverage } from '#search/coverage.ts'
import { foldCategory, type Filter } from '#search/documents.ts'
import { featureOf, hashOf } from './entry.ts'

/** A query in the server's query language. */
export type Query = Record<string, unknown>

/** Index terms that together match one word in the query. The score of a match is the weight of these terms times `factor`. */
export type WordAnswer = { terms: readonly string[]; named: boolean; factor: number }
/**
 * Alternative matches for one word in the query. A `soft` group is optional: the search also finds listings that match none of its
 * alternatives.
 */
export type WordGroup = { answers: readonly WordAnswer[]; soft: boolean }

export const ALL: Query = { match_all: {} }

/** Name of a filter for which the search counts listings per value. */
export type FilterName = 'category' | 'price' | 'offers' | FacetName

/** Converts all market filters except `besides` to OpenSearch queries. */
export function filtersOf({ category, minCents, maxCents, offersOnly, shopId, values = {} }: Filter, besides?: FilterName): Query[] {
  const named: readonly (readonly [FilterName, Query | null])[] = [
    ['category', category === null ? null : { term: { category: foldCategory(category) } }],
    ['price', minCents === null && maxCents === null ? null : inRange(minCents, maxCents)],
    ['offers', offersOnly ? { term: { offers: true } } : null],
    ...FACETS.map((name) => [name, values[name] ? { terms: { [name]: values[name] } } : null] as const),
  ]
  const filters = named.flatMap(([name, query]) => (query === null || name === besides ? [] : [query]))
  return [...filters, ...(shopId ? [{ term: { shop: shopId } }] : [])]
}

const inRange = (minCents: number | null, maxCents: number | null): Query => ({
  range: { price: { gte: minCents ?? 0, ...(maxCents !== null && { lte: maxCents }) } },
})

/**
 * Matches listings that satisfy at least `least` required (not soft) groups, and at least one group. With `byName`, considers only terms
 * that name the item.
 */
export function answering(groups: readonly WordGroup[], least: number, byName = false): Query {
  const binding = groups.filter(({ soft }) => !soft)
  const of = least > 0 ? binding : groups
  return anyOf(
    of.map(({ answers }) => anyOf(answers.map((answer) => wordsOf(answer, byName)))),
    Math.max(1, least),
  )
}

const wordsOf = ({ terms, named }: WordAnswer, byName: boolean): Query =>
  allOf(terms.map((term) => ({ term: { [byName && named ? 'named' : 'terms']: term } })))

/**
 * Computes the same score as the in-memory index (`Matches` and `Chooser`). Counts the best match in each group, lowers the score for each
 * missing group, and ranks newer listings slightly higher.
 */
export function scored(groups: readonly WordGroup[], { of, least }: Coverage, filters: readonly Query[]): Query {
  const words = {
    bool: { filter: [answering(groups, least), ...filters], should: groups.filter(({ answers }) => answers.length > 0).map(bestOf) },
  }
  const partly = Array.from({ length: Math.max(0, of - Math.max(1, least)) }, (_, at) => of - 1 - at)
  const lacking = partly.map((covered) => ({ filter: { bool: { must_not: [answering(groups, covered + 1)] } }, weight: covered / of }))
  const whole =
    lacking.length === 0 ? words : { function_score: { query: words, functions: lacking, score_mode: 'min', boost_mode: 'multiply' } }
  return {
    function_score: { query: whole, field_value_factor: { field: 'ranked_at', factor: FRESHNESS, missing: 0 }, boost_mode: 'sum' },
  }
}

const bestOf = ({ answers }: WordGroup): Query => ({ dis_max: { queries: answers.map(worthOf) } })

function worthOf({ terms, factor }: WordAnswer): Query {
  const [term] = terms
  if (terms.length === 1) return { rank_feature: { field: `weights.${featureOf(term!)}`, linear: {}, boost: factor } }
  const script = { source: WEAKEST, params: { terms: terms.map(hashOf), factor } }
  return { script_score: { query: wordsOf({ terms, named: false, factor }, false), script } }
}

/**
 * Script that returns the lowest weight of the searched terms, as in `Matches`. Bit 0 of a weight marks a term that names the item. In the
 * result, this bit is set only if it is set for all of these terms.
 */
const WEAKEST = `
long least = 255; long named = 1;
for (long packed : doc['packed']) {
  long term = packed >> 8;
  for (def wanted : params.terms) if (term == ((Number) wanted).longValue()) {
    long weight = packed & 255;
    named &= weight & 1;
    if (weight < least) least = weight;
  }
}
return ((least & 254) | named) * params.factor;`

/** Returns the sort order. Among equal listings, reserved listings come last. `best` without scores sorts by age. */
export const orderOf = (sort: MarketSort): object[] =>
  ({
    best: [{ _score: 'desc' }, { published_at: 'desc' }, { reserved: 'asc' }, { id: 'desc' }],
    newest: [{ published_at: 'desc' }, { reserved: 'asc' }, { id: 'desc' }],
    'price-asc': [{ price: 'asc' }, { reserved: 'asc' }, { id: 'asc' }],
    'price-desc': [{ price: 'desc' }, { reserved: 'asc' }, { id: 'desc' }],
  })[sort]

export const allOf = (queries: readonly Query[]): Query =>
  queries.length === 0 ? ALL : queries.length === 1 ? queries[0]! : { bool: { filter: queries } }

function anyOf(queries: readonly Query[], least = 1): Query {
  if (queries.length === 1 && least === 1) return queries[0]!
  // an empty `should` clause would match every listing
  return queries.length === 0 ? { match_none: {} } : { bool: { should: queries, minimum_should_match: least } }
}
