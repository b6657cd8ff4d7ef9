import type { Person, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Returns the number of a shop's offers that wait for the owner (spec: interface, shop `stats`). */
export const offersWaitingIn = (ctx: Core, shop: { id: string; owner_id: string }): Promise<number> =>
  queries.countWaitingInShop(ctx.db, shop.owner_id, shop.id, ctx.now())

/** Returns the number of active offers that a buyer has made to the actor. */
export const activeOffersFrom = (ctx: Core, actor: Person, buyerId: string): Promise<number> =>
  queries.countActiveFrom(ctx.db, actor.accountId, buyerId, ctx.now())
