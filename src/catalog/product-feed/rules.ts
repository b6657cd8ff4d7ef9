import { codePointLength } from '#core/text.ts'
import { attributeOf, keyOf } from '#catalog/listings/rules/fields.ts'
import type { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'

/** Facts about an item for shopping services and search engines, derived from the listing. */
export type MerchantFacts = {
  condition: MerchantCondition
  brand: string | null
  /** Colors of the item. Google permits at most three. */
  colors: readonly string[]
  size: string | null
  material: string | null
  gender: (typeof GENDERS)[number] | null
  ageGroup: (typeof AGE_GROUPS)[number] | null
  category: { id: number; path: string } | null
  /** Product number (GTIN) whose check digit is correct. */
  gtin: string | null
  mpn: string | null
}

// values that Google documents: support.google.com/merchants/answer/7052112
export const MERCHANT_CONDITIONS = ['new', 'refurbished', 'used'] as const
export type MerchantCondition = (typeof MERCHANT_CONDITIONS)[number]
export const GENDERS = ['male', 'female', 'unisex'] as const
export const AGE_GROUPS = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const

type Line = { label: string; value: string }

/** Extracts the facts from the title, the category and the public detail lines. */
export function merchantFacts({
  title,
  category,
  lines,
}: {
  title: string
  category: string | null
  lines: readonly Line[]
}): MerchantFacts {
  const stated = new Map(lines.map(({ label, value }) => [attributeOf(keyOf(label)), value.trim()]))
  const of = (...names: string[]): string | null => names.map((name) => stated.get(name)).find((value) => value) ?? null
  const whose = [of('gender', 'department', 'for'), title].filter((text) => text !== null)
  const gender = isWorn(category) ? firstOf(whose, GENDER_WORDS) : null
  return {
    condition: conditionOf(of('condition')),
    brand: known(of('brand'), 70),
    colors: colorsIn(of('color')),
    size: known(of('size'), 100),
    material: known(of('material', 'fabric'), 200),
    gender,
    ageGroup: ageGroupOf(of('age_group', 'age'), whose, category, gender !== null),
    category: GOOGLE_CATEGORIES[category as Category] ?? null,
    gtin: gtinIn(of('gtin', 'ean', 'upc', 'isbn', 'barcode')),
    mpn: known(of('mpn', 'model_number', 'part_number'), 70),
  }
}

type Category = (typeof MARKET_CATEGORIES)[number]

/** Maps the market's categories to Google's taxonomy (google.com/basepages/producttype/taxonomy-with-ids.en-US.txt). */
export const GOOGLE_CATEGORIES: Readonly<Record<Category, { id: number; path: string }>> = {
  Clothing: { id: 1604, path: 'Apparel & Accessories > Clothing' },
  Shoes: { id: 187, path: 'Apparel & Accessories > Shoes' },
  Bags: { id: 6551, path: 'Apparel & Accessories > Handbags, Wallets & Cases' },
  Home: { id: 536, path: 'Home & Garden' },
  Collectibles: { id: 216, path: 'Arts & Entertainment > Hobbies & Creative Arts > Collectibles' },
  Books: { id: 784, path: 'Media > Books' },
  Tech: { id: 222, path: 'Electronics' },
  Kids: { id: 537, path: 'Baby & Toddler' },
  Garden: { id: 2962, path: 'Home & Garden > Lawn & Garden' },
}

const isWorn = (category: string | null): boolean =>
  category === 'Clothing' || category === 'Shoes' || category === 'Bags' || category === 'Kids'

/** Returns `used` unless the text clearly states a different condition. */
function conditionOf(text: string | null): MerchantCondition {
  const words = (text ?? '').toLowerCase()
  if (/refurbished|renewed/.test(words)) return 'refurbished'
  const isNew = /^(?:brand )?new\b|unworn|unused|never (?:worn|used)/.test(words)
  return isNew && !/like new|as new|nearly|almost|new-ish|other|defect|open/.test(words) ? 'new' : 'used'
}

const NOTHING = /^(?:none|no|n\/?a|unknown|unbranded|no brand|not known|\?|-)$/i

const known = (text: string | null, max: number): string | null =>
  text === null || NOTHING.test(text) || codePointLength(text) > max ? null : text

const colorsIn = (text: string | null): string[] =>
  text === null
    ? []
    : text
        .split(/\s*(?:[/,;&]|\band\b)\s*/i)
        .filter((one) => one !== '' && one.length <= 40 && !NOTHING.test(one))
        .slice(0, 3)

const GENDER_WORDS = [
  [/\bunisex\b/i, 'unisex'],
  [/\b(?:wom[ae]n(?:[’']?s)?|ladies|female|girls?)\b/i, 'female'],
  [/\b(?:m[ae]n(?:[’']?s)?|male|boys?)\b/i, 'male'],
] as const

const AGE_WORDS = [
  [/\bnewborn\b/i, 'newborn'],
  [/\b(?:infant|baby|babies)\b/i, 'infant'],
  [/\btoddlers?\b/i, 'toddler'],
  [/\b(?:kids?|child|children|girls?|boys?|youth|junior)\b/i, 'kids'],
  [/\b(?:adults?|wom[ae]n(?:[’']?s)?|ladies|m[ae]n(?:[’']?s)?)\b/i, 'adult'],
] as const

function firstOf<T>(texts: readonly string[], words: readonly (readonly [RegExp, T])[]): T | null {
  for (const text of texts) {
    const found = words.find(([pattern]) => pattern.test(text))
    if (found) return found[1]
  }
  return null
}

function ageGroupOf(
  stated: string | null,
  whose: readonly string[],
  category: string | null,
  isOfAdults: boolean,
): MerchantFacts['ageGroup'] {
  if (!isWorn(category)) return null
  const found = firstOf(
    [stated, ...whose].filter((text) => text !== null),
    AGE_WORDS,
  )
  return found ?? (category === 'Kids' ? 'kids' : isOfAdults ? 'adult' : null)
}

/** Returns the product number in `text` if it has 8, 12, 13 or 14 digits and a correct check digit (GS1), and null otherwise. */
function gtinIn(text: string | null): string | null {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null
  const sum = [...digits.slice(0, -1)].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1)) ? digits : null
}
