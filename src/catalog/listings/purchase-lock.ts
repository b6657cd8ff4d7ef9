import type { Person, Tx } from '#platform/context/index.ts'
import { listingSeen, viewerOf } from '#catalog/browse/rules/market.ts'
import { conflict, notSeen } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import * as queries from './purchase-lock/queries.ts'
import type { SaleListing } from './purchase-lock/queries.ts'

export type { SaleListing } from './purchase-lock/queries.ts'

/** A live listing that somebody can buy: title, price and link are there. */
export type Buyable = SaleListing & { status: 'live'; title: string; price_cents: number; link: string }

/**
 * Locks a listing until the transaction ends: the first lock of every verb that sells, so that all of them take
 * theirs in one order (listing, offer, order, hold, thread). Null when there is none.
 */
export const lockForSale = async (tx: Tx, listingId: string): Promise<SaleListing | null> =>
  (isIdOf('lst', listingId) ? await queries.lockForSale(tx.db, listingId) : undefined) ?? null

/**
 * The same lock for an offer or an order, named by its id; reads nothing. With an account, only for what is between it and
 * another: a stranger's request waits for nobody. Gives the id of the listing, null when it is gone.
 */
export const lockListingOf = async (tx: Tx, about: queries.About, id: string, accountId: string | null = null): Promise<string | null> =>
  (await queries.lockListingOf(tx.db, about, id, accountId)) ?? null

/** A listing that `lockListingOf` locked, as it is now. */
export const readForSale = async (tx: Tx, listingId: string): Promise<SaleListing | null> =>
  (await queries.findForSale(tx.db, listingId)) ?? null

/**
 * The same for a buyer; `param` is where they named it. Errors: 404 for what they may not see, 409 for their own, for a sold one, and for one in a
 * paused shop.
 */
export async function lockForBuyer(
  tx: Tx,
  buyer: Pick<Person, 'accountId' | 'world'>,
  listingId: string,
  param?: string,
): Promise<Buyable> {
  const listing = await lockForSale(tx, listingId)
  const viewer = listing ? viewerOf({ id: listing.owner_id, world: listing.world }, buyer) : 'elsewhere'
  if (!listing || !listingSeen({ visibility: listing.shop_visibility, paused: listing.shop_paused }, listing, viewer).read)
    throw notSeen('listing', param)
  if (viewer === 'owner') throw conflict('This listing is your own: you cannot buy it or make an offer on it.')
  if (listing.status !== 'live') throw conflict('This listing is already sold.')
  return listing as Buyable
}
