import { LEXICON_WORDS, namesThing, type Phrase } from './lexicon.ts'
import { stem } from './stem.ts'
import { wish, type Wish } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'
import { categoryTerm } from './score.ts'

/**
 * Terms that must all be there, what finding them is worth beside the word itself (1), and whether it is what was asked for, or what an occasion asks
 * for; `named`: the word of a thing, which finds it where a listing says that it is one. */
export type Answer = { terms: readonly number[]; worth: number; exact: boolean; isOccasion?: boolean; named?: boolean }

/** What the index answers to one wish. */
export type Group = {
  answers: readonly Answer[]
  soft: boolean
  /** A word for a kind or an occasion: what it asks for is a guess. */
  vague: boolean
}

/** What resolving asks of the index. `living` stops counting at `enough`. */
export type Stock = {
  vocabulary: Pick<Vocabulary, 'find' | 'text' | 'beginningWith' | 'near'>
  living(term: number, enough: number): number
}

const WORTH = { otherSpelling: 0.9, corrected: 0.8, started: 0.7, synonym: 0.6, related: 0.6, category: 0.35, member: 0.3 }

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
  vague: one.members.length > 0 || one.family.length > 0 || one.categories.length > 0,
})

/** Whether an occasion is among what is asked for. */
export const hasOccasion = (groups: readonly Group[]): boolean =>
  groups.some(({ soft, answers }) => !soft && answers.some(({ isOccasion }) => isOccasion))

/** These groups with nothing but what was asked for, and with what occasions ask for if wanted; null where one that binds has none. */
export function exactly(groups: readonly Group[], withOccasions = false): Group[] | null {
  const kept = groups.map((one) => ({
    ...one,
    answers: one.answers.filter(({ exact, isOccasion = false }) => exact || (withOccasions && isOccasion)),
  }))
  return kept.every(({ soft, answers }) => soft || answers.length > 0) ? kept : null
}

/** The word itself, its synonyms, the category that it names and, where that is little, what belongs to it; then what is near it. */
function plainly(stock: Stock, one: Wish, factor = 1, sure = true): Answer[] {
  const [word, ...spellings] = one.direct
  const asked = (phrases: readonly Phrase[], worth: number) => inStock(stock, phrases, factor * worth, sure, one.isThing)
  const near = (phrases: readonly Phrase[], worth: number) => inStock(stock, phrases, factor * worth, false)
  const said = [...asked([word!], 1), ...asked(spellings, WORTH.otherSpelling), ...asked(one.synonyms, WORTH.synonym)]
  const named = asked(
    one.categories.map((category) => [categoryTerm(category)]),
    WORTH.category,
  )
  const related = near(one.related, WORTH.related)
  const found = countOf(stock, said) + countOf(stock, related)
  const occasion = near(one.members, WORTH.member).map((answer) => ({ ...answer, isOccasion: true }))
  const belonging = found < PLENTY ? [...asked(one.family, WORTH.member), ...occasion] : []
  return [...said, ...related, ...named, ...belonging]
}

/** About how many listings these answer, no more than plenty of each. */
const countOf = (stock: Stock, answers: readonly Answer[]): number =>
  answers.reduce((sum, { terms }) => sum + (terms.length === 1 ? stock.living(terms[0]!, PLENTY) : 1), 0)

/** The phrases whose every stem some living listing has. */
function inStock({ vocabulary, living }: Stock, phrases: readonly Phrase[], worth: number, exact: boolean, named = false): Answer[] {
  return phrases.flatMap((phrase) => {
    const terms = phrase.map((stem) => vocabulary.find(stem))
    return terms.every((term) => term >= 0 && living(term, 1) > 0) ? [{ terms, worth, exact, named }] : []
  })
}

/** What a word that is in no listing may have been meant for. */
function likely(stock: Stock, one: Wish): Answer[] {
  if (/[\d-]/.test(one.typed)) return []
  const started = one.last && one.typed.length > 2 ? startedWords(stock, one.typed) : []
  // A whole word that people use is no start of another: `pen` did not ask for a pendant.
  if (started.length > 0)
    return started.map((term) => {
      const named = namesThing([stock.vocabulary.text(term)])
      return { terms: [term], worth: WORTH.started, exact: !one.known, named }
    })
  if (one.known) return []
  const { words, sure } = corrections(stock, one.typed)
  const corrected = words.flatMap((word) => plainly(stock, correctedWish(word), WORTH.corrected, sure))
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

/**
 * What a word may have been meant for. What sounds the same is; else the words a typing error away, of the index or of the
 * lexicon: the nearest, and among these those of the index first. `sure`: there is one alone, it begins alike, and it is a long
 * word with a single error.
 */
function corrections({ vocabulary, living }: Stock, typed: string): { words: string[]; sure: boolean } {
  const isLiving = (term: number) => term >= 0 && living(term, 1) > 0
  const common = (word: string) => living(vocabulary.find(word), 1_000)
  const heard = soundingLike(typed).filter((word) => isLiving(vocabulary.find(word)) || LEXICON_WORDS.find(word) >= 0)
  if (heard.length > 0) return { words: heard, sure: true }
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

/** From this length on a word with one error is hardly ever another word. */
const SURE_LENGTH = 6

/** The stems of what is spelled otherwise and sounds the same: `headfones`. */
const soundingLike = (typed: string): string[] =>
  [typed.replaceAll('f', 'ph'), typed.replaceAll('ph', 'f')].filter((other) => other !== typed).map(stem)

const all = (): boolean => true

/** A stem of the index needs no stemming again. */
const correctedWish = (word: string): Wish => ({ ...wish([word], false), direct: [[word]] })

/** `runningshoes`: two words of the index written together. */
function apart(stock: Stock, typed: string): Answer[] {
  for (let i = 3; i <= typed.length - 3; i++) {
    const halves = inStock(stock, [[stem(typed.slice(0, i)), stem(typed.slice(i))]], WORTH.otherSpelling, false)
    if (halves.length > 0) return halves
  }
  return []
}
