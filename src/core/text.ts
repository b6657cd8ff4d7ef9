import { hasLongRunOfMarks, normalForm } from './normal-form.ts'

export { codePointLength, firstCodePoints } from './code-points.ts'

/**
 * Normalizes text for storage: trims it, converts it to NFC, and uses line feeds as newlines. Rejects control characters except newline and
 * tab, lone surrogates, and letters with too many marks (spec: completions 2, Text; reliability 5.2). `reason` completes a sentence that
 * starts with the name of the field.
 */
export function cleanText(raw: string): CleanText {
  if (!raw.isWellFormed()) return { ok: false, reason: 'must not contain half a character (a lone surrogate)' }
  // browsers submit newlines in a text area as \r\n
  const text = raw.replaceAll('\r\n', '\n')
  if (CONTROL.test(text)) return { ok: false, reason: 'must not contain control characters other than newline and tab' }
  if (hasLongRunOfMarks(text)) return { ok: false, reason: 'must not have more than 30 combining marks on one letter' }
  return { ok: true, text: normalForm(text, 'NFC').trim() }
}

/**
 * Like `cleanText`, but for a single line, such as a title or a name: also rejects line breaks and bidirectional control characters (spec:
 * completions 13.10).
 */
export function cleanLine(raw: string): CleanText {
  const clean = cleanText(raw)
  if (!clean.ok) return clean
  if (LINE_BREAK.test(clean.text)) return { ok: false, reason: 'must be one line, without line breaks' }
  if (DIRECTION.test(clean.text)) return { ok: false, reason: 'must not contain characters that change the direction of text' }
  return clean
}

const LINE_BREAK = /[\n\p{Zl}\p{Zp}]/u
const DIRECTION = /\p{Bidi_Control}/u

export type CleanText = { ok: true; text: string } | { ok: false; reason: string }

/** Matches control characters: DEL, all C1 characters, and all C0 characters except tab and newline. */
const CONTROL = /[\p{Cc}--[\t\n]]/v

/**
 * Returns at most `max` code points from the beginning of the text. Cuts at a word boundary, unless the first word is longer than `max`.
 */
export function clipAtWord(text: string, max: number): string {
  const points = [...text]
  if (points.length <= max) return text
  let end = max
  while (end > 0 && !isSpace(points[end])) end--
  const clipped = points.slice(0, end).join('').trimEnd()
  return clipped === '' ? points.slice(0, max).join('') : clipped
}

const isSpace = (point: string | undefined): boolean => point !== undefined && point.trim() === ''

/**
 * Returns the first sentence of a description, shortened to at most `max` characters, or null if the text is empty (spec: completions 5,
 * `tagline`).
 */
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

/** Returns the text on one line: collapses white space, and removes bidirectional control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')

/** Splits a description into paragraphs at blank lines. Single newlines stay within a paragraph. */
export const paragraphs = (description: string | null): string[] =>
  (description ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/**
 * Returns the edit distance: the number of insertions, deletions, substitutions, and swaps of adjacent letters. A pair is swapped at most
 * once. Returns `max + 1` for a distance above `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  const width = b.length + 1
  let before: number[] = []
  let above = Array.from({ length: width }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let steps = same ? above[j - 1]! : 1 + Math.min(above[j - 1]!, above[j]!, row[j - 1]!)
      const swapped = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
      if (steps < least) least = steps
    }
    if (least > max && i > 1) return max + 1
    before = above
    above = row
  }
  return Math.min(above[b.length]!, max + 1)
}
