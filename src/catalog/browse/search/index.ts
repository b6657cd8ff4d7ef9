import type { Context } from '#platform/context/index.ts'
import { MARKET_CHANGES_KEPT_SECONDS } from './feed.ts'
import { forgetChanges } from './queries.ts'

const AT_ONCE = 1_000

/** Changes of the market that every index has seen, and that no snapshot of one needs any more. */
export const deleteOldMarketChanges = (ctx: Context): Promise<void> => forgetChanges(ctx.db, MARKET_CHANGES_KEPT_SECONDS, AT_ONCE)
