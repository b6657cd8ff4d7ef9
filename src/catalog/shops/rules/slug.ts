import { normalForm } from '#core/normal-form.ts'
import { isReservedSlug } from './reserved-slugs.ts'
import { clipAtWord } from '#core/text.ts'

/**
 * Normalizes a slug, or returns the reason why it is invalid (spec: completions 4, Slug; reliability 5.10). `reason` completes a sentence
 * that starts with the field's name. Does not check whether the slug is already taken.
 */
export function parseShopSlug(raw: string): ParsedSlug {
  // Converts only A to Z to lowercase, because toLowerCase would also convert the Kelvin sign to k.
  const slug = raw.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (slug.length < 1 || slug.length > 32) return { ok: false, reason: 'must have 1 to 32 characters' }
  if (!DNS_LABEL.test(slug)) return { ok: false, reason: 'must have only letters a to z, digits and inner hyphens' }
  // Two hyphens at this position are reserved for encoded Unicode names (xn--), which browsers display as different letters.
  if (slug.startsWith('--', 2)) return { ok: false, reason: 'must not have hyphens as both its third and fourth character' }
  if (isReservedSlug(slug)) return { ok: false, reason: 'must be another word, because this one is reserved' }
  return { ok: true, slug }
}

export type ParsedSlug = { ok: true; slug: string } | { ok: false; reason: string }

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** Maximum length of a link, not counting a suffix like `-2` or `-3`. */
export const MAX_LINK_LENGTH = 60

/** Converts a title to a listing's slug. A title without letters or digits becomes `item` (spec: completions 4, Link). */
export function linkFromTitle(title: string): string {
  const words = normalForm(title, 'NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELT_OUT[letter]!)
    .replace(/[\p{M}'’]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return clipAtWord(words, MAX_LINK_LENGTH).replaceAll(' ', '-') || 'item'
}

/** Replacements for letters that Unicode normalization (NFKD) does not decompose. */
const SPELT_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Paths that a shop's pages use or may use later. No listing can have such a link. */
const RESERVED_LINKS = [
  'about',
  'app',
  'atom',
  'checkout',
  'embed',
  'feed',
  'follow',
  'healthz',
  'help',
  'media',
  'offline',
  'readyz',
  'reviews',
  'search',
  'sign-in',
  'sign-out',
  'static',
  'v1',
]

/** Returns `count` links, starting with number `first`. Link 1 is `base`; every other link ends with its number, such as `-2`. */
export const linksToTry = (base: string, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => (first + n === 1 ? base : `${base}-${first + n}`))

/** Returns the first link that the shop has never used, or undefined if there is none (spec: completions 4, Link). */
export function firstFreeLink(tried: readonly string[], taken: Iterable<string>): string | undefined {
  const used = new Set([...RESERVED_LINKS, ...taken])
  return tried.find((link) => !used.has(link))
}
