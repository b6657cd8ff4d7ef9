import type { Context } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Whether an order on a listing is neither completed nor undone (completions 4, relist; 11, delete). */
export const hasUnfinishedOrder = async (ctx: Context, listingId: string): Promise<boolean> =>
  (await queries.unfinishedOrderOf(ctx.db, listingId, ctx.now())) !== undefined

/** For whom a listing is kept: the buyer of its unfinished order, or of its active hold. Null when it is free. */
export async function reservedFor(ctx: Context, listingId: string): Promise<{ buyerId: string; by: 'order' | 'hold' } | null> {
  return reservedBy(await queries.reservationOn(ctx.db, listingId, ctx.now()))
}

/** The same from what a statement read already. */
export function reservedBy({ orderedBy, heldBy }: queries.Reservation): { buyerId: string; by: 'order' | 'hold' } | null {
  if (orderedBy !== null) return { buyerId: orderedBy, by: 'order' }
  return heldBy === null ? null : { buyerId: heldBy, by: 'hold' }
}

/** Whether an account buys or sells something that is not finished (completions 3, closing). */
export const hasUnfinishedOrdersOf = (ctx: Context, accountId: string): Promise<boolean> =>
  queries.hasUnfinishedOf(ctx.db, accountId, ctx.now())

/** Whether a shop has an order past its payment (completions 4, "has sales"), or one that still waits for it. */
export const shopHasOrders = (ctx: Context, shopId: string): Promise<boolean> => queries.hasSalesIn(ctx.db, shopId, ctx.now())
