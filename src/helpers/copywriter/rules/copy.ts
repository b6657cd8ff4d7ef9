import { clip, clipParagraphs } from './clip.ts'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import { numbersOf } from './stated-numbers.ts'
import { codePointLength, firstCodePoints } from '#core/text.ts'

export const TONES = ['Friendly', 'Playful', 'Straight to the point', 'A bit luxe'] as const
export type Tone = (typeof TONES)[number]

export const TONE_LINES: Readonly<Record<Tone, string>> = {
  Friendly: 'warm, plain, first person, short sentences, at most one exclamation mark',
  Playful: 'light, one small joke or image, never at the cost of a fact',
  'Straight to the point': 'facts only, no adjectives you were not given, fragments allowed',
  'A bit luxe': 'calm, precise, materials first, no superlatives, no exclamation marks',
}

export type ListingCopy = { title: string; one_liner: string; description: string; teaser: string }

/** Maximum lengths of the generated fields (spec: interface, helper 5). */
export const LONGEST: Readonly<Record<keyof ListingCopy, number>> = { title: 80, one_liner: 120, description: 5000, teaser: 60 }

export type KnownLine = { by: 'SELLER' | 'RESEARCH'; key: string; label: string; value: string }

/**
 * Returns the detail lines for the model, without empty lines. If the seller and research both filled in a detail, uses the seller's line
 * (spec: interface, helper 5).
 */
export function knownLines(fields: readonly DetailLine[]): KnownLine[] {
  const lines = fields
    .filter(({ value }) => value.trim() !== '')
    .map(({ source, key, label, value }) => ({ by: source === 'agent' ? ('RESEARCH' as const) : ('SELLER' as const), key, label, value }))
  const seller = lines.filter(({ by }) => by === 'SELLER')
  const answered = new Set(seller.map(({ key }) => key))
  return [...seller, ...lines.filter(({ by, key }) => by === 'RESEARCH' && !answered.has(key))]
}

/**
 * Returns the maximum length of the new description: 60 percent of the previous length for `shorter`, and 160 percent for `longer`. It
 * never exceeds the general limit for descriptions.
 */
export function longestDescription(instruction: string, before: string): number {
  if (before === '' || (instruction !== 'shorter' && instruction !== 'longer')) return LONGEST.description
  return Math.min(LONGEST.description, Math.ceil(codePointLength(before) * (instruction === 'shorter' ? 0.6 : 1.6)))
}

/**
 * Cleans copy written by a model. Removes markup, URLs, and sentences with numbers that do not occur in `given` (the facts that the model
 * received). Limits the length of each field. Fields can become empty.
 */
export function cleanCopy(proposed: ListingCopy, given: string, longest: number = LONGEST.description): ListingCopy {
  const known = numbersOf(given)
  const clean = (text: string) => knownSentences(withoutMarkup(text), known)
  return {
    title: clip(clean(proposed.title), LONGEST.title),
    one_liner: clip(clean(proposed.one_liner), LONGEST.one_liner),
    description: wholeSentences(clipParagraphs(clean(proposed.description), LONGEST.description), longest),
    teaser: clip(clean(proposed.teaser), LONGEST.teaser),
  }
}

/** Maximum number of characters to read from a model's output; the rest is discarded. No real title or description is this long. */
const MOST = 20_000

function withoutMarkup(text: string): string {
  let plain = firstCodePoints(text, MOST).replace(/[\p{Cc}--[\t\n\r]]/gv, '')
  // repeats until nothing changes, because removing one tag can create a new tag
  for (let round = 0; round < 10; round++) {
    const before = plain
    for (const pattern of MARKUP) plain = plain.replace(pattern, ' ')
    if (plain === before) break
  }
  return plain.replace(/[<>]/g, ' ')
}

const MARKUP = [
  /<(script|style)\b[^>]*>[^<]*(?:<\/\1\s*>)?/gi,
  /<!--(?:[^-]|-(?!->))*(?:-->)?/g,
  /<\/?[a-z!?][^<>]*(?:>|$)/gi,
  /!?\[[^\][]*\]\([^()]*\)/g,
  /\b[a-z][a-z\d+.-]{1,20}:\/\/\S*/gi,
  /\b(?:javascript|data|mailto|tel):\S+/gi,
  /\bwww\.\S+/gi,
  /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/g,
  /\b(?:[a-z\d-]{1,63}\.){1,4}(?:com|net|org|shop|store|io|co|me|ly|app|xyz|info|biz|site|link|ru|cn|de|uk|fr)\b(?:[/?#]\S*)?/gi,
]

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Removes sentences with unknown numbers, which the model must have invented. */
function knownSentences(text: string, known: ReadonlySet<string>): string {
  return [...sentences.segment(text)]
    .map(({ segment }) => ([...numbersOf(segment)].every((number) => known.has(number)) ? segment : breaksOf(segment)))
    .join('')
}

const breaksOf = (segment: string): string => /\n+\s*$/.exec(segment)?.[0] ?? ' '

/** Returns as many sentences as fit. If even the first sentence is too long, returns it shortened. */
function wholeSentences(text: string, longest: number): string {
  if (codePointLength(text) <= longest) return text
  let end = 0
  let length = 0
  for (const { index, segment } of sentences.segment(text)) {
    if (length + codePointLength(segment.trimEnd()) > longest) break
    length += codePointLength(segment)
    end = index + segment.length
  }
  return text.slice(0, end).trim() || clipParagraphs(text, longest)
}
