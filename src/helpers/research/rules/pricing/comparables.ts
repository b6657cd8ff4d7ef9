import { normalForm } from '#core/normal-form.ts'
import { MAX_PRICE_CENTS } from '#core/money.ts'
import { CONDITIONS, conditionOf } from './conditions.ts'

export type UsedPrice = { title: string; cents: number; condition: string | null; sold: boolean }

export type ItemName = { name: string; brand: string | null }

/** Keeps comparables with a price in whole cents that is positive and at most the maximum price of a listing. */
export const priced = <T extends Pick<UsedPrice, 'cents'>>(rows: readonly T[]): T[] =>
  rows.filter(({ cents }) => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_PRICE_CENTS)

const FEW = 3

/**
 * Returns the comparables for the same item (spec: interface, helper 2). Omits lots, parts, boxes, copies, new items and duplicates. A
 * title must contain at least half of the words in the item's name. If fewer than three comparables would remain, three tenths of the words
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

/** True unless the title describes a part or a lot. Words in the item's own name ("repair kit") are ignored. */
function isWhole({ title }: UsedPrice, { name }: ItemName): boolean {
  const own = name.toLowerCase()
  return [...title.matchAll(OTHER_PRODUCTS)].every(([word]) => own.includes(word.toLowerCase()))
}

const isUsed = ({ condition }: UsedPrice): boolean => !['new', 'parts'].includes(conditionOf(condition))

const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'of', 'for', 'with', 'in', 'on', 'by', 'my', 'used', 'old'])

/** Returns the words in a string, without stop words, in lower case and without accents. */
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
 * Keeps one comparable for each combination of title and price. Prefers sold items, then items in better condition, so that the order of
 * the input does not matter.
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
