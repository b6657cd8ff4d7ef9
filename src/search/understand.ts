import { compound, meaningOf, MAX_PHRASE, isProductName, type Phrase } from './lexicon.ts'
import { SOFT_WORDS, STOP_WORDS } from './stop-words.ts'
import { stem } from './stem.ts'
import { isProductNoun } from './product-nouns.ts'
import { isNumber, numberAndUnit, wordsOf } from './tokenize.ts'

/** A query term, with all phrases that can match it. */
export type QueryTerm = {
  /** The typed words, in lowercase without accents. The search uses them to find prefixes and to correct typing errors. */
  typed: string
  direct: readonly Phrase[]
  synonyms: readonly Phrase[]
  family: readonly Phrase[]
  categories: readonly string[]
  related: readonly Phrase[]
  members: readonly Phrase[]
  /** True when the lexicon contains the words. They are then treated neither as a typing error nor as a prefix. */
  known: boolean
  /**
   * True when the term names an item. A listing that merely mentions the item then does not match: a search for `sofa` does not find
   * headphones whose description mentions a sofa.
   */
  isProductNoun: boolean
  /** True when the term is optional: listings without the term also match. */
  soft: boolean
  /** True for the last term of the query, which the user may still be typing. */
  last: boolean
}

/** Maximum number of characters to read from a query (spec: reliability T23). */
export const MAX_QUERY = 200
export const MAX_TERMS = 12

/**
 * Parses a query into terms without using the index (spec: completions 5, `q`). Returns no terms if no word of the query is meaningful,
 * such as `the`.
 */
export function understand(q: string): QueryTerm[] {
  const words = glue(
    q
      .slice(0, MAX_QUERY)
      .split(/[\s,;|]+/)
      .flatMap(bound),
  )
  const significant = words.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || words.length === 1 || isNumber(word)))
  const terms: QueryTerm[] = []
  for (let i = 0; i < significant.length && terms.length < MAX_TERMS;) {
    const length = entryAt(significant, i)
    terms.push(queryTerm(significant.slice(i, i + length), i + length === significant.length))
    i += length
  }
  return distinct(terms)
}

/**
 * Splits text without spaces into words if the words form a lexicon entry or a compound such as `t-shirt`. Keeps any other text as one
 * word, such as `wh-1000xm4` or `two-seater`.
 */
function bound(chunk: string): string[] {
  const words = wordsOf(chunk).slice(0, MAX_TERMS)
  const known =
    words.length < 2 || meaningOf(words.map(stem)) !== undefined || (words.length === 2 && compound(words[0]!, words[1]!) !== null)
  return known ? words : [words.join('-')]
}

/** Joins adjacent words that form one word, such as `t shirt` or `35 mm`. */
function glue(words: readonly string[]): string[] {
  const glued: string[] = []
  for (let i = 0; i < words.length; i++) {
    const both = i + 1 < words.length ? compound(words[i]!, words[i + 1]!) : null
    glued.push(both ?? words[i]!)
    if (both !== null) i++
  }
  return glued
}

/** Returns the length, in words, of the longest lexicon entry that starts at index `from`. Returns 1 if no entry starts there. */
function entryAt(words: readonly string[], from: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - from); length > 1; length--) {
    if (meaningOf(words.slice(from, from + length).map(stem))) return length
  }
  return 1
}

/** Creates a query term that consists of one or more words. */
export function queryTerm(words: readonly string[], last: boolean): QueryTerm {
  const phrase = words.map(stem)
  const meaning = meaningOf(phrase)
  const [word = ''] = words
  return {
    typed: words.join(' '),
    direct: words.length === 1 ? [...spellings(word)] : [phrase, [stem(words.join(''))]],
    synonyms: meaning?.synonyms ?? [],
    family: meaning?.family ?? [],
    categories: meaning?.categories ?? [],
    related: meaning?.related ?? [],
    members: meaning?.members ?? [],
    known: meaning !== undefined || (words.length === 1 && isProductNoun(phrase[0]!)),
    isProductNoun: isProductName(phrase),
    soft: words.length === 1 && SOFT_WORDS.has(word),
    last,
  }
}

/** Returns the spellings of a word: `128gb` is also `128 gb`, and `two-seater` is also `twoseater`. */
function spellings(word: string): Phrase[] {
  const bound = word.split('-')
  if (bound.length > 1) return [bound.map(stem), [stem(bound.join(''))]]
  const parts = numberAndUnit(word)
  return parts ? [[stem(word)], parts.map(stem)] : [[stem(word)]]
}

/** Removes repeated terms. If all terms are optional, makes all of them required. */
function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  const once = [...new Map(terms.map((one) => [one.direct[0]!.join(' '), one])).values()]
  return once.every((one) => one.soft) ? once.map((one) => ({ ...one, soft: false })) : once
}
