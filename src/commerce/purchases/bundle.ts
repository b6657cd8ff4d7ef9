import type { Person, Tx } from '#platform/context/index.ts'
import { quoteBundle } from '#core/bundle.ts'
import { shippingOf } from '#core/shipping.ts'
import { lockForBuyer, type Buyable } from '#catalog/listings/index.ts'
import { useHold } from '#commerce/holds/use.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import type { Bundle } from './present.ts'
import * as queries from './queries.ts'

/**
 * Locks the listings of a bundle, in the order of their ids, and computes the price of the bundle. Error messages name the listing as
 * `listings[i]`. Errors: 400 for a listing that occurs twice, is from a different shop, has no shipping price, or is for pickup; 404 for a
 * listing that the buyer may not see; 409 for a listing that is the buyer's own, is sold or reserved, or has a deposit paid by the buyer;
 * 409 `unavailable` if one party has blocked the other.
 */
export async function lockBundle(tx: Tx, actor: Person, ids: readonly string[]): Promise<Bundle> {
  refuseRepeated(ids)
  await queries.lockListings(tx.db, ids)
  const listings: Buyable[] = []
  for (const [index, id] of ids.entries()) listings.push(await named(index, () => lockForBuyer(tx, actor, id, paramOf(index))))
  for (const [index, listing] of listings.entries()) refuseUnfit(listing, listings[0]!, index)
  for (const [index, listing] of listings.entries()) await refuseReserved(tx, actor, listing, index)
  const { tiers, shipping } = await queries.bundleSettings(tx.db, listings[0]!.shop_id)
  const items = listings.map(({ id, price_cents: priceCents, shipping_cents: shippingCents }) => ({
    id,
    priceCents,
    shippingCents: shippingCents ?? 0,
  }))
  return { listings, tiers, shipping, quote: quoteBundle(items, { tiers, shipping }) }
}

/**
 * Runs `work` for one listing. If `work` throws a conflict without a code, for example for a sold item, adds the name of the field. Errors
 * with a code, such as `unavailable`, stay unchanged.
 */
export async function named<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.type === 'conflict' && error.code === undefined) throw conflict(error.message, paramOf(index))
    throw error
  }
}

const paramOf = (index: number): string => `listings[${index}]`

function refuseRepeated(ids: readonly string[]): void {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated !== -1) throw invalid(paramOf(repeated), `${paramOf(repeated)} repeats another listing. Each item exists only once.`)
}

function refuseUnfit(listing: Buyable, first: Buyable, index: number): void {
  const param = paramOf(index)
  if (listing.shop_id !== first.shop_id) throw invalid(param, `${param} is in another shop. All items of a purchase must be from one shop.`)
  const { kind } = shippingOf(listing.shipping_cents)
  if (kind === 'ask') throw invalid(param, `${param} has no shipping price yet. Ask the seller about shipping, and order it separately.`)
  if (kind === 'pickup') throw invalid(param, `${param} is for pickup only. Order it separately, because a purchase ships in one parcel.`)
}

/**
 * Rejects a listing that is reserved. Also rejects a listing on which the buyer has paid a deposit, because the deposit counts only toward
 * a separate order.
 */
async function refuseReserved(tx: Tx, { accountId }: Person, listing: Buyable, index: number): Promise<void> {
  if (await useHold(tx, accountId, listing.id))
    throw conflict('You have paid a deposit for this item. Buy it separately, so that the deposit counts toward its price.', paramOf(index))
  const reserved = await reservedFor(tx, listing.id)
  if (!reserved) return
  throw conflict(
    reserved.buyerId === accountId
      ? 'You already have an order on this listing. Pay it or cancel it.'
      : 'This listing is reserved for another buyer.',
    paramOf(index),
  )
}
