import { normalForm } from '#core/normal-form.ts'
import { MAX_PRICE_CENTS } from '#core/money.ts'
import { conditionOf } from './conditions.ts'

/** A used thing with a price, as far as the rules look at it. */
export type UsedPrice = { title: string; cents: number; condition: string | null; sold: boolean }

/** What comparables are held against: the identified name, with its brand. */
export type Wanted = { name: string; brand: string | null }

/** Prices that are amounts at all: whole cents above nothing, no higher than a listing may ask. */
export const priced = <T extends Pick<UsedPrice, 'cents'>>(rows: readonly T[]): T[] =>
  rows.filter(({ cents }) => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_PRICE_CENTS)

const FEW = 3

/**
 * The rows that are about the same thing (helper 2): no lots, parts, boxes or copies, nothing new, half of the wanted
 * words in the title (three tenths where fewer than three would be left), each once.
 */
export function comparable<T extends UsedPrice>(rows: readonly T[], wanted: Wanted): T[] {
  const sound = once(priced(rows).filter((row) => isWhole(row, wanted) && isUsed(row)))
  const words = wordsOf(`${wanted.brand ?? ''} ${wanted.name}`)
  if (words.size === 0) return sound
  const strict = sound.filter(({ title }) => shared(words, title) * 10 >= words.size * 5)
  return strict.length < FEW ? sound.filter(({ title }) => shared(words, title) * 10 >= words.size * 3) : strict
}

const OTHER_THINGS =
  /\b(?:job ?lots?|lots?|bundles?|for parts|parts only|repairs?|broken|replicas?|repro|reproductions?|box only|case only|manual only|empty box)\b/gi

/** A word that the wanted thing has in its own name ("repair kit") says nothing against a row. */
function isWhole({ title }: UsedPrice, { name }: Wanted): boolean {
  const own = name.toLowerCase()
  return [...title.matchAll(OTHER_THINGS)].every(([word]) => own.includes(word.toLowerCase()))
}

const isUsed = ({ condition }: UsedPrice): boolean => !['new', 'parts'].includes(conditionOf(condition))

const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'of', 'for', 'with', 'in', 'on', 'by', 'my', 'used', 'old'])

/** Words that tell one thing from another, folded. */
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

function once<T extends UsedPrice>(rows: readonly T[]): T[] {
  const seen = new Map(rows.map((row) => [`${row.cents} ${row.title.toLowerCase().trim()}`, row]))
  return [...seen.values()]
}
