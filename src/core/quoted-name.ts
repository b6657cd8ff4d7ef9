import { codePointLength, firstCodePoints } from './text.ts'

/*
 * Quotes user text, such as names, titles and notes, within sentences that we write. Users base decisions on these sentences. Therefore,
 * user text must not close the quotation marks, and must not hide or reorder the surrounding words (spec: completions 13.1).
 */

/** Maximum length, in code points, of a name within a sentence. */
export const MAX_NAME = 60

/**
 * Returns the text on one line, without control, bidirectional and invisible characters, cut to 60 code points. Joiners stay, because some
 * scripts and emoji need them.
 */
export const cleanName = (text: string): string => cut(visible(text), MAX_NAME)

/** Like `cleanName`, but puts the name between “ and ”. These quotation marks cannot occur in the name. */
export const quoteName = (text: string): string => `“${cleanName(withoutQuotes(text))}”`

/** Puts a user's long message or note between “ and ”, on one line. */
export const quoteText = (text: string, max = 2_000): string => `“${cut(visible(withoutQuotes(text)), max)}”`

/**
 * Splits a sentence into the quotations that `quoteName` or `quoteText` made and the text between them, in order. Quotations include their
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

/** Replaces characters that look like double quotes with a single quote. Then replaces each run of single quotes with one single quote. */
const withoutQuotes = (text: string): string => text.replace(DOUBLE_QUOTES, "'").replace(/['‘’‚‛`´ʼ′‵]{2,}/g, "'")

const DOUBLE_QUOTES = /["“”„‟«»″‴‶‷＂〝〞〟❝❞❠ʺ˝ˮ״\u{1F676}-\u{1F678}]/gu

const cut = (text: string, max: number): string => (codePointLength(text) > max ? `${firstCodePoints(text, max - 1)}…` : text)
