import type { Person, Tx, Core } from '#platform/context/index.ts'
import type { Scope } from '#core/scopes.ts'
import { lockListingOf, readForSale, type SaleListing } from '#catalog/listings/index.ts'
import { isBlocked } from '#messaging/blocks/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import { lacksScope } from '#platform/http/run.ts'
import * as queries from './queries.ts'
import type { OfferRow } from './queries.ts'

/** The two parties to an offer. An account is never both, because users cannot make offers on their own listings. */
export type OfferParty = 'owner' | 'buyer'

export const offerPartyOf = (row: OfferRow, accountId: string): OfferParty => (row.seller_id === accountId ? 'owner' : 'buyer')

/**
 * Returns an offer if the actor is its buyer or seller. Errors: 404, with the same message whether the offer belongs to other accounts or
 * does not exist.
 */
export async function readOffer(ctx: Core, actor: Person, id: string): Promise<{ row: OfferRow; party: OfferParty }> {
  return own(await ifIdOf('off', id, () => queries.findOffer(ctx.db, actor.accountId, id)), actor.accountId)
}

/** Locks an offer, after its listing. `listing` is null if the listing was deleted. Errors: 404. */
export async function lockOffer(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ row: OfferRow; party: OfferParty; listing: SaleListing | null }> {
  if (!isIdOf('off', id)) throw notFound('offer')
  const listingId = await lockListingOf(tx, 'offers', id, accountId)
  const listing = listingId === null ? null : await readForSale(tx, listingId)
  return { ...own(await queries.lockOffer(tx.db, id, accountId), accountId), listing }
}

/**
 * Returns true if one party has blocked the other, in which case the offer must not be accepted. Call this function before `lockOffer`,
 * because the code that blocks a user locks in the same order: accounts, then offers.
 */
export async function isOfferBlocked(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await ifIdOf('off', id, () => queries.findOffer(tx.db, accountId, id))
  return row !== undefined && isBlocked(tx, row.seller_id, row.buyer_id)
}

function own(row: OfferRow | undefined, accountId: string): { row: OfferRow; party: OfferParty } {
  if (!row) throw notFound('offer')
  return { row, party: offerPartyOf(row, accountId) }
}

const SCOPE: Record<OfferParty, Scope> = { owner: 'offers', buyer: 'buying' }

/** Checks that the key has the scope that the actor's role in the offer requires. Errors: 403. */
export function requireScopeOf(actor: Person, party: OfferParty): void {
  if (!actor.scopes.includes(SCOPE[party])) throw lacksScope([SCOPE[party]])
}
