import { decodeEntities, piecesOf } from '#platform/browser/rules/html.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { clipAtWord, firstCodePoints, oneLine } from '#core/text.ts'
import type { DraftCells } from './table.ts'

const MAX_TITLE = 80
const MAX_DESCRIPTION = 5000

/** A description as plain text. `wasCut` is true if the text was shortened. */
export type Described = { text: string; wasCut: boolean }

/** Maximum length of the raw text in characters. 5,000 characters of text need far less, even with markup. */
const MAX_RAW_CHARS = 64 * 1024

/** Converts a description, which may contain HTML, to plain text in one pass. */
export function describe(raw: string): Described {
  const text = textOf(firstCodePoints(raw, MAX_RAW_CHARS))
  const shown = clipAtWord(text, MAX_DESCRIPTION)
  return { text: shown, wasCut: shown !== text || raw.length > MAX_RAW_CHARS }
}

/**
 * Shortens title and description to their limits. A title that is too long is cut between words, and appears in full above the description.
 * If the description is cut, `notes` says so. All variants of a product have the same `description`.
 */
export function shortenTexts(rawTitle: string, description: Described, notes: string[]): Pick<DraftCells, 'title' | 'description'> {
  const whole = oneLine(decodeEntities(firstCodePoints(rawTitle, MAX_RAW_TITLE)))
  const title = clipAtWord(whole, MAX_TITLE)
  if (title === whole) {
    if (description.wasCut) notes.push(CUT)
    return { ...(title ? { title } : {}), ...(description.text ? { description: description.text } : {}) }
  }
  notes.push(`The title was shortened to ${MAX_TITLE} characters. The full title is now above the description.`)
  const full = [whole, description.text].filter(Boolean).join('\n\n')
  const shown = clipAtWord(full, MAX_DESCRIPTION)
  if (description.wasCut || shown !== full) notes.push(CUT)
  return { title, description: shown }
}

/** Maximum length of a raw title in characters. No service permits longer titles. */
const MAX_RAW_TITLE = 1000
const CUT = `The description was shortened to ${MAX_DESCRIPTION} characters.`

function textOf(raw: string): string {
  if (!/<[a-z!]/i.test(raw)) return tidy(decodeEntities(raw))
  const parts = Array.from(piecesOf(raw), (piece) => (piece.kind === 'text' ? oneLineInside(piece.text) : BREAKS[piece.name]))
  return tidy(decodeEntities(parts.join('')))
}

const oneLineInside = (text: string): string => text.replaceAll(/\s+/g, ' ')

const BREAKS: Readonly<Record<string, string>> = {
  br: '\n',
  div: '\n',
  tr: '\n',
  li: '\n- ',
  p: '\n\n',
  ul: '\n',
  ol: '\n',
  table: '\n\n',
  h1: '\n\n',
  h2: '\n\n',
  h3: '\n\n',
  h4: '\n\n',
}

function tidy(text: string): string {
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .split('\n')
    .map((line) => line.trim())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}

/** Removes the currency sign and thousands separators. If the result is not a price, validation rejects it later. */
export const plainPrice = (text: string): string => text.replace(/^(?:US\s?|USD\s?)?\$?\s*/i, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '')

/** Parses a whole number. Returns null if the text is not a whole number. */
export const piecesIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** Converts eBay condition numbers, Google values and common terms to this service's conditions. Leaves unknown text unchanged. */
export function conditionSynonyms(text: string): string {
  const key = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
  return CONDITIONS[key] ?? oneLine(text)
}

// Condition names by source. eBay: developer.ebay.com, "Item condition ID and name values"; Google: support.google.com/merchants,
// "Condition [condition]".
const CONDITIONS: Readonly<Record<string, string>> = {
  '1000': 'New',
  '1500': 'New, other',
  '1750': 'New, with defects',
  '2000': 'Refurbished, certified',
  '2010': 'Refurbished, excellent',
  '2020': 'Refurbished, very good',
  '2030': 'Refurbished, good',
  '2500': 'Refurbished by the seller',
  '2750': 'Like new',
  '2990': 'Used, excellent',
  '3000': 'Used',
  '3010': 'Used, fair',
  '4000': 'Very good',
  '5000': 'Good',
  '6000': 'Acceptable',
  '7000': 'For parts or not working',
  new: 'New',
  'new other': 'New, other',
  'new with defects': 'New, with defects',
  'certified refurbished': 'Refurbished, certified',
  'excellent refurbished': 'Refurbished, excellent',
  'very good refurbished': 'Refurbished, very good',
  'good refurbished': 'Refurbished, good',
  'seller refurbished': 'Refurbished by the seller',
  'like new': 'Like new',
  'used excellent': 'Used, excellent',
  'used very good': 'Used, very good',
  'used good': 'Used, good',
  'used acceptable': 'Used, acceptable',
  used: 'Used',
  refurbished: 'Refurbished',
  'for parts or not working': 'For parts or not working',
}

/**
 * Maps a path like `Apparel & Accessories > Shoes > Boots` to a market category. Tries the last part of the path first. Returns undefined
 * for an unknown path; the owner then chooses the category.
 */
export function categoryFor(...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const part of path.split(/\s*[>:/]\s*/).toReversed()) {
      const exact = MARKET_CATEGORIES.find((name) => name.toLowerCase() === part.toLowerCase())
      const found = exact ?? CATEGORY_WORDS.find(([words]) => words.test(part))?.[1]
      if (found) return found
    }
  }
  return undefined
}

// Patterns for each category. The first pattern that matches determines the category.
const CATEGORY_WORDS: readonly (readonly [RegExp, (typeof MARKET_CATEGORIES)[number]])[] = [
  [/\b(?:kids|baby|babies|toddlers?|children|boys|girls|toys?|nursery|strollers?)\b/i, 'Kids'],
  [/\b(?:shoes?|boots?|sneakers?|sandals?|heels|loafers|trainers|footwear)\b/i, 'Shoes'],
  [/\b(?:bags?|handbags?|purses?|wallets?|backpacks?|luggage|totes?|suitcases?)\b/i, 'Bags'],
  [
    /\b(?:clothing|apparel|shirts?|tops|t-shirts?|dress|dresses|skirts?|jackets?|coats?|jeans|pants|trousers|sweaters?|knitwear)\b/i,
    'Clothing',
  ],
  [/\b(?:books?|textbooks?|magazines?|comics|novels?)\b/i, 'Books'],
  [
    /\b(?:electronics?|computers?|laptops?|tablets?|phones?|cell phones|cameras?|consoles?|video games?|audio|headphones|speakers?)\b/i,
    'Tech',
  ],
  [/\b(?:collectibles?|antiques?|coins?|stamps?|trading cards?|memorabilia|figurines?|vinyl|records)\b/i, 'Collectibles'],
  [/\b(?:home|furniture|kitchen|decor|lamps?|lighting|bedding|rugs?|tableware|cookware|chairs?|tables?|mirrors?|vases?)\b/i, 'Home'],
  [/\b(?:garden|patio|plants?|planters?|lawn)\b/i, 'Garden'],
]
