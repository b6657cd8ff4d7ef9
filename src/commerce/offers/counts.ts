import type { Person, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Returns the number of active offers that a buyer has made on the actor's listings. */
export const activeOffersFrom = (ctx: Core, actor: Pick<Person, 'accountId'>, buyerId: string): Promise<number> =>
  queries.countActiveFrom(ctx.db, actor.accountId, buyerId, ctx.now())
