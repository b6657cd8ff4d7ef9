import { bandAt, COUNTED_BANDS, type Cell } from '#search/facets.ts'
import { foldCategory, rankedAtMs } from '#search/documents.ts'
import type { MarketDocument } from '#search/market-index.ts'
import { titleWordsOf } from '#search/title-words.ts'
import { isNamed, weigh } from '#search/score.ts'

/**
 * Which reading of listings an index holds. Another reading is another index: a release that reads them otherwise, by `MAPPINGS`,
 * `entryOf`, or the words and weights of the domain, takes the next number, builds its own and leaves the old one to the old release.
 */
export const SHAPE = 2

const facts = { type: 'keyword' } as const
/** Only looked up, never counted or sorted by. */
const lookedUp = { type: 'keyword', doc_values: false } as const
const unsearched = { index: false } as const

/** Our own analysis makes the terms; the server stores them as they are and finds them again. */
export const MAPPINGS = {
  dynamic: false,
  // The truth is in Postgres, from which an index is built anew.
  _source: { enabled: false },
  properties: {
    id: facts,
    shop: facts,
    category: facts,
    cell: facts,
    price: { type: 'long' },
    offers: { type: 'boolean' },
    published_at: { type: 'long' },
    ranked_at: { type: 'long' },
    reserved: { type: 'boolean' },
    terms: facts,
    named: lookedUp,
    weights: { type: 'rank_features' },
    packed: { type: 'long', ...unsearched },
    title_words: facts,
    title_forms: { ...facts, ...unsearched },
  },
} as const

/** A listing as the server holds it. */
export type Entry = {
  id: string
  shop: string
  category: string
  cell: string
  price: number
  offers: boolean
  published_at: number
  /** `published_at` as the best match counts it (`rankedAtMs`). */
  ranked_at: number
  reserved: boolean
  /** All its terms, and those that name what it is. */
  terms: string[]
  named: string[]
  /** The weight of each term, for scores: from 1 to 255, which a feature of nine significant bits holds exactly. */
  weights: Record<string, number>
  /** The same for scripts, which cannot read features: `hashOf` above eight bits of weight. */
  packed: number[]
  title_words: string[]
  /** `word|Word as written`. */
  title_forms: string[]
}

/** What the server is told of a listing. */
export function entryOf(document: MarketDocument): Entry {
  const weights = [...weigh(document)]
  const category = foldCategory(document.category)
  const words = titleWordsOf(document.title)
  return {
    id: document.id,
    shop: document.shopId,
    category,
    cell: `${bandAt(document.priceCents)}${document.takeOffers ? 1 : 0}${category}`,
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
  }
}

/** What `cell` of so many listings stands for. */
export const cellOf = (key: string, count: number): Cell => ({
  band: COUNTED_BANDS[Number(key[0])]!,
  offers: key[1] === '1',
  category: key.slice(2),
  count,
})

/** A feature has no dot in its name, and no word has a bar; a category may have either. */
export const featureOf = (term: string): string => term.replaceAll('.', '|')

/** 32 bits of a term (FNV-1a): few enough terms stand in one listing that two of them never meet. */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
