import type { Core } from '#platform/context/index.ts'
import type { BatchResult } from '#platform/jobs/periodic.ts'
import { MARKET_CHANGES_RETENTION_SECONDS } from './feed.ts'
import { forgetChanges } from './queries.ts'

const AT_ONCE = 1_000

/** Deletes changes that no index or snapshot needs any longer. */
export const deleteOldMarketChanges = (ctx: Core): Promise<BatchResult> => forgetChanges(ctx.db, MARKET_CHANGES_RETENTION_SECONDS, AT_ONCE)
