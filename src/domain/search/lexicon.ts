import { MARKET_CATEGORIES } from '#domain/market.ts'
import { CATEGORY_THINGS, CATEGORY_WORDS, KINDS } from './kinds.ts'
import { stem } from './stem.ts'
import { SYNONYMS } from './synonyms.ts'
import { Vocabulary } from './vocabulary.ts'
import { fold, isSize, joined, wordsOf } from './words.ts'

/** Stems that stand for a thing together. */
export type Phrase = readonly string[]

export type Meaning = {
  /** Other names for it. */
  synonyms: readonly Phrase[]
  /** What belongs to it. */
  members: readonly Phrase[]
  /** Folded names of categories that it asks for. */
  categories: readonly string[]
  /** Folded names of categories where it stands, often unnamed. */
  shelves: readonly string[]
}

/** Most words that an entry of the lexicon has. */
export const MAX_PHRASE = 3

/** The stems of a text, with words written apart that are mostly written together (`t-shirt`) put together. */
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

/** What a phrase means, or undefined for a word that is just itself. */
export const meaningOf = (phrase: Phrase): Meaning | undefined => lexicon.get(phrase.join(' '))

const lexicon = readLexicon()

/** Every word of the lexicon, as stems: what a typing error may have meant when no listing has the word. */
export const LEXICON_WORDS = new Vocabulary()
for (const key of lexicon.keys()) for (const word of key.split(' ')) LEXICON_WORDS.add(word)

/** Two neighbours as the one word that people also write them as: `t shirt`, `book shelf`, `35 mm`. Else null. */
export function compound(left: string, right: string): string | null {
  if (isSize(left, right)) return left + right
  if (right.length < 2 || left.length + right.length > LONGEST_COMPOUND) return null
  const both = left + right
  return COMPOUNDS.has(both) ? both : null
}

const LONGEST_COMPOUND = 16
const COMPOUNDS: ReadonlySet<string> = new Set([SYNONYMS, KINDS].flatMap(wordsOf).filter((word) => word.length > 4))

function readLexicon(): Map<string, Meaning> {
  const made = new Map<
    string,
    { synonyms: Map<string, Phrase>; members: Map<string, Phrase>; categories: Set<string>; shelves: Set<string> }
  >()
  const entry = (phrase: Phrase) => {
    const key = phrase.join(' ')
    if (!made.has(key)) made.set(key, { synonyms: new Map(), members: new Map(), categories: new Set(), shelves: new Set() })
    return made.get(key)!
  }
  for (const line of lines(SYNONYMS)) {
    const group = phrases(line)
    for (const one of group) {
      for (const other of group) if (other.join(' ') !== one.join(' ')) entry(one).synonyms.set(other.join(' '), other)
    }
  }
  for (const { names, list } of titled(KINDS)) {
    for (const name of names) {
      const { members } = entry(name)
      // By its other names as well; what it is called in the table comes first.
      for (const one of list) for (const same of [one, ...entry(one).synonyms.values()]) members.set(same.join(' '), same)
    }
  }
  for (const { title, list } of titled(CATEGORY_WORDS)) for (const one of list) entry(one).categories.add(fold(title))
  for (const { title, list } of titled(CATEGORY_THINGS)) {
    for (const one of list) for (const same of [one, ...entry(one).synonyms.values()]) entry(same).shelves.add(fold(title))
  }
  for (const category of MARKET_CATEGORIES) entry(stemsOf(category)).categories.add(fold(category))

  return new Map(
    [...made].map(([key, { synonyms, members, categories, shelves }]) => [
      key,
      { synonyms: [...synonyms.values()], members: [...members.values()], categories: [...categories], shelves: [...shelves] },
    ]),
  )
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
