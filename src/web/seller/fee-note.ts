import { dollarsText } from '#core/format/money.ts'
import { feeCentsOf, feePercentOf, type Fees } from '#core/fees.ts'

const EXAMPLE_PRICE = 100

/**
 * Tells sellers the fee for a sale in this category, with an example in dollars. `price`: the price in dollars, or null to use an example
 * price.
 */
export function feeNote(fees: Fees, category: string | null, price: number | null): string {
  const percent = feePercentOf(fees, category)
  if (percent === 0) return 'No fee: you get the full price.'
  const example = price ?? EXAMPLE_PRICE
  const fee = feeCentsOf(fees, category, Math.round(example * 100)) / 100
  return `Fee ${percent}%: of ${dollarsText(example)}, you get ${dollarsText(example - fee)}.`
}
