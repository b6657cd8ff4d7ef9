import type { Context } from '#platform/context.ts'
import { CHANGES_KEPT_SECONDS } from '#platform/changes.ts'
import { forgetChanges } from './queries.ts'

const AT_ONCE = 1_000

/** Changes of the market that every index has seen. */
export const sweepChanges = (ctx: Context): Promise<void> => forgetChanges(ctx.db, CHANGES_KEPT_SECONDS, AT_ONCE)
