import { normalForm } from '#core/normal-form.ts'
import { MAX_PRICE_CENTS } from '#core/money.ts'
import { CONDITIONS, conditionOf } from './conditions.ts'

export type UsedPrice = { title: string; cents: number; condition: string | null; sold: boolean }

export type ItemName = { name: string; brand: string | null }

/** Returns the comparables that have a valid price: a positive number of whole cents, up to the maximum price of a listing. */
export const priced = <T extends Pick<UsedPrice, 'cents'>>(rows: readonly T[]): T[] =>
  rows.filter(({ cents }) => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_PRICE_CENTS)

const FEW = 3

/**
 * Returns the comparables for the same item (spec: interface, helper 2). Omits lots, parts, boxes, copies, new items and duplicates. A
 * title must contain at least half of the words in the item's name. If this leaves fewer than three comparables, three tenths of the words
 * are enough.
 */
export function comparable<T extends UsedPrice>(rows: readonly T[], item: ItemName): T[] {
  const sound = once(priced(rows).filter((row) => isWhole(row, item) && isUsed(row)))
  const words = wordsOf(`${item.brand ?? ''} ${item.name}`)
  const strict = sound.filter(({ title }) => shared(words, title) * 10 >= words.size * 5)
  return strict.length < FEW ? sound.filter(({ title }) => shared(words, title) * 10 >= words.size * 3) : strict
}

const OTHER_PRODUCTS =
  /\b(?:job ?lots?|lots?|bundles?|for parts|parts only|repairs?|broken|replicas?|repro|reproductions?|box only|case only|manual only|empty box)\b/gi

/** Returns true unless the title describes a part or a lot. Ignores words that belong to the item's own name ("repair kit"). */
function isWhole({ title }: UsedPrice, { name }: ItemName): boolean {
  const own = name.toLowerCase()
  return [...title.matchAll(OTHER_PRODUCTS)].every(([word]) => own.includes(word.toLowerCase()))
}

const isUsed = ({ condition }: UsedPrice): boolean => !['new', 'parts'].includes(conditionOf(condition))

const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'of', 'for', 'with', 'in', 'on', 'by', 'my', 'used', 'old'])

/** Returns the words in a string in lower case, without accents and stop words. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    (
      normalForm(text, 'NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).filter((word) => !STOP_WORDS.has(word)),
  )

function shared(words: ReadonlySet<string>, title: string): number {
  const there = wordsOf(title)
  return [...words].filter((word) => there.has(word)).length
}

/**
 * Removes duplicates, that is, comparables with the same title and price. Prefers to keep sold items, then items in better condition, so
 * that the order of the input does not matter.
 */
function once<T extends UsedPrice>(rows: readonly T[]): T[] {
  const seen = new Map<string, T>()
  for (const row of rows) {
    const key = `${row.cents} ${row.title.toLowerCase().trim()}`
    const known = seen.get(key)
    if (!known || isPreferred(row, known)) seen.set(key, row)
  }
  return [...seen.values()]
}

const rank = ({ condition }: UsedPrice): number => CONDITIONS.findIndex((one) => one === conditionOf(condition))

const isPreferred = (row: UsedPrice, other: UsedPrice): boolean => (row.sold === other.sold ? rank(row) < rank(other) : row.sold)
