import type { Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Returns true if a listing has an unfinished order (spec: completions 4, relist; 11, delete). */
export const hasUnfinishedOrder = async (ctx: Core, listingId: string): Promise<boolean> =>
  (await queries.unfinishedOrderOf(ctx.db, listingId, ctx.now())) !== undefined

/** Returns the buyer who has an unfinished order or an active hold on the listing. Returns null if there is no such buyer. */
export async function reservedFor(ctx: Core, listingId: string): Promise<{ buyerId: string; by: 'order' | 'hold' } | null> {
  return reservedBy(await queries.reservationOn(ctx.db, listingId, ctx.now()))
}

/** Like `reservedFor`, but uses a row that the caller has already read. */
export function reservedBy({ orderedBy, heldBy }: queries.Reservation): { buyerId: string; by: 'order' | 'hold' } | null {
  if (orderedBy !== null) return { buyerId: orderedBy, by: 'order' }
  return heldBy === null ? null : { buyerId: heldBy, by: 'hold' }
}

/** Returns true if an account is a party to an unfinished order, as buyer or seller (spec: completions 3, closing). */
export const hasUnfinishedOrdersOf = (ctx: Core, accountId: string): Promise<boolean> =>
  queries.hasUnfinishedOf(ctx.db, accountId, ctx.now())

/** Returns true if a shop has an order that was ever paid (spec: completions 4, "has sales") or that awaits payment. */
export const shopHasOrders = (ctx: Core, shopId: string): Promise<boolean> => queries.hasSalesIn(ctx.db, shopId, ctx.now())
