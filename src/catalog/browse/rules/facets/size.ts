import { fold, foldWords } from '#core/fold.ts'
import { spellingsOf } from './spellings.ts'
import { oneLine, type FacetValue } from './value.ts'

const LETTERS = spellingsOf(`
xxs: 2xs, xx small, extra extra small, xxsmall
xs: x small, extra small, xsmall
s: small, sm, sml
m: medium, med
l: large, lg
xl: x large, extra large, xlarge, 1xl, 1x
xxl: 2xl, 2x, xx large, extra extra large, xxlarge, double xl
3xl: xxxl, 3x, xxx large
4xl: xxxxl, 4x
5xl: 5x
6xl: 6x
one size: os, osfa, osfm, onesize, one size fits all, one size fits most, free size, universal, 1 size
`)

/** Country codes that precede or follow a size number, each with the name of its size system. */
const SYSTEMS = new Map(
  Object.entries({
    eu: 'eu',
    eur: 'eu',
    euro: 'eu',
    us: 'us',
    usa: 'us',
    uk: 'uk',
    gb: 'uk',
    fr: 'fr',
    it: 'it',
    au: 'au',
    jp: 'jp',
    cm: 'cm',
  }),
)

/** Maximum number of characters in a size that belongs to no known system. Longer text is treated as a remark. */
const LONGEST = 24
const LONGEST_READ = 80

/** Context of a size line: whether the item is a ring, and which size system the label names. */
export type SizeContext = { isRing: boolean; system: string | null }
const PLAIN: SizeContext = { isRing: false, system: null }

/**
 * Returns the size named in `text`, or null if there is none. Sizes in known systems have a normalized value: `m` for `Medium`, and `eu 38`
 * for `38 EUR`.
 */
export function sizeOf(text: string, context: SizeContext = PLAIN): FacetValue | null {
  const label = oneLine(text)
  if (label.length > LONGEST_READ) return null
  const known = knownSize(label, context)
  if (known !== null) return { value: known, label: label.length > LONGEST ? sizeName({ value: known, label }) : label }
  const words = foldWords(label)
  if (words === '' || label.length > LONGEST || NO_SIZE.has(words)) return null
  // a value must parse to itself, because filters parse their values again
  return { value: knownSize(words, PLAIN) ?? words, label }
}

/** Returns the usual name of a size, or the spelling in the listing if the size is unknown. */
export function sizeName({ value, label }: FacetValue): string {
  if (value === 'one size') return 'One size'
  if (value.startsWith('ring ')) return `Ring ${value.slice(5).toUpperCase()}`
  return NAMED.test(value) ? value.toUpperCase() : label
}

/**
 * Returns the rank of a size for sorting: letter sizes first, then numbers without a system, then the numbers of each system, then all
 * other sizes.
 */
export function sizeRank(value: string): number {
  const letter = ORDER.indexOf(value.split('/')[0]!)
  if (letter >= 0) return letter + (value.includes('/') ? 0.5 : 0)
  const [, system = '', number] = /^([a-z]*) ?(\d+(?:\.\d+)?)/.exec(value) ?? []
  const place = SYSTEM_ORDER.indexOf(system)
  return number === undefined || place < 0 ? Number.MAX_SAFE_INTEGER : 1_000 * (2 + place) + Number(number)
}

const ORDER = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '3xl', '4xl', '5xl', '6xl', 'one size']
const SYSTEM_ORDER = ['', 'us', 'uk', 'eu', 'w', 'fr', 'it', 'au', 'jp', 'ring']

function knownSize(label: string, { isRing, system }: SizeContext): string | null {
  const text = fold(label.replaceAll(/\s?½|\s1\/2/g, '.5').replaceAll(/(\d),(\d)/g, '$1.$2'))
  const whole = clean(text)
  if (isRing) return ringSize(whole)
  // text in brackets, or in a different size system, may repeat the same size
  const parts = [
    text,
    whole,
    clean(text.replaceAll(/[()[\]]/g, ' ')),
    clean(text.replaceAll(BRACKETS, ' ')),
    clean(text.split(/[/,;(]/)[0]!),
  ]
  for (const part of parts) {
    const found = rangeOf(part) ?? letterOf(part) ?? waistAndLength(part) ?? numberIn(part, system)
    if (found !== null) return found
  }
  return null
}

const clean = (text: string): string => text.replaceAll(FILLER, ' ').replaceAll(/\s+/g, ' ').trim()

const letterOf = (text: string): string | undefined => LETTERS.get(foldWords(text.replace(/^(?:us|eu|uk) (?=[a-z])/, '')))

function rangeOf(text: string): string | null {
  const [, from = '', to = ''] = /^([a-z0-9]+)\s?(?:[-–/]|to)\s?([a-z0-9]+)$/.exec(text) ?? []
  const [first, last] = [LETTERS.get(from), LETTERS.get(to)]
  return first && last ? `${first}/${last}` : null
}

/** Returns `w32 l34` for a waist and a length in inches. Does not accept two plain numbers, because `38/40` is a European range. */
function waistAndLength(text: string): string | null {
  const [, waist, length] =
    /^w\s?(\d{2})\s?[x/,]?\s?l\s?(\d{2})$/.exec(text) ??
    /^(\d{2})\s?w\s?[x/,]?\s?(\d{2})\s?l$/.exec(text) ??
    /^(\d{2})\s?x\s?(\d{2})$/.exec(text) ??
    []
  if (Number(waist) < 60 && Number(length) < 45) return `w${waist} l${length}`
  const [, only] = /^w\s?(\d{2})$/.exec(text) ?? /^(\d{2})\s?w$/.exec(text) ?? []
  return only ? `w${only}` : null
}

function numberIn(text: string, context: string | null): string | null {
  const [, before, number, after] = /^([a-z]{2,4})?[\s:.-]*(\d{1,3}(?:\.\d{1,2})?)\s?([a-z]{2,4})?$/.exec(text) ?? []
  if (number === undefined || (before !== undefined && after !== undefined)) return null
  const letters = before ?? after
  const system = letters === undefined ? context : (SYSTEMS.get(letters) ?? null)
  if (letters !== undefined && system === null) return null
  return system === 'cm' ? `${Number(number)} cm` : [system, String(Number(number))].filter(Boolean).join(' ')
}

function ringSize(text: string): string | null {
  const [, size] = /^(?:ring )?(?:(?:us|uk|eu) ?)?(\d{1,2}(?:\.\d{1,2})?|[a-z](?:\.5)?)(?: (?:us|uk|eu))?$/.exec(text) ?? []
  return size === undefined ? null : `ring ${/^\d/.test(size) ? Number(size) : size}`
}

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g
const FILLER =
  /\b(?:mens|men|womens|women|ladies|unisex|adults?|size|sz|fits?(?: like)?|approx(?:imately)?|about|label(?:led)?|tagged|regular|number|no)\b\.?/g
const NO_SIZE = new Set(['none', 'n a', 'na', 'unknown', 'not sure', 'see description', 'see photos', 'various', 'not known'])
/** Matches sizes that are displayed in capital letters. */
const NAMED =
  /^(?:x{0,3}s|m|l|x{1,2}l|[3-6]xl|(?:x{0,2}[sl]|m|[3-6]xl)\/(?:x{0,2}[sl]|m|[3-6]xl)|(?:eu|us|uk|fr|it|au|jp) [\d.]+|w\d{2}(?: l\d{2})?|[\d.]+)$/
