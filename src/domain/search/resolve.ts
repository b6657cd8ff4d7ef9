import { LEXICON_WORDS, type Phrase } from './lexicon.ts'
import { stem } from './stem.ts'
import { wish, type Wish } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'
import { categoryTerm } from './weigh.ts'

/** Terms that must all be there, and what finding them is worth beside the word itself (1). */
export type Answer = { terms: readonly number[]; worth: number }

/** What the index answers to one wish. */
export type Group = {
  answers: readonly Answer[]
  soft: boolean
  /** A word for a kind or an occasion: what it asks for is a guess. */
  vague: boolean
}

/** What resolving asks of the index. `living` stops counting at `enough`. */
export type Stock = { vocabulary: Vocabulary; living(term: number, enough: number): number }

const WORTH = { otherSpelling: 0.9, corrected: 0.8, started: 0.7, synonym: 0.6, category: 0.35, member: 0.3 }

/** With this many listings that say it themselves, what belongs to it only is left out. */
const PLENTY = 60
const MAX_STARTED = 30
const MAX_CORRECTIONS = 4
/** Words looked up by likeness in one query: each is a walk over the vocabulary (reliability T23). */
const MAX_LIKENESSES = 6

/** Wishes as terms of the index. What is in no listing is taken for the start of a word, then for a typing error. */
export function resolve(stock: Stock, wishes: readonly Wish[]): Group[] {
  let likenesses = 0
  return wishes.flatMap((one) => {
    const answers = plainly(stock, one)
    if (answers.length > 0) return [group(one, answers)]
    const parts = one.typed.split(' ')
    if (parts.length > 1)
      return resolve(
        stock,
        parts.map((word, index) => wish([word], one.last && index === parts.length - 1)),
      )
    return [group(one, likenesses++ < MAX_LIKENESSES ? likely(stock, one) : [])]
  })
}

const group = (one: Wish, answers: readonly Answer[]): Group => ({
  answers,
  soft: one.soft,
  vague: one.members.length > 0 || one.categories.length > 0,
})

/** The word itself, its synonyms, its categories and, where that is little, what belongs to it. */
function plainly(stock: Stock, one: Wish, factor = 1): Answer[] {
  const [word, ...spellings] = one.direct
  const near = [
    ...inStock(stock, [word!], factor),
    ...inStock(stock, spellings, factor * WORTH.otherSpelling),
    ...inStock(stock, one.synonyms, factor * WORTH.synonym),
  ]
  const asked = near.length > 0 ? one.categories : [...one.categories, ...one.shelves]
  const categories = inStock(
    stock,
    asked.map((category) => [categoryTerm(category)]),
    factor * WORTH.category,
  )
  const found = near.reduce((sum, { terms }) => sum + (terms.length === 1 ? stock.living(terms[0]!, PLENTY) : 1), 0)
  const members = found < PLENTY ? inStock(stock, one.members, factor * WORTH.member) : []
  return [...near, ...categories, ...members]
}

/** The phrases whose every stem some living listing has. */
function inStock({ vocabulary, living }: Stock, phrases: readonly Phrase[], worth: number): Answer[] {
  return phrases.flatMap((phrase) => {
    const terms = phrase.map((stem) => vocabulary.find(stem))
    return terms.every((term) => term >= 0 && living(term, 1) > 0) ? [{ terms, worth }] : []
  })
}

/** What a word that is in no listing may have been meant for. */
function likely(stock: Stock, one: Wish): Answer[] {
  if (/[\d-]/.test(one.typed)) return []
  const started = one.last && one.typed.length > 2 ? startedWords(stock, one.typed) : []
  if (started.length > 0) return started.map((term) => ({ terms: [term], worth: WORTH.started }))
  if (one.known) return []
  const corrected = corrections(stock, one.typed).flatMap((word) => plainly(stock, correctedWish(word), WORTH.corrected))
  return corrected.length > 0 ? corrected : apart(stock, one.typed)
}

/** The commonest words that begin so. */
function startedWords({ vocabulary, living }: Stock, typed: string): number[] {
  return vocabulary
    .beginningWith(typed)
    .map((term) => ({ term, count: living(term, 1_000), text: vocabulary.text(term) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_STARTED)
    .map(({ term }) => term)
}

/** The words a typing error away, of the index or of the lexicon: the nearest, and among these those of the index first. */
function corrections({ vocabulary, living }: Stock, typed: string): string[] {
  const isLiving = (term: number) => living(term, 1) > 0
  const common = (word: string) => living(vocabulary.find(word), 1_000)
  const inIndex = [...vocabulary.near(typed, isLiving), ...vocabulary.near(stem(typed), isLiving)].sort(
    (a, b) => a.steps - b.steps || common(b.text) - common(a.text),
  )
  const inLexicon = [...LEXICON_WORDS.near(typed, all), ...LEXICON_WORDS.near(stem(typed), all)].sort((a, b) => a.steps - b.steps)
  const steps = Math.min(inIndex[0]?.steps ?? Infinity, inLexicon[0]?.steps ?? Infinity)
  const words = [...inIndex, ...inLexicon].filter((one) => one.steps === steps).map(({ text }) => text)
  return [...new Set(words)].slice(0, MAX_CORRECTIONS)
}

const all = (): boolean => true

/** A stem of the index needs no stemming again. */
const correctedWish = (word: string): Wish => ({ ...wish([word], false), direct: [[word]] })

/** `runningshoes`: two words of the index written together. */
function apart(stock: Stock, typed: string): Answer[] {
  for (let i = 3; i <= typed.length - 3; i++) {
    const halves = inStock(stock, [[stem(typed.slice(0, i)), stem(typed.slice(i))]], WORTH.otherSpelling)
    if (halves.length > 0) return halves
  }
  return []
}
