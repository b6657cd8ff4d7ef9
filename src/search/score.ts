import { compound, isProductName } from './lexicon.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { joined, numberAndUnit, wordsOf } from './tokenize.ts'

/** Text of a listing, by field, for indexing. */
export type Texts = {
  title: string | null
  category: string | null
  oneLiner: string | null
  values: readonly string[]
  description: string | null
}

const TITLE = 8
const CATEGORY = 3
const ONE_LINER = 3
const VALUES = 2.5
const DESCRIPTION = 1

/**
 * Usual length of each field, in words. A word in a longer field weighs less. The usual lengths are constants, so that a listing's weights
 * never depend on other listings.
 */
const USUAL = { title: 7, oneLiner: 12, values: 20, description: 60 }

/** Returns the index term of a category. The term starts with `#`, so it never equals a word. */
export const categoryTerm = (category: string): string => `#${category}`

/**
 * Reads the lowest bit of a word's weight, which is 1 when the word says what the listing is. Such a word occurs in the title, one-liner,
 * category or details, or the title does not name any item. The bit is 0 for a mere mention, such as `sofa` in the description of
 * headphones.
 */
export const isNamed = (weight: number): boolean => (weight & 1) === 1

/**
 * Computes the weight of each stem in a listing, from 1 to 255. Weights are saturated as in BM25, so that repeating a word hardly increases
 * its weight.
 */
export function weigh({ title, category, oneLiner, values, description }: Texts): Map<string, number> {
  const sums = new Map<string, number>()
  count(sums, title ?? '', TITLE, USUAL.title)
  count(sums, category ?? '', CATEGORY, 1)
  count(sums, oneLiner ?? '', ONE_LINER, USUAL.oneLiner)
  count(sums, values.join(' '), VALUES, USUAL.values)
  const named = titleNamesProduct(title ?? '') ? new Set(sums.keys()) : null
  count(sums, description ?? '', DESCRIPTION, USUAL.description)
  for (const [term, sum] of sums) {
    const weight = Math.round((255 * sum) / (sum + HALF))
    sums.set(term, named === null || named.has(term) ? weight | 1 : Math.max(2, weight & ~1))
  }
  if (category) sums.set(categoryTerm(category.toLowerCase()), 129)
  return sums
}

function titleNamesProduct(title: string): boolean {
  const stems = wordsOf(title).map(stem)
  return stems.some((one, index) => isProductName([one]) || isProductName(stems.slice(index, index + 2)))
}

/**
 * A stem's score is the sum of its occurrences, weighted by field and text length. At this score, the stem's weight reaches half of its
 * maximum.
 */
const HALF = 4

function count(sums: Map<string, number>, text: string, weight: number, usualLength: number): void {
  if (text === '') return
  const words = wordsOf(text)
  const each = weight / (0.6 + 0.4 * Math.max(1, words.length / usualLength))
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (!STOP_WORDS.has(word)) add(sums, stem(word), each)
    const compoundWord = i + 1 < words.length ? (joined(word, words[i + 1]!) ?? compound(word, words[i + 1]!)) : null
    if (compoundWord !== null) add(sums, stem(compoundWord), each)
    const parts = numberAndUnit(word)
    if (parts) for (const part of parts) add(sums, stem(part), each)
  }
}

const add = (sums: Map<string, number>, term: string, weight: number) => sums.set(term, (sums.get(term) ?? 0) + weight)
