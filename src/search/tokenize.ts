import { fold } from '#core/fold.ts'

/** Maximum length of a word. Longer words are truncated, both in listings and in queries. */
export const MAX_WORD_LENGTH = 40

/**
 * Splits text into folded words: lowercase, without accents or apostrophes (`Levi’s` becomes `levis`). `501` and `35mm` stay whole. Takes
 * linear time (spec: reliability T23).
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  return ASCII.test(folded) ? (folded.match(ASCII_WORD) ?? []).map(cut) : (folded.match(WORD) ?? []).flatMap(split)
}

const ASCII_WORD = /[a-z0-9]+/g
const WORD = /[\p{L}\p{N}]+/gu

const ASCII = /^[\x00-\x7f]*$/

/** Splits text in scripts without spaces, such as Chinese, into pairs of letters. A search can then find part of a longer string. */
function split(word: string): string[] {
  if (!UNSPACED.test(word)) return [cut(word)]
  const letters = [...word].slice(0, MAX_WORD_LENGTH * 4)
  if (letters.length <= 2) return [word]
  return letters.slice(1).map((letter, index) => letters[index]! + letter)
}

const cut = (word: string): string => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word)

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Joins two adjacent words that can also be read as one word, such as `35 mm` or `t shirt`. Returns null for any other pair. */
export function joined(left: string, right: string): string | null {
  return isSize(left, right) || (left.length === 1 && right.length > 1 && !isNumber(left)) ? left + right : null
}

/** Returns true if the words are a number and a unit. */
export const isSize = (left: string, right: string): boolean => UNITS.has(right) && isNumber(left)

const UNITS = new Set('mm cm m km in inch ft l ml cl gb tb mb g kg lb lbs oz w kw v mah mhz hz k p ct tog pc pcs'.split(' '))

export const isNumber = (word: string): boolean => word >= '0' && word < ':' && /^\d+$/.test(word)

/** Splits `128gb` into `128` and `gb`. Returns null for any other word. */
export function numberAndUnit(word: string): [string, string] | null {
  if (word.length > 12 || word < '0' || word > ':') return null
  const parts = /^(\d+)(\p{L}+)$/u.exec(word)
  return parts && [parts[1]!, parts[2]!]
}
