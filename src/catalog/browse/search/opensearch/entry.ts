import { bandAt, COUNTED_BANDS, type Cell } from '#search/facets.ts'
import { foldCategory, rankedAtMs } from '#search/documents.ts'
import type { MarketDocument } from '#search/market-index.ts'
import { titleWordsOf } from '#search/title-words.ts'
import { isNamed, weigh } from '#search/score.ts'

/**
 * Version of the index. Increase it when `MAPPINGS`, `entryOf`, or the words and weights of the domain change. The new release builds its
 * own index and leaves the old one to the old release.
 */
export const SHAPE = 2

const facts = { type: 'keyword' } as const
/** Looked up only, never counted or sorted. */
const lookedUp = { type: 'keyword', doc_values: false } as const
const unsearched = { index: false } as const

/** We analyze the terms; the server stores them unchanged. */
export const MAPPINGS = {
  dynamic: false,
  // An index is rebuilt from Postgres.
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

export type Entry = {
  id: string
  shop: string
  category: string
  cell: string
  price: number
  offers: boolean
  published_at: number
  /** Age as the best match counts it (`rankedAtMs`). */
  ranked_at: number
  reserved: boolean
  /** All its terms, and the terms that name the item. */
  terms: string[]
  named: string[]
  /** 1 to 255, which a feature of nine significant bits holds exactly. */
  weights: Record<string, number>
  /** For scripts, which cannot read features: `hashOf` above eight bits of weight. */
  packed: number[]
  title_words: string[]
  /** `word|Word as written`. */
  title_forms: string[]
}

/** Converts a listing to a document. */
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

/** Decodes a `cell` and its count. */
export const cellOf = (key: string, count: number): Cell => ({
  band: COUNTED_BANDS[Number(key[0])]!,
  offers: key[1] === '1',
  category: key.slice(2),
  count,
})

/** Returns a term's feature name. Features have no dot and words no bar; a category may have either. */
export const featureOf = (term: string): string => term.replaceAll('.', '|')

/** Hashes a term to 32 bits (FNV-1a). A listing has too few terms for collisions. */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
