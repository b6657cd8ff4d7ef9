import { codePointLength, firstCodePoints } from './text.ts'

/*
 * Quotes user text inside our sentences, such as names, titles and notes. Users make decisions based on these sentences, so user text must
 * not close the quotation marks, or hide or reorder the words around it (spec: completions 13.1).
 */

/** Maximum length, in code points, of a name within a sentence. */
export const MAX_NAME = 60

/**
 * Returns one line without control, bidirectional and invisible characters, truncated to 60 code points. Keeps joiners, which emoji and
 * some scripts need.
 */
export const cleanName = (text: string): string => cut(visible(text), MAX_NAME)

/** Like `cleanName`, but puts the name between “ and ”. The name itself never contains these quotation marks. */
export const quoteName = (text: string): string => `“${cleanName(withoutQuotes(text))}”`

/** Puts a long text by a user between “ and ”, on one line. */
export const quoteText = (text: string, max = 2_000): string => `“${cut(visible(withoutQuotes(text)), max)}”`

/**
 * Splits a sentence into the quotations made by `quoteName` or `quoteText`, and the words between them, in order. Quotations include their
 * quotation marks.
 */
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

/** Matches bidirectional control characters and invisible characters, except joiners and the variation selectors of letters and emoji. */
const UNSEEN = /\p{Bidi_Control}|[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Variation_Selector}]]/gv

/** Replaces runs of single quotes, and characters that look like double quotes, with one single quote. */
const withoutQuotes = (text: string): string => text.replace(DOUBLE_QUOTES, "'").replace(/['‘’‚‛`´ʼ′‵]{2,}/g, "'")

const DOUBLE_QUOTES = /["“”„‟«»″‴‶‷＂〝〞〟❝❞❠ʺ˝ˮ״\u{1F676}-\u{1F678}]/gu

const cut = (text: string, max: number): string => (codePointLength(text) > max ? `${firstCodePoints(text, max - 1)}…` : text)
