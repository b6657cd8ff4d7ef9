import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * File of the display font, in the only format that libvips reads. libvips loads the font when text is measured; only then can SVG text use
 * it.
 */
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/bricolage-grotesque/800ExtraBold/BricolageGrotesque_800ExtraBold.ttf'))
const FACE = 'Bricolage Grotesque ExtraBold'
const CLOSER = -0.022

/** Renders a line of text as an SVG element. */
export const lineOf = (text: string, { x, y, sizePx, fill }: { x: number; y: number; sizePx: number; fill: string }): string =>
  `<text x="${x}" y="${y}" fill="${fill}" font-family="${FACE}, Bricolage Grotesque" font-weight="800" font-size="${sizePx}" letter-spacing="${CLOSER * sizePx}">${escaped(text)}</text>`

/** Returns the width of a line of text in pixels. */
export async function widthOf(text: string, sizePx: number): Promise<number> {
  if (text.trim() === '') return 0
  return (await measured(text, sizePx)).width
}

async function measured(text: string, sizePx: number): Promise<{ width: number; height: number }> {
  const words = `<span letter_spacing="${Math.round(CLOSER * sizePx * 1_024)}">${escaped(text)}</span>`
  return sharp({ text: { text: words, font: `${FACE} ${sizePx}`, fontfile: FONT, dpi: 72 } }).metadata()
}

/** Wraps text to at most `most` lines and replaces the rest with an ellipsis. */
export async function linesOf(
  text: string,
  { sizePx, widthPx, most }: { sizePx: number; widthPx: number; most: number },
): Promise<string[]> {
  const fits = async (line: string): Promise<boolean> => (await widthOf(line, sizePx)) <= widthPx
  const words = (await drawable(text)).split(/\s+/).filter((word) => /[^\p{Cf}\p{M}]/u.test(word))
  const lines: string[] = []
  while (words.length > 0) {
    let line = words.shift()!
    while (words.length > 0 && (await fits(`${line} ${words[0]}`))) line += ` ${words.shift()}`
    if (lines.length + 1 === most && words.length > 0) return [...lines, await clipped(`${line} ${words[0]}`, fits)]
    lines.push((await fits(line)) ? line : await clipped(line, fits))
  }
  return lines
}

async function clipped(text: string, fits: (line: string) => Promise<boolean>): Promise<string> {
  const letters = [...text]
  while (letters.length > 1 && !(await fits(`${letters.join('').trimEnd()}…`))) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Removes characters that no font contains, which would appear as numbered boxes. */
async function drawable(text: string): Promise<string> {
  const letters = [...text].filter((letter) => /\s/.test(letter) || !/[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(letter))
  const known = await Promise.all(
    letters.map(async (letter) => /[\p{Script=Latin}\p{M}\p{Cf}\p{Z}\p{ASCII}]/u.test(letter) || hasGlyph(letter)),
  )
  return letters.filter((_, at) => known[at]).join('')
}

/** Returns true if the font contains the letter. A missing letter has a glyph of the same size as an unassigned code point. */
async function hasGlyph(letter: string): Promise<boolean> {
  const [one, none] = await Promise.all([measured(letter, 100), measured(letter.codePointAt(0)! > 0xffff ? '\u{fff00}' : '\u{e0f0}', 100)])
  return one.width !== none.width || one.height !== none.height
}

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
