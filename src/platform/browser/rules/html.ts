import { firstCodePoints } from '#core/text.ts'

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  reg: '®',
  trade: '™',
}

/** Decodes entities such as `&amp;`, `&#39;` and `&#x27;`. Unknown entities stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : all
  })

/**
 * Parses a tag's attributes and returns them by lowercase name. Of several attributes with the same name, uses the first. The pattern
 * bounds every repetition, because a hostile page could make an unbounded pattern slow.
 */
export function attributesOf(inside: string): Record<string, string | undefined> {
  const found = Object.create(null) as Record<string, string | undefined>
  for (const [, name, double, single, bare] of inside.slice(0, MAX_INSIDE).matchAll(ATTRIBUTE)) {
    found[name!.toLowerCase()] ??= double ?? single ?? bare
  }
  return found
}

const ATTRIBUTE = /([a-z][\w:-]{0,40})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]{1,500}))/gi

export type Piece =
  | { kind: 'text'; text: string }
  /** A tag. `inside`: its attributes. `text`: the text up to the next tag. */
  | { kind: 'tag'; name: string; inside: string; text: string }
  /** Element whose content is not visible text, such as a script. */
  | { kind: 'raw'; name: string; inside: string; text: string }

const MAX_INSIDE = 2_000
const MAX_NAME = 31
const MAX_TAGS = 50_000
const RAW = new Set(['script', 'style', 'noscript', 'svg', 'template', 'textarea', 'iframe'])

/** Splits HTML into tags, raw elements and text in one pass. Stops at an unclosed tag, comment or raw element. */
export function* piecesOf(html: string): Generator<Piece> {
  let at = 0
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const open = html.indexOf('<', at)
    if (open !== at) yield { kind: 'text', text: html.slice(at, open === -1 ? html.length : open) }
    if (open === -1) return
    const comment = html.startsWith('<!--', open)
    const close = html.indexOf(comment ? '-->' : '>', open)
    if (close === -1) return
    at = close + (comment ? 3 : 1)
    const name = /^[a-z][a-z0-9-]*/i.exec(html.slice(open + 1, open + 1 + MAX_NAME))?.[0].toLowerCase()
    if (name === undefined) continue
    const inside = html.slice(open + 1 + name.length, Math.min(close, open + MAX_INSIDE))
    if (!RAW.has(name)) {
      const next = html.indexOf('<', at)
      yield { kind: 'tag', name, inside, text: html.slice(at, Math.min(next === -1 ? html.length : next, at + 500)) }
      continue
    }
    const end = closing(html, name, at)
    if (end === -1) return
    yield { kind: 'raw', name, inside, text: html.slice(at, end) }
    at = end
  }
}

function closing(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi')
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? -1
}

/** Returns true if the tag has this name. */
export const isTag = (piece: Piece, name: string): piece is Piece & { kind: 'tag' } => piece.kind === 'tag' && piece.name === name

/** Returns roughly the visible text of a page, with at most `max` code points. */
export const plainText = (pieces: readonly Piece[], max: number): string => {
  const start = pieces.findIndex((piece) => isTag(piece, 'body'))
  const words = pieces.slice(Math.max(0, start)).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  const text = decodeEntities(words.join(' ').slice(0, max * 8)).replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return firstCodePoints(text.trim(), max).toWellFormed()
}
