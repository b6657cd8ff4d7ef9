import type { Core } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { helpersMayAct, holdHelpersMayAct } from './queries.ts'

/**
 * Throws if the account has paused its helpers (spec: completions 9, brake). Every helper calls this function before each model call and
 * each write. In a transaction, it locks the account until the commit, so that `brake` cannot be set. Call it before taking other locks.
 * Errors: ProviderError `refused`.
 */
export async function requireNotPaused(ctx: Core, accountId: string): Promise<void> {
  const may = ctx.db.isTransaction ? await holdHelpersMayAct(ctx.db, accountId) : await helpersMayAct(ctx.db, accountId)
  if (!may) throw new ProviderError('helpers', 'refused', 'The owner has paused all helpers of this account.')
}
