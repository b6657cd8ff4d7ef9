import { normalForm } from './normal-form.ts'

/**
 * Returns the text in lowercase, without accents. Replaces letters such as `ß` and `ø` explicitly, because they do not decompose into a
 * base letter and an accent.
 */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(APOSTROPHE, '')
    : normalForm(
        normalForm(text.toLowerCase(), 'NFKD')
          .replace(/\p{M}+/gu, '')
          .replace(APOSTROPHE, '')
          .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter]!),
        'NFC',
      )

/** Returns the folded words in a string, separated by spaces: `H&M` becomes `h m`, and `Levi’s` becomes `levis`. */
export const foldWords = (text: string): string => fold(text).match(WORD)?.join(' ') ?? ''

const WORD = /[\p{L}\p{N}]+/gu

/**
 * Matches an apostrophe inside a word such as `levi's`, but not after a single letter: `l'été` becomes two words, which search also matches
 * as one joined word.
 */
const APOSTROPHE = /(?<=[\p{L}\p{N}]{2})['’‘ʼ]/gu

const ASCII = /^[\x00-\x7f]*$/
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
