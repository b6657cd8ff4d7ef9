import { normalForm } from '#core/normal-form.ts'
import { codePointLength, firstCodePoints, oneLine } from '#core/text.ts'

/**
 * Cuts words of a model to a limit at a word boundary (interface, helper 5). Lengths count Unicode code points, as every text
 * limit does (completions 13.10). Nothing marks the cut.
 */
export const clip = (text: string, max: number): string => cutAtWord(oneLine(wellFormed(text)), max)

/** The same for a text of several paragraphs: its line breaks stay, one empty line at most between two. */
export const clipParagraphs = (text: string, max: number): string =>
  cutAtWord(
    wellFormed(text)
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    max,
  )

/** NFC, without half characters and without control characters but newline and tab. */
const wellFormed = (text: string): string => normalForm(text.toWellFormed(), 'NFC').replace(/[\p{Cc}--[\t\n\r]]/gv, '')

function cutAtWord(text: string, max: number): string {
  if (codePointLength(text) <= max) return text
  const whole = text.slice(0, lastEdge(text, max))
  const words = /\s/.test(text.charAt(whole.length)) ? whole : whole.replace(/\s?\S*$/, '')
  return withoutLooseEnd(words) || withoutLooseEnd(whole)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The index after the last character that fits as a whole: an emoji of several parts is one. */
function lastEdge(text: string, max: number): number {
  let edge = 0
  let length = 0
  // what comes later cannot matter, and one character has no such length
  for (const { index, segment } of graphemes.segment(firstCodePoints(text, max + LONGEST_GRAPHEME))) {
    length += codePointLength(segment)
    if (length > max) return edge
    edge = index + segment.length
  }
  return edge
}

const LONGEST_GRAPHEME = 64

/** A text that was cut does not end on what joins it to the next word. */
const withoutLooseEnd = (text: string): string => text.replace(/[\s,;:\-–—&(/|]+$/, '')
