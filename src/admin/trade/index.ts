import type { Core, Operator } from '#platform/context/index.ts'
import { tradeDays, type TradeDay } from '#commerce/statements/index.ts'
import { rangeOf } from './rules.ts'
import type { ReadTrade } from './schema.ts'

/**
 * Returns the trade figures for each day of the period and of the preceding period of the same length, oldest first. The ledger is the
 * source of all amounts.
 */
export const readTrade = (ctx: Core, _operator: Operator, { days }: ReadTrade): Promise<TradeDay[]> =>
  tradeDays(ctx.db, rangeOf(ctx.now(), days))
