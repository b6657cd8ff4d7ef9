import type { TradeDay } from '#commerce/statements/rules.ts'

const DAY_MS = 86_400_000

/** Returns the first and the last day (UTC) of a range: the last `days` days including today, and the same number of days before them. */
export function rangeOf(now: Date, days: number): { first: string; last: string } {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  return { first: day(2 * days - 1), last: day(0) }
}

export type TradeSums = Omit<TradeDay, 'day'>

const NOTHING: TradeSums = { orders: 0, volumeCents: 0, feesCents: 0, refundsCents: 0, disputes: 0 }

/** Returns the sums of the trade figures over several days. */
export const sumOf = (days: readonly TradeDay[]): TradeSums =>
  days.reduce(
    (sum, day) => ({
      orders: sum.orders + day.orders,
      volumeCents: sum.volumeCents + day.volumeCents,
      feesCents: sum.feesCents + day.feesCents,
      refundsCents: sum.refundsCents + day.refundsCents,
      disputes: sum.disputes + day.disputes,
    }),
    NOTHING,
  )
