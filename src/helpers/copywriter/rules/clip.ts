import { normalForm } from '#core/normal-form.ts'
import { codePointLength, firstCodePoints, oneLine } from '#core/text.ts'

/**
 * Shortens a model's text at a word boundary, without an ellipsis (spec: interface, helper 5). Like all text limits, `max` counts Unicode
 * code points (spec: completions 13.10).
 */
export const clip = (text: string, max: number): string => cutAtWord(oneLine(wellFormed(text)), max)

/** Shortens text with paragraphs, and leaves at most one empty line between them. */
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

const wellFormed = (text: string): string => normalForm(text.toWellFormed(), 'NFC').replace(/[\p{Cc}--[\t\n\r]]/gv, '')

function cutAtWord(text: string, max: number): string {
  if (codePointLength(text) <= max) return text
  const whole = text.slice(0, lastEdge(text, max))
  const words = /\s/.test(text.charAt(whole.length)) ? whole : whole.replace(/\s?\S*$/, '')
  return withoutLooseEnd(words) || withoutLooseEnd(whole)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the index after the last grapheme that fits. Used so that an emoji is never split. */
function lastEdge(text: string, max: number): number {
  let edge = 0
  let length = 0
  // the text after this point cannot matter, because no grapheme is that long
  for (const { index, segment } of graphemes.segment(firstCodePoints(text, max + LONGEST_GRAPHEME))) {
    length += codePointLength(segment)
    if (length > max) return edge
    edge = index + segment.length
  }
  return edge
}

const LONGEST_GRAPHEME = 64

/** Removes trailing spaces, and punctuation that usually has a word after it. */
const withoutLooseEnd = (text: string): string => text.replace(/[\s,;:\-–—&(/|]+$/, '')
