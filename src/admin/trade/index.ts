import type { Core, Operator } from '#platform/context/index.ts'
import { tradeDays, type TradeDay } from '#commerce/statements/index.ts'
import { rangeOf } from './rules.ts'
import type { ReadTrade } from './schema.ts'

/**
 * Returns the trade figures per day, oldest first, for the period and for the preceding period of the same length. All amounts come from
 * the ledger.
 */
export const readTrade = (ctx: Core, _operator: Operator, { days }: ReadTrade): Promise<TradeDay[]> =>
  tradeDays(ctx.db, rangeOf(ctx.now(), days))
