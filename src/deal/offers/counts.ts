import type { Context } from '#platform/context.ts'
import * as queries from './queries.ts'
import type { OfferCounts } from './queries.ts'

const NONE: OfferCounts = { offers: 0, offers_waiting: 0 }

/** interface, listing `stats`: offers ever made, and those that wait for the owner, for any number of listings in one go. */
export async function offersOn(ctx: Context, listingIds: readonly string[]): Promise<(listingId: string) => OfferCounts> {
  const counts = await queries.countOffers(ctx.db, listingIds, ctx.now())
  return (id) => counts.get(id) ?? NONE
}

/** interface, shop `stats`: offers that wait for its owner. */
export const offersWaitingIn = (ctx: Context, shop: { id: string; owner_id: string }): Promise<number> =>
  queries.countWaitingInShop(ctx.db, shop.owner_id, shop.id, ctx.now())
