import type { Person, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { ListHolds } from './schema.ts'

export { readHold } from './access.ts'

/** Lists the holds that the actor has as buyer or seller, newest first. */
export const listHolds = (ctx: Core, actor: Person, { role, limit, offset }: ListHolds) =>
  queries.pageOfHolds(ctx.db, { accountId: actor.accountId, role }, { limit, offset })

/** Returns true while the service holds a deposit that the account has paid or may receive (spec: completions 3, closing). */
export const hasHeldDeposit = (ctx: Core, accountId: string): Promise<boolean> => queries.hasHeldOf(ctx.db, accountId)
