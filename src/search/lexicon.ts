import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { CATEGORY_NAMES, FAMILIES, KINDS, NARROWER } from './kinds.ts'
import { RELATED } from './related.ts'
import { stem } from './stem.ts'
import { SYNONYMS } from './synonyms.ts'
import { isProductNoun, QUALITIES } from './product-nouns.ts'
import { Vocabulary } from './vocabulary.ts'
import { fold } from '#core/fold.ts'
import { isSize, joined, wordsOf } from './tokenize.ts'

/** Word stems that together name an item, such as `coffee table`. */
export type Phrase = readonly string[]

export type Meaning = {
  synonyms: readonly Phrase[]
  /** Members of the family that the phrase names, such as `chair` for `furniture`. */
  family: readonly Phrase[]
  /** Lowercase names of the categories that the phrase refers to. */
  categories: readonly string[]
  /** Similar items. A search adds them only when there are no exact matches. */
  related: readonly Phrase[]
  /** Items for the occasion that the phrase names, such as `gloves` for `winter`. */
  members: readonly Phrase[]
}

/** Maximum number of words in a lexicon entry. */
export const MAX_PHRASE = 3

/** Returns the stems of the words in a string. Joins words that are usually written as one (`t-shirt`). */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text)
  const stems: string[] = []
  for (let i = 0; i < words.length; i++) {
    const both = i + 1 < words.length ? joined(words[i]!, words[i + 1]!) : null
    stems.push(stem(both ?? words[i]!))
    if (both !== null) i++
  }
  return stems
}

/** Returns the lexicon entry of a phrase, or undefined. */
export const meaningOf = (phrase: Phrase): Meaning | undefined => lexicon.get(phrase.join(' '))

const lexicon = readLexicon()

/** Returns true when a phrase names an item. Other phrases name a quality, such as a color. */
export const isProductName = (phrase: Phrase): boolean => {
  const [word = ''] = phrase
  return phrase.length === 1 ? (isProductNoun(word) && !QUALITIES.has(word)) || NAMES.has(word) : NAMES.has(phrase.join(' '))
}

const NAMES: ReadonlySet<string> = new Set(
  [SYNONYMS, NARROWER, FAMILIES]
    .flatMap((table) => lines(table).flatMap((line) => line.split(/[,:]/).map((name) => stemsOf(name).join(' '))))
    .filter((name) => !QUALITIES.has(name)),
)

/** All stems in the lexicon. They are candidates for correcting typing errors, even when no listing contains them. */
export const LEXICON_WORDS = new Vocabulary()
for (const key of lexicon.keys()) for (const word of key.split(' ')) LEXICON_WORDS.add(word)

/** Joins two adjacent words that are also written as one word: `t shirt`, `book shelf`, `35 mm`. Returns null for any other pair. */
export function compound(left: string, right: string): string | null {
  if (isSize(left, right)) return left + right
  if (right.length < 2 || left.length + right.length > LONGEST_COMPOUND) return null
  const both = left + right
  return COMPOUNDS.has(both) ? both : null
}

const LONGEST_COMPOUND = 16
const COMPOUNDS: ReadonlySet<string> = new Set(
  [SYNONYMS, RELATED, NARROWER, FAMILIES, KINDS].flatMap(wordsOf).filter((word) => word.length > 4),
)

type Phrases = Map<string, Phrase>
type Entry = Record<'synonyms' | 'family' | 'related' | 'members', Phrases> & { categories: Set<string> }

function readLexicon(): Map<string, Meaning> {
  const made = new Map<string, Entry>()
  const entry = (phrase: Phrase) => {
    const key = phrase.join(' ')
    const known = made.get(key)
    if (known) return known
    const fresh: Entry = { synonyms: new Map(), family: new Map(), related: new Map(), members: new Map(), categories: new Set() }
    made.set(key, fresh)
    return fresh
  }
  const pairUp = (table: string, as: 'synonyms' | 'related') => {
    for (const group of lines(table).map(phrases))
      for (const one of group) for (const other of group) if (other.join(' ') !== one.join(' ')) entry(one)[as].set(other.join(' '), other)
  }
  pairUp(SYNONYMS, 'synonyms')
  const names = new Map([...made].map(([key, { synonyms }]) => [key, [...synonyms.values()]]))
  /** Returns all names of an item, starting with the given name. */
  const called = (one: Phrase) => [one, ...(names.get(one.join(' ')) ?? [])]
  pairUp(RELATED, 'related')
  for (const { title, list } of titled(NARROWER))
    for (const name of called(stemsOf(title))) for (const same of list.flatMap(called)) entry(name).synonyms.set(same.join(' '), same)
  for (const { names, list } of titled(FAMILIES))
    for (const name of names) for (const same of list.flatMap(called)) entry(name).family.set(same.join(' '), same)
  for (const { names, list } of titled(KINDS))
    for (const name of names) for (const same of list.flatMap(called)) entry(name).members.set(same.join(' '), same)
  for (const { title, list } of titled(CATEGORY_NAMES)) for (const one of list) entry(one).categories.add(fold(title))
  for (const category of MARKET_CATEGORIES) entry(stemsOf(category)).categories.add(fold(category))

  return new Map([...made].map(([key, entry]) => [key, meaning(key, entry)]))
}

/** Creates a lexicon entry. If a phrase occurs in several of the lists, only the first list retains it. */
function meaning(key: string, { synonyms, family, related, members, categories }: Entry): Meaning {
  const seen = new Set([key])
  const once = (some: Phrases) => [...some].flatMap(([name, phrase]) => (seen.has(name) ? [] : (seen.add(name), [phrase])))
  return { synonyms: once(synonyms), family: once(family), categories: [...categories], related: once(related), members: once(members) }
}

function titled(table: string) {
  return lines(table).map((line) => {
    const [title = '', list = ''] = line.split(': ')
    return { title, names: phrases(title), list: phrases(list) }
  })
}

function phrases(list: string): Phrase[] {
  return list.split(',').map(stemsOf)
}

function lines(table: string): string[] {
  return table.trim().split('\n')
}
