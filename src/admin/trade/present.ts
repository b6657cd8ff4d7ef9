import { dollarsFromCents } from '#core/money.ts'
import type { TradeDay } from '#commerce/statements/index.ts'
import { sumOf, type TradeSums } from './rules.ts'

const presentSums = ({ orders, volumeCents, feesCents, refundsCents, disputes }: TradeSums) => ({
  orders,
  volume: dollarsFromCents(volumeCents),
  fees: dollarsFromCents(feesCents),
  refunds: dollarsFromCents(refundsCents),
  disputes,
})

/**
 * Builds the API view of the trade figures. The first half of `rows` is the preceding period, and the second half is the current period.
 * Includes the totals of both periods.
 */
export function presentTrade(rows: readonly TradeDay[]) {
  const days = rows.length / 2
  const [before, data] = [rows.slice(0, days), rows.slice(days)]
  return {
    object: 'trade' as const,
    days,
    total: presentSums(sumOf(data)),
    before: presentSums(sumOf(before)),
    data: data.map((row) => ({ day: row.day, ...presentSums(row) })),
  }
}
