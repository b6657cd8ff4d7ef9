import { normalForm } from '#domain/normal-form.ts'
import { readFileSync } from 'node:fs'

/**
 * Outlines of Bricolage Grotesque ExtraBold (SIL Open Font License), 1000 units to the em: a letter's advance, and its
 * path on the base line. Words drawn with them look the same on a server that has no fonts.
 */
const LETTERS = JSON.parse(readFileSync(new URL('./letters.json', import.meta.url), 'utf8')) as Record<
  string,
  [advance: number, path: string]
>

const UNITS = 1_000
/** Display type is set a little closer than it was drawn. */
const TIGHTER = -22

/** How wide a line is, in pixels. Letters that we have no outline of take no room. */
export const widthOf = (text: string, sizePx: number): number =>
  ([...text].reduce((sum, letter) => sum + advanceOf(letter), 0) * sizePx) / UNITS

const advanceOf = (letter: string): number => (LETTERS[letter] ? LETTERS[letter][0] + TIGHTER : 0)

/** A line of words as SVG paths. No part of the words themselves is in it. */
export function lineOf(text: string, { x, y, sizePx, fill }: { x: number; y: number; sizePx: number; fill: string }): string {
  let at = 0
  const paths = [...text].map((letter) => {
    const path = LETTERS[letter]?.[1] ?? ''
    const drawn = path === '' ? '' : `<path transform="translate(${at})" d="${path}"/>`
    at += advanceOf(letter)
    return drawn
  })
  return `<g transform="translate(${x} ${y}) scale(${sizePx / UNITS})" fill="${fill}">${paths.join('')}</g>`
}

/** Words in at most `most` lines of a width; what does not fit ends in an ellipsis. */
export function linesOf(text: string, { sizePx, widthPx, most }: { sizePx: number; widthPx: number; most: number }): string[] {
  const lines: string[] = []
  let line = ''
  const words = normalForm(text, 'NFC').trim().split(/\s+/)
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, sizePx) <= widthPx) {
      line = longer
      continue
    }
    if (lines.length + 1 === most || line === '') return [...lines, clipped(line === '' ? word : longer, sizePx, widthPx)].slice(0, most)
    lines.push(line)
    line = word
    if (index === words.length - 1 && widthOf(word, sizePx) > widthPx) return [...lines, clipped(word, sizePx, widthPx)]
  }
  return line === '' ? lines : [...lines, line]
}

function clipped(text: string, sizePx: number, widthPx: number): string {
  let letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, sizePx) > widthPx) letters = letters.slice(0, -1)
  return `${letters.join('').trimEnd()}…`
}
