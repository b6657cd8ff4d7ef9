import { compound, meaningOf, MAX_PHRASE, isProductName, type Phrase } from './lexicon.ts'
import { SOFT_WORDS, STOP_WORDS } from './stop-words.ts'
import { stem } from './stem.ts'
import { isProductNoun } from './product-nouns.ts'
import { isNumber, numberAndUnit, wordsOf } from './tokenize.ts'

/** One element of a query, with all phrases that may answer it. */
export type QueryTerm = {
  /** Folded; for prefixes and typing errors. */
  typed: string
  /** Literal matches. */
  direct: readonly Phrase[]
  synonyms: readonly Phrase[]
  family: readonly Phrase[]
  categories: readonly string[]
  related: readonly Phrase[]
  members: readonly Phrase[]
  /** Neither a typing error nor a prefix. */
  known: boolean
  /** Names an item: a mere mention does not match, such as the sofa that headphones were worn on. */
  isProductNoun: boolean
  /** Listings without it match too. */
  soft: boolean
  /** Last word of the query, perhaps incomplete. */
  last: boolean
}

/** Longest part that is read (reliability T23). */
export const MAX_QUERY = 200
export const MAX_WISHES = 12

/** Parses a query without the index (completions 5, `q`). No wishes without a meaningful word, as for `the`. */
export function understand(q: string): QueryTerm[] {
  const words = glue(
    q
      .slice(0, MAX_QUERY)
      .split(/[\s,;|]+/)
      .flatMap(bound),
  )
  const kept = words.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || words.length === 1 || isNumber(word)))
  const wishes: QueryTerm[] = []
  for (let i = 0; i < kept.length && wishes.length < MAX_WISHES;) {
    const length = entryAt(kept, i)
    wishes.push(wish(kept.slice(i, i + length), i + length === kept.length))
    i += length
  }
  return distinct(wishes)
}

/** Never splits text without a space: `wh-1000xm4`, `two-seater`. Exceptions: lexicon entries and compounds such as `t-shirt`. */
function bound(chunk: string): string[] {
  const words = wordsOf(chunk).slice(0, MAX_WISHES)
  const known =
    words.length < 2 || meaningOf(words.map(stem)) !== undefined || (words.length === 2 && compound(words[0]!, words[1]!) !== null)
  return known ? words : [words.join('-')]
}

/** Joins `t shirt` and `35 mm`. */
function glue(words: readonly string[]): string[] {
  const glued: string[] = []
  for (let i = 0; i < words.length; i++) {
    const both = i + 1 < words.length ? compound(words[i]!, words[i + 1]!) : null
    glued.push(both ?? words[i]!)
    if (both !== null) i++
  }
  return glued
}

/** Words from here on that form one lexicon entry. */
function entryAt(words: readonly string[], from: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - from); length > 1; length--) {
    if (meaningOf(words.slice(from, from + length).map(stem))) return length
  }
  return 1
}

/** Makes one wish of these words. */
export function wish(words: readonly string[], last: boolean): QueryTerm {
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

/** `128gb` is also `128 gb`, `two-seater` also `twoseater`. */
function spellings(word: string): Phrase[] {
  const bound = word.split('-')
  if (bound.length > 1) return [bound.map(stem), [stem(bound.join(''))]]
  const parts = numberAndUnit(word)
  return parts ? [[stem(word)], parts.map(stem)] : [[stem(word)]]
}

/** Merges repeated words. If all wishes are soft, all become binding. */
function distinct(wishes: readonly QueryTerm[]): QueryTerm[] {
  const once = [...new Map(wishes.map((one) => [one.direct[0]!.join(' '), one])).values()]
  return once.every((one) => one.soft) ? once.map((one) => ({ ...one, soft: false })) : once
}
