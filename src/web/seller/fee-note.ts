import { dollarsText } from '#core/format/money.ts'
import { feeCentsOf, feePercentOf, type Fees } from '#core/fees.ts'

const EXAMPLE_PRICE = 100

/** Tells sellers the fee of a sale in this category, with an example in dollars. `price`: the price in dollars, or null for an example. */
export function feeNote(fees: Fees, category: string | null, price: number | null): string {
  const percent = feePercentOf(fees, category)
  if (percent === 0) return 'Selling this item is free. You get the full price.'
  const example = price ?? EXAMPLE_PRICE
  const fee = feeCentsOf(fees, category, Math.round(example * 100)) / 100
  return `The fee is ${percent}% of the price. For a price of ${dollarsText(example)}, the fee is ${dollarsText(fee)} and you get ${dollarsText(example - fee)}.`
}
