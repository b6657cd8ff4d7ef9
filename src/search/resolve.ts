import { LEXICON_WORDS, isProductName, type Phrase } from './lexicon.ts'
import { stem } from './stem.ts'
import { queryTerm, type QueryTerm } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'
import { categoryTerm } from './score.ts'

/**
 * Alternative for a query term: the word itself, a synonym, a correction or a guess. `terms`: index terms that must all occur in a listing.
 * `worth`: score relative to the typed word, which scores 1. `exact`: the alternative keeps the meaning of the query. `isOccasion`: the
 * alternative is a guess for an occasion. `named`: the listing must name the item, not only mention it.
 */
export type Answer = { terms: readonly number[]; worth: number; exact: boolean; isOccasion?: boolean; named?: boolean }

/** A query term with all its alternatives. If `soft` is true, the term is optional. */
export type Group = {
  answers: readonly Answer[]
  soft: boolean
  /** True when the term names a general kind or an occasion, so that its matches are guesses. */
  vague: boolean
}

/** Parts of the index that `resolve` uses. `living` counts the live listings that contain a term, up to `enough`. */
export type Stock = {
  vocabulary: Pick<Vocabulary, 'find' | 'text' | 'beginningWith' | 'near'>
  living(term: number, enough: number): number
}

const WORTH = { otherSpelling: 0.9, corrected: 0.8, started: 0.7, synonym: 0.6, related: 0.6, category: 0.35, member: 0.3 }

/** The search adds a family's members (`chair` for `furniture`) and items for an occasion only if the number of matches is below this. */
const PLENTY = 60
const MAX_STARTED = 30
const MAX_CORRECTIONS = 4
/** Maximum number of fuzzy lookups per query, because each lookup scans the whole vocabulary (spec: reliability T23). */
const MAX_LIKENESSES = 6

/**
 * Resolves query terms to index terms. If no listing contains a word, the search first treats the word as a prefix and then as a typing
 * error.
 */
export function resolve(stock: Stock, terms: readonly QueryTerm[]): Group[] {
  let likenesses = 0
  return terms.flatMap((one) => {
    const answers = plainly(stock, one)
    if (answers.length > 0) return [group(one, answers)]
    const parts = one.typed.split(' ')
    if (parts.length > 1)
      return resolve(
        stock,
        parts.map((word, index) => queryTerm([word], one.last && index === parts.length - 1)),
      )
    return [group(one, likenesses++ < MAX_LIKENESSES ? likely(stock, one) : [])]
  })
}

const group = (one: QueryTerm, answers: readonly Answer[]): Group => ({
  answers,
  soft: one.soft,
  vague: one.members.length > 0 || one.family.length > 0 || one.categories.length > 0,
})

/** Returns true when at least one required term has an alternative that is a guess for an occasion. */
export const hasOccasion = (groups: readonly Group[]): boolean =>
  groups.some(({ soft, answers }) => !soft && answers.some(({ isOccasion }) => isOccasion))

/**
 * Keeps only the exact alternatives of each term. With `withOccasions`, also keeps the guesses for an occasion. Returns null when a
 * required term has no alternative left.
 */
export function exactly(groups: readonly Group[], withOccasions = false): Group[] | null {
  const remaining = groups.map((one) => ({
    ...one,
    answers: one.answers.filter(({ exact, isOccasion = false }) => exact || (withOccasions && isOccasion)),
  }))
  return remaining.every(({ soft, answers }) => soft || answers.length > 0) ? remaining : null
}

/**
 * Returns the alternatives for a term as typed: the word, its synonyms, similar items and categories. If the words and similar items match
 * few listings, adds members of the named family and items for the occasion.
 */
function plainly(stock: Stock, one: QueryTerm, factor = 1, sure = true): Answer[] {
  const [word, ...spellings] = one.direct
  const requested = (phrases: readonly Phrase[], worth: number) => inStock(stock, phrases, factor * worth, sure, one.isProductNoun)
  const near = (phrases: readonly Phrase[], worth: number) => inStock(stock, phrases, factor * worth, false)
  const direct = [...requested([word!], 1), ...requested(spellings, WORTH.otherSpelling), ...requested(one.synonyms, WORTH.synonym)]
  const named = requested(
    one.categories.map((category) => [categoryTerm(category)]),
    WORTH.category,
  )
  const related = near(one.related, WORTH.related)
  const found = countOf(stock, direct) + countOf(stock, related)
  const occasion = near(one.members, WORTH.member).map((answer) => ({ ...answer, isOccasion: true }))
  const belonging = found < PLENTY ? [...requested(one.family, WORTH.member), ...occasion] : []
  return [...direct, ...related, ...named, ...belonging]
}

const countOf = (stock: Stock, answers: readonly Answer[]): number =>
  answers.reduce((sum, { terms }) => sum + (terms.length === 1 ? stock.living(terms[0]!, PLENTY) : 1), 0)

function inStock({ vocabulary, living }: Stock, phrases: readonly Phrase[], worth: number, exact: boolean, named = false): Answer[] {
  return phrases.flatMap((phrase) => {
    const terms = phrase.map((stem) => vocabulary.find(stem))
    return terms.every((term) => term >= 0 && living(term, 1) > 0) ? [{ terms, worth, exact, named }] : []
  })
}

function likely(stock: Stock, one: QueryTerm): Answer[] {
  if (/[\d-]/.test(one.typed)) return []
  const started = one.last && one.typed.length > 2 ? startedWords(stock, one.typed) : []
  // for a word that the lexicon knows, a completion is not an exact match: `pen` does not mean `pendant`
  if (started.length > 0)
    return started.map((term) => {
      const named = isProductName([stock.vocabulary.text(term)])
      return { terms: [term], worth: WORTH.started, exact: !one.known, named }
    })
  if (one.known) return []
  const { words, sure } = corrections(stock, one.typed)
  const corrected = words.flatMap((word) => plainly(stock, correctedTerm(word), WORTH.corrected, sure))
  return corrected.length > 0 ? corrected : apart(stock, one.typed)
}

function startedWords({ vocabulary, living }: Stock, typed: string): number[] {
  return vocabulary
    .beginningWith(typed)
    .map((term) => ({ term, count: living(term, 1_000), text: vocabulary.text(term) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_STARTED)
    .map(({ term }) => term)
}

/**
 * Returns corrections of a misspelled word: other spellings with the same sound. If there are none, returns the words with the fewest
 * errors, index words before lexicon words. `sure`: true for words with the same sound, and for the only correction of a long word if both
 * words start with the same letter and differ by one error.
 */
function corrections({ vocabulary, living }: Stock, typed: string): { words: string[]; sure: boolean } {
  const isLiving = (term: number) => term >= 0 && living(term, 1) > 0
  const common = (word: string) => living(vocabulary.find(word), 1_000)
  const homophones = soundingLike(typed).filter((word) => isLiving(vocabulary.find(word)) || LEXICON_WORDS.find(word) >= 0)
  if (homophones.length > 0) return { words: homophones, sure: true }
  const inIndex = [...vocabulary.near(typed, isLiving), ...vocabulary.near(stem(typed), isLiving)].sort(
    (a, b) => a.steps - b.steps || common(b.text) - common(a.text),
  )
  const inLexicon = [...LEXICON_WORDS.near(typed, all), ...LEXICON_WORDS.near(stem(typed), all)].sort((a, b) => a.steps - b.steps)
  const steps = Math.min(inIndex[0]?.steps ?? Infinity, inLexicon[0]?.steps ?? Infinity)
  const found = [...inIndex, ...inLexicon].filter((one) => one.steps === steps).map(({ text }) => text)
  const words = [...new Set(found)].slice(0, MAX_CORRECTIONS)
  const [word = ''] = words
  return { words, sure: words.length === 1 && word[0] === typed[0] && steps === 1 && typed.length >= SURE_LENGTH }
}

/** Minimum word length at which one typing error rarely produces a different word. */
const SURE_LENGTH = 6

/** Returns the stems of words that sound the same but are spelled differently, such as `headphones` for `headfones`. */
const soundingLike = (typed: string): string[] =>
  [typed.replaceAll('f', 'ph'), typed.replaceAll('ph', 'f')].filter((other) => other !== typed).map(stem)

const all = (): boolean => true

const correctedTerm = (word: string): QueryTerm => ({ ...queryTerm([word], false), direct: [[word]] })

/** Splits a word such as `runningshoes` into two words that the index contains. */
function apart(stock: Stock, typed: string): Answer[] {
  for (let i = 3; i <= typed.length - 3; i++) {
    const halves = inStock(stock, [[stem(typed.slice(0, i)), stem(typed.slice(i))]], WORTH.otherSpelling, false)
    if (halves.length > 0) return halves
  }
  return []
}
