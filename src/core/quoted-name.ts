import { codePointLength, firstCodePoints } from './text.ts'

/*
 * Text of others inside our own sentences: names, titles, notes. A person decides by such a sentence, so what others wrote can neither
 * end its quotes, nor hide or reorder the words around it (completions 13.1).
 */

/** Longest name inside a sentence, in code points. */
export const MAX_NAME = 60

/** One line without control, direction and invisible characters, cut to 60 code points. Joiners of emoji and scripts stay. */
export const cleanName = (text: string): string => cut(visible(text), MAX_NAME)

/** The same between “ and ”, which cannot occur inside. */
export const quoteName = (text: string): string => `“${cleanName(withoutQuotes(text))}”`

/** A longer text of somebody between “ and ”, on one line. */
export const quoteText = (text: string, max = 2_000): string => `“${cut(visible(withoutQuotes(text)), max)}”`

/** Parts of a sentence made with `quoteName` or `quoteText`, in order: our own words, and the quoted ones with their quotes. */
export const sentenceParts = (sentence: string): { text: string; isQuoted: boolean }[] =>
  sentence
    .split(/(“[^“”]*”)/)
    .filter((text) => text !== '')
    .map((text) => ({ text, isQuoted: text.startsWith('“') }))

function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gv, ' ')
    .replace(UNSEEN, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** The controls of direction and whatever else does not show, but for the joiners and the selectors of a letter's or an emoji's form. */
const UNSEEN = /\p{Bidi_Control}|[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** Whatever looks like a double quote becomes a single one; several single ones in a row look like one too. */
const withoutQuotes = (text: string): string => text.replace(DOUBLE_QUOTES, "'").replace(/['‘’‚‛`´ʼ′‵]{2,}/g, "'")

const DOUBLE_QUOTES = /["“”„‟«»″‴‶‷＂〝〞〟❝❞❠ʺ˝ˮ״\u{1F676}-\u{1F678}]/gu

const cut = (text: string, max: number): string => (codePointLength(text) > max ? `${firstCodePoints(text, max - 1)}…` : text)
