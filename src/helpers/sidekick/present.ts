import { dollarsFromCents } from '#domain/money.ts'
import { presentComparable } from '#helpers/research/present.ts'
import type { Check } from './index.ts'

const dollars = (cents: number | null): number | null => (cents === null ? null : dollarsFromCents(cents))

/** completions 9, shopping_check. `price` is what the score was held against. */
export const presentCheck = ({ thing, link, image, costCents, newCents, resaleCents, comparables, score }: Check) => ({
  object: 'shopping_check' as const,
  product: { name: thing.name, brand: thing.brand, category: thing.category, image, link },
  price: dollars(costCents),
  new_price: dollars(newCents),
  comparables: comparables.map(presentComparable),
  resale_price: dollars(resaleCents),
  score: score?.score ?? null,
  verdict: score?.verdict ?? null,
  note: score === null ? whyNot(costCents, resaleCents) : null,
})

function whyNot(costCents: number | null, resaleCents: number | null): string {
  if (resaleCents === null) return 'Not enough to go on: no second-hand prices were found.'
  return costCents === null ? 'Not enough to go on: say what it costs.' : 'What costs nothing has nothing to lose.'
}
