import type { Context } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Returns the number of a shop's offers that wait for the owner (spec: interface, shop `stats`). */
export const offersWaitingIn = (ctx: Context, shop: { id: string; owner_id: string }): Promise<number> =>
  queries.countWaitingInShop(ctx.db, shop.owner_id, shop.id, ctx.now())
