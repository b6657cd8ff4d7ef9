import { namedTimeText } from '#core/format/time.ts'
import type { Core, Person, Tx } from '#platform/context/index.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { listingSeen, viewerOf } from '#catalog/browse/rules/market.ts'
import { requireNotBlocked } from '#messaging/blocks/index.ts'
import { ApiError, conflict, notSeen } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import * as queries from './purchase-lock/queries.ts'
import type { SaleListing } from './purchase-lock/queries.ts'

export type { SaleListing } from './purchase-lock/queries.ts'

export type Buyable = SaleListing & { status: 'live'; title: string; price_cents: number; link: string }

/**
 * Locks a listing and returns it, or null if it does not exist. Every action that sells an item calls this function first (lock order:
 * listing, offer, order, hold, thread).
 */
export const lockForSale = async (tx: Tx, listingId: string): Promise<SaleListing | null> =>
  (await ifIdOf('lst', listingId, () => queries.lockForSale(tx.db, listingId))) ?? null

/**
 * Locks the listing of an offer or order, but does not read it. If an account is given, locks the listing only for the seller or the buyer,
 * so that a request from any other account never waits for the lock. Returns the listing id, or null if nothing was locked.
 */
export const lockListingOf = async (tx: Tx, about: queries.About, id: string, accountId: string | null = null): Promise<string | null> =>
  (await queries.lockListingOf(tx.db, about, id, accountId)) ?? null

/** Returns the listing that `lockListingOf` locked, or null if it does not exist. */
export const readForSale = async (tx: Tx, listingId: string): Promise<SaleListing | null> =>
  (await queries.findForSale(tx.db, listingId)) ?? null

/**
 * Locks a listing for a buyer. `param` is the name of the field that contains the id. Errors: 404 if the buyer may not see the listing. 409
 * for the buyer's own listing, a sold listing, and a listing in a paused shop. 409 `unavailable` if one party has blocked the other. 409
 * `away` while the shop is away.
 */
export async function lockForBuyer(
  tx: Tx,
  buyer: Pick<Person, 'accountId' | 'tenant'>,
  listingId: string,
  param?: string,
): Promise<Buyable> {
  const listing = await lockForEveryBuyer(tx, buyer, listingId, param)
  await requireNotBlocked(tx, buyer.accountId, listing.owner_id)
  requireNotAway(tx, listing)
  return listing
}

/** Rejects a deal while the shop is away. Errors: 409 `away`. */
export function requireNotAway(ctx: Core, { shop_away_until: until }: Pick<SaleListing, 'shop_away_until'>): void {
  if (!isAway(until, ctx.now())) return
  const message = `This shop is away until ${namedTimeText('moment', until)}. You can order or make an offer again then.`
  throw new ApiError('conflict', message, { code: 'away' })
}

/** Locks a listing like `lockForBuyer`, but does not check for blocks or for an absence of the shop. The caller must check both. */
export async function lockForEveryBuyer(
  tx: Tx,
  buyer: Pick<Person, 'accountId' | 'tenant'>,
  listingId: string,
  param?: string,
): Promise<Buyable> {
  const listing = await lockForSale(tx, listingId)
  const viewer = listing ? viewerOf({ id: listing.owner_id, tenant: listing.tenant }, buyer) : 'elsewhere'
  if (!listing || !listingSeen({ visibility: listing.shop_visibility, paused: listing.shop_paused }, listing, viewer).read)
    throw notSeen('listing', param)
  if (viewer === 'owner') throw conflict('This is your own listing. You cannot buy it or make an offer on it.')
  if (listing.status !== 'live') throw conflict('This listing is already sold.')
  return listing as Buyable
}
