import { FACETS, NO_FACETS, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import { bandAt, type CountedValue } from '#search/facets.ts'
import { foldCategory, rankedAtMs } from '#search/documents.ts'
import type { MarketDocument } from '#search/market-index.ts'
import { titleWordsOf } from '#search/title-words.ts'
import { isNamed, weigh } from '#search/score.ts'

/**
 * Version of the index. Increase it when `MAPPINGS`, `entryOf`, or the search terms or their weights change. The new release then builds
 * its own index, while the old release continues to use the old one.
 */
export const SHAPE = 3

const facts = { type: 'keyword' } as const
/** Mapping of fields that are only looked up, never counted or sorted. */
const lookupKeyword = { type: 'keyword', doc_values: false } as const
const unsearched = { index: false } as const

/** Name of the field with a facet's spellings. Each entry is a value and a spelling, separated by a tab. */
type FormName = `${FacetName}_forms`
export const formsField = (name: FacetName): FormName => `${name}_forms`

const eachFacet = <T>(of: (name: FacetName) => T) => Object.fromEntries(FACETS.map((name) => [name, of(name)])) as Record<FacetName, T>
const eachForm = <T>(of: (name: FacetName) => T) =>
  Object.fromEntries(FACETS.map((name) => [formsField(name), of(name)])) as Record<FormName, T>

/** Mappings of the index. The text is analyzed by this service, and the server stores the terms unchanged. */
export const MAPPINGS = {
  dynamic: false,
  // The source documents are not stored, because an index can be rebuilt from Postgres.
  _source: { enabled: false },
  properties: {
    id: facts,
    shop: facts,
    category: facts,
    band: facts,
    ...eachFacet(() => facts),
    ...eachForm(() => facts),
    price: { type: 'long' },
    offers: { type: 'boolean' },
    published_at: { type: 'long' },
    ranked_at: { type: 'long' },
    reserved: { type: 'boolean' },
    terms: facts,
    named: lookupKeyword,
    weights: { type: 'rank_features' },
    packed: { type: 'long', ...unsearched },
    title_words: facts,
    title_forms: { ...facts, ...unsearched },
  },
} as const

export type Entry = {
  id: string
  shop: string
  category: string
  /** Position of the listing's price band in the list of bands, as text. */
  band: string
  price: number
  offers: boolean
  published_at: number
  /** Publication time by which the sort order `best` ranks listings (`rankedAtMs`). */
  ranked_at: number
  reserved: boolean
  /** `terms` contains all terms of the listing. `named` contains only the terms that say what the item is (`isNamed`). */
  terms: string[]
  named: string[]
  /** Weights from 1 to 255. Rank features have nine significant bits, which is enough to store these weights exactly. */
  weights: Record<string, number>
  /**
   * The same weights in a form for scripts, which cannot read rank features. In each number, the upper bits contain `hashOf(term)`, and the
   * lower eight bits contain the weight.
   */
  packed: number[]
  title_words: string[]
  /** Pairs of a folded word and its spelling in the title: `word|Word as written`. */
  title_forms: string[]
} & Record<FacetName | FormName, string[]>

/** Converts a listing to a document for the index. */
export function entryOf(document: MarketDocument): Entry {
  const weights = [...weigh(document)]
  const category = foldCategory(document.category)
  const words = titleWordsOf(document.title)
  const { facets = NO_FACETS } = document
  return {
    id: document.id,
    shop: document.shopId,
    category,
    band: String(bandAt(document.priceCents)),
    price: document.priceCents,
    offers: document.takeOffers,
    published_at: document.publishedAtMs,
    ranked_at: rankedAtMs(document.publishedAtMs, document.reserved === true),
    reserved: document.reserved === true,
    terms: weights.map(([term]) => term),
    named: weights.filter(([, weight]) => isNamed(weight)).map(([term]) => term),
    weights: Object.fromEntries(weights.map(([term, weight]) => [featureOf(term), weight])),
    packed: weights.map(([term, weight]) => hashOf(term) * 256 + weight),
    title_words: words.map(({ key }) => key),
    title_forms: words.map(({ key, form }) => `${key}|${form}`),
    ...eachFacet((name) => facets[name].map(({ value }) => value)),
    ...eachForm((name) => facets[name].map(({ value, label }) => `${value}\t${label}`)),
  }
}

/** Decodes one spelling of a facet value and adds its count. */
export function spellingOf(form: string, count: number): CountedValue {
  const [value, label] = form.split('\t')
  return { value: value!, label: label!, count }
}

/**
 * Returns the name of the rank feature for a term. A feature name cannot contain a dot, so each dot becomes `|`. A word never contains `|`,
 * but a category may contain a dot or `|`.
 */
export const featureOf = (term: string): string => term.replaceAll('.', '|')

/** Hashes a term to 32 bits (FNV-1a). Collisions are negligible, because a listing has few terms. */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
