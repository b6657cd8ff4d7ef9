import { normalForm } from './normal-form.ts'

/**
 * Words of a model, cut to a limit at a word boundary (interface, helper 5). Length is counted in UTF-16 units, the
 * longest of the counts in use: what fits here fits every other limit. Nothing marks the cut.
 */
export const clip = (text: string, max: number): string => cutAtWord(wellFormed(text).replace(/\s+/g, ' ').trim(), max)

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
  if (text.length <= max) return text
  const whole = text.slice(0, lastEdge(text, max))
  const words = /\s/.test(text.charAt(whole.length)) ? whole : whole.replace(/\s?\S*$/, '')
  return withoutLooseEnd(words) || withoutLooseEnd(whole)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where the last character ends that fits as a whole: an emoji of several parts is one. */
function lastEdge(text: string, max: number): number {
  let edge = 0
  // what comes later cannot matter, and one character has no such length
  for (const { index, segment } of graphemes.segment(text.slice(0, max + LONGEST_GRAPHEME))) {
    if (index + segment.length > max) return edge
    edge = index + segment.length
  }
  return edge
}

const LONGEST_GRAPHEME = 64

/** A text that was cut does not end on what joins it to the next word. */
const withoutLooseEnd = (text: string): string => text.replace(/[\s,;:\-–—&(/|]+$/, '')
