import { compound, meaningOf, MAX_PHRASE, namesThing, type Phrase } from './lexicon.ts'
import { SOFT_WORDS, STOP_WORDS } from './stop-words.ts'
import { stem } from './stem.ts'
import { isThing } from './product-nouns.ts'
import { isNumber, numberAndUnit, wordsOf } from './tokenize.ts'

/** One thing that a query asks for, with all that may answer. */
export type Wish = {
  /** As typed, folded: for prefixes and typing errors. */
  typed: string
  /** What stands in the listing in so many words. */
  direct: readonly Phrase[]
  synonyms: readonly Phrase[]
  family: readonly Phrase[]
  categories: readonly string[]
  related: readonly Phrase[]
  members: readonly Phrase[]
  /** A word that people use: no typing error, and no start of another. */
  known: boolean
  /** A name of a thing: what speaks of it by the way, as of the sofa that headphones were worn on, is none. */
  isThing: boolean
  /** A listing that lacks it is found as well. */
  soft: boolean
  /** The last word of the query, perhaps not typed to its end. */
  last: boolean
}

/** Most of a query that is read (reliability T23). */
export const MAX_QUERY = 200
export const MAX_WISHES = 12

/** Reads a query without looking at any listing (completions 5, `q`). No wishes, as for `the`: nothing was asked for. */
export function understand(q: string): Wish[] {
  const words = glue(
    q
      .slice(0, MAX_QUERY)
      .split(/[\s,;|]+/)
      .flatMap(bound),
  )
  const kept = words.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || words.length === 1 || isNumber(word)))
  const wishes: Wish[] = []
  for (let i = 0; i < kept.length && wishes.length < MAX_WISHES;) {
    const length = entryAt(kept, i)
    wishes.push(wish(kept.slice(i, i + length), i + length === kept.length))
    i += length
  }
  return distinct(wishes)
}

/**
 * What is written without a space is one thing and is never taken apart: `wh-1000xm4`, `two-seater`. Entries of the
 * lexicon and words such as `t-shirt` are known better.
 */
function bound(chunk: string): string[] {
  const words = wordsOf(chunk).slice(0, MAX_WISHES)
  const known =
    words.length < 2 || meaningOf(words.map(stem)) !== undefined || (words.length === 2 && compound(words[0]!, words[1]!) !== null)
  return known ? words : [words.join('-')]
}

/** `t shirt` and `35 mm` become one word. */
function glue(words: readonly string[]): string[] {
  const glued: string[] = []
  for (let i = 0; i < words.length; i++) {
    const both = i + 1 < words.length ? compound(words[i]!, words[i + 1]!) : null
    glued.push(both ?? words[i]!)
    if (both !== null) i++
  }
  return glued
}

/** How many words from here on are one entry of the lexicon. */
function entryAt(words: readonly string[], from: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - from); length > 1; length--) {
    if (meaningOf(words.slice(from, from + length).map(stem))) return length
  }
  return 1
}

/** These words as one wish. */
export function wish(words: readonly string[], last: boolean): Wish {
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
    known: meaning !== undefined || (words.length === 1 && isThing(phrase[0]!)),
    isThing: namesThing(phrase),
    soft: words.length === 1 && SOFT_WORDS.has(word),
    last,
  }
}

/** `128gb` also stands as `128 gb`, `two-seater` as `twoseater`. */
function spellings(word: string): Phrase[] {
  const bound = word.split('-')
  if (bound.length > 1) return [bound.map(stem), [stem(bound.join(''))]]
  const parts = numberAndUnit(word)
  return parts ? [[stem(word)], parts.map(stem)] : [[stem(word)]]
}

/** A word said twice is one wish. Where all are soft, all count. */
function distinct(wishes: readonly Wish[]): Wish[] {
  const once = [...new Map(wishes.map((one) => [one.direct[0]!.join(' '), one])).values()]
  return once.every((one) => one.soft) ? once.map((one) => ({ ...one, soft: false })) : once
}
