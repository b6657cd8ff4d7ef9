import type { Person, Core } from '#platform/context/index.ts'
import type { FactorsRead } from './owner/present.ts'
import * as queries from './owner/queries.ts'
import { findApp } from './totp/queries.ts'

export { PasskeySession, SecondStep } from './owner/schema.ts'
export { presentSetup } from './owner/present.ts'

/**
 * Returns an account's authentication factors, and whether the account must have one. In public mode, every operator must have one (spec:
 * completions 12).
 */
export async function readFactors(ctx: Core, { accountId }: Person): Promise<FactorsRead> {
  const [owner, counts, app] = await Promise.all([
    queries.findOwner(ctx.db, accountId),
    queries.countFactors(ctx.db, accountId),
    findApp(ctx.db, accountId),
  ])
  return { counts, app: app?.confirmed_at ? app : null, required: ctx.config.mode === 'public' && owner?.is_operator === true }
}
