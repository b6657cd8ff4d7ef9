import type { Context } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** True when a listing has an order that is neither completed nor undone (completions 4, relist; 11, delete). */
export const hasUnfinishedOrder = async (ctx: Context, listingId: string): Promise<boolean> =>
  (await queries.unfinishedOrderOf(ctx.db, listingId, ctx.now())) !== undefined

/** Returns the buyer of the unfinished order or active hold. Null when the listing is free. */
export async function reservedFor(ctx: Context, listingId: string): Promise<{ buyerId: string; by: 'order' | 'hold' } | null> {
  return reservedBy(await queries.reservationOn(ctx.db, listingId, ctx.now()))
}

/** Returns the same from a row that was already read. */
export function reservedBy({ orderedBy, heldBy }: queries.Reservation): { buyerId: string; by: 'order' | 'hold' } | null {
  if (orderedBy !== null) return { buyerId: orderedBy, by: 'order' }
  return heldBy === null ? null : { buyerId: heldBy, by: 'hold' }
}

/** True when an account buys or sells in an unfinished order (completions 3, closing). */
export const hasUnfinishedOrdersOf = (ctx: Context, accountId: string): Promise<boolean> =>
  queries.hasUnfinishedOf(ctx.db, accountId, ctx.now())

/** True when a shop has a paid order (completions 4, "has sales"), or one that awaits payment. */
export const shopHasOrders = (ctx: Context, shopId: string): Promise<boolean> => queries.hasSalesIn(ctx.db, shopId, ctx.now())
