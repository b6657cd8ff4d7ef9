import type { Context } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { helpersMayAct, holdHelpersMayAct } from './queries.ts'

/**
 * Every helper calls this before it asks and again before each write (completions 9, brake). In a transaction the brake
 * cannot be pulled between this and the commit; call it first, before other locks. Errors: ProviderError `refused`.
 */
export async function requireNoBrake(ctx: Context, accountId: string): Promise<void> {
  const may = ctx.db.isTransaction ? await holdHelpersMayAct(ctx.db, accountId) : await helpersMayAct(ctx.db, accountId)
  if (!may) throw new ProviderError('helpers', 'refused', 'The owner has stopped all helpers of this account.')
}
