import type { MarketSort } from '#catalog/browse/rules/market.ts'
import { FRESHNESS } from '#search/choose.ts'
import type { Coverage } from '#search/coverage.ts'
import { foldCategory, type Filter } from '#search/documents.ts'
import { featureOf, hashOf } from './entry.ts'

/** A query of the server's language. */
export type Query = Record<string, unknown>

/** An answer to a wish in words: terms that must all be there; `factor`: what it is worth at the weight of one. */
export type WordAnswer = { terms: readonly string[]; named: boolean; factor: number }
/** What answers one wish. Where `soft`, a listing without it is found as well. */
export type WordGroup = { answers: readonly WordAnswer[]; soft: boolean }

export const ALL: Query = { match_all: {} }

/** What the market is filtered by. */
export function filtersOf({ category, minCents, maxCents, offersOnly, shopId }: Filter): Query[] {
  return [
    ...(category === null ? [] : [{ term: { category: foldCategory(category) } }]),
    ...(minCents === null && maxCents === null
      ? []
      : [{ range: { price: { gte: minCents ?? 0, ...(maxCents !== null && { lte: maxCents }) } } }]),
    ...(offersOnly ? [{ term: { offers: true } }] : []),
    ...(shopId ? [{ term: { shop: shopId } }] : []),
  ]
}

/** What answers at least `least` of the groups that bind, and at least one of all. `byName`: by what names it. */
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
 * The same with scores, as `Matches` and `Chooser` give them: the best answer to each wish counts, a listing that lacks some of
 * them counts for less, and a younger one for a little more.
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

/** The least weight of these terms, which names the listing only where all do, as `Matches` has it. */
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

/** The order of a page, ties included: of equals those that are reserved come last. Without scores, `best` is by age. */
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
  // where nothing is asked for, all matches: nothing must
  return queries.length === 0 ? { match_none: {} } : { bool: { should: queries, minimum_should_match: least } }
}
