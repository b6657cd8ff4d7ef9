import { dollarsOrNull } from '#core/money.ts'
import { presentComparable } from '#helpers/research/present.ts'
import type { StoredComparable } from '#helpers/research/evidence.ts'
import type { Identification } from '#helpers/research/rules/pricing/identification.ts'
import type { ShoppingScore } from './rules.ts'

/** Result of a check, with amounts in cents. `score` is null without enough evidence. */
export type Check = {
  item: Identification
  link: string | null
  image: string | null
  costCents: number | null
  /** Source of the cost: the caller, the page, or the catalog price of a new item. */
  costFrom: 'you' | 'page' | 'catalog' | null
  newCents: number | null
  newFrom: 'page' | 'catalog' | null
  resaleCents: number | null
  comparables: StoredComparable[]
  score: ShoppingScore | null
}

/** Presents a check (spec: completions 9, shopping_check). `price` is the cost on which the score is based. */
export const presentCheck = ({ item, link, image, costCents, newCents, resaleCents, comparables, score }: Check) => ({
  object: 'shopping_check' as const,
  product: { name: item.name, brand: item.brand, category: item.category, image, link },
  price: dollarsOrNull(costCents),
  new_price: dollarsOrNull(newCents),
  comparables: comparables.map(presentComparable),
  resale_price: dollarsOrNull(resaleCents),
  score: score?.score ?? null,
  verdict: score?.verdict ?? null,
  note: score === null ? whyNot(costCents, resaleCents) : null,
})

function whyNot(costCents: number | null, resaleCents: number | null): string {
  if (resaleCents === null) return 'Not enough data: no second-hand prices were found.'
  return costCents === null ? 'Not enough data: enter a price.' : 'The item is free, so there is no cost to recover.'
}
