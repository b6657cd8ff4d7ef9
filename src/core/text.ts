import { hasLongRunOfMarks, normalForm } from './normal-form.ts'

export { codePointLength, firstCodePoints } from './code-points.ts'

/**
 * Text as it is kept: trimmed, NFC, newlines as `\n`; no control character but newline and tab, no half
 * characters (completions 2, Text; reliability 5.2). `reason` reads after the field's name.
 */
export function cleanText(raw: string): CleanText {
  if (!raw.isWellFormed()) return { ok: false, reason: 'must not hold half a character (a lone surrogate)' }
  // Browsers send the newlines of a text area as \r\n.
  const text = raw.replaceAll('\r\n', '\n')
  if (CONTROL.test(text)) return { ok: false, reason: 'must not hold control characters other than newline and tab' }
  if (hasLongRunOfMarks(text)) return { ok: false, reason: 'must not have more than 30 marks on one letter' }
  return { ok: true, text: normalForm(text, 'NFC').trim() }
}

/** The same for a field of one line, such as a title or a name: no line breaks and no characters of direction (completions 13.10). */
export function cleanLine(raw: string): CleanText {
  const clean = cleanText(raw)
  if (!clean.ok) return clean
  if (LINE_BREAK.test(clean.text)) return { ok: false, reason: 'must be one line, without line breaks' }
  if (DIRECTION.test(clean.text)) return { ok: false, reason: 'must not hold characters that change the direction of text' }
  return clean
}

const LINE_BREAK = /[\n\p{Zl}\p{Zp}]/u
const DIRECTION = /\p{Bidi_Control}/u

export type CleanText = { ok: true; text: string } | { ok: false; reason: string }

/** C0 without tab and newline, DEL, C1. */
const CONTROL = /[\p{Cc}--[\t\n]]/v

/** The first `max` code points at most, ending at a whole word unless the first word alone is longer. */
export function clipAtWord(text: string, max: number): string {
  const points = [...text]
  if (points.length <= max) return text
  let end = max
  while (end > 0 && !isSpace(points[end])) end--
  const words = points.slice(0, end).join('').trimEnd()
  return words === '' ? points.slice(0, max).join('') : words
}

const isSpace = (point: string | undefined): boolean => point !== undefined && point.trim() === ''

/** The first sentence, at most `max` characters, or null when there is no text (completions 5, `tagline`). */
export function firstSentence(about: string | null, max = 120): string | null {
  const text = about?.trim() ?? ''
  if (text === '') return null
  for (const mark of text.matchAll(SENTENCE_MARK)) {
    const end = mark.index + mark[0].length
    if (endsSentence(mark[0], text.slice(0, end), text.slice(end))) return clipAtWord(oneLine(text.slice(0, end)), max)
  }
  return clipAtWord(oneLine(text), max)
}

const SENTENCE_MARK = /\n|[。！？]+|[.!?…]+["'”’)\]]*(?=\s|$)/gu
const ABBREVIATION = /(?:^|[\s("'])(?:Mr|Mrs|Ms|Dr|St|Mt|No|Nr|vs|approx|est|e\.g|i\.e|\p{Lu})\.$/u

function endsSentence(mark: string, before: string, after: string): boolean {
  if (!/^[.…]/.test(mark)) return true
  return !ABBREVIATION.test(before) && !/^\s+\p{Ll}/u.test(after)
}

/** Text as one line: every run of white space is one blank, and characters of direction are left out. */
export const oneLine = (text: string): string =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')

/** A description as its paragraphs, parted by blank lines; a single newline stays inside its paragraph. */
export const paragraphs = (description: string | null): string[] =>
  (description ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
