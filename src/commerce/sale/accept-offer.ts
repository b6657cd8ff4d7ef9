import type { Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { OFFER_PAY_MS } from '#commerce/offers/rules.ts'
import { commit, requireUnderLimit } from '#identity/spend-limits/index.ts'
import { requireNotAway, type Buyable, type SaleListing } from '#catalog/listings/index.ts'
import { startOrder } from '#commerce/orders/start.ts'
import { conflict } from '#platform/errors/index.ts'
import { unavailable } from '#messaging/blocks/index.ts'
import { isOfferBlocked, lockOffer, requireScopeOf } from '#commerce/offers/access.ts'
import { agreedCents } from '#commerce/offers/amount.ts'
import { requireTransition, write } from '#commerce/offers/transition.ts'
import type { OfferRow } from '#commerce/offers/queries.ts'

/**
 * Accepts an offer as the listing's owner, or a counteroffer as the buyer, and creates the order in the same transaction (spec: completions
 * 6). The order awaits payment for 24 hours and reserves the listing. Helpers must not call this function. Errors: 403 without the scope;
 * 403 if a buyer accepts a counteroffer above the key's spending limits; 404; 409 for the wrong status, party or `expected_amount`, or if
 * the listing is reserved for a different buyer; 409 `unavailable` if one party has blocked the other; 409 `away` if a buyer accepts while
 * the shop is away.
 */
export async function acceptOffer(
  tx: Tx,
  actor: Person,
  id: string,
  { expectedCents }: { expectedCents: number | undefined },
): Promise<OfferRow> {
  const blocked = await isOfferBlocked(tx, actor.accountId, id)
  const { row, party, listing } = await lockOffer(tx, actor.accountId, id)
  requireScopeOf(actor, party)
  if (blocked) throw unavailable()
  const change = requireTransition(tx, row, 'accept', party)
  const amountCents = agreedCents(row)
  if (party === 'buyer') requireUnderLimit(actor, amountCents)
  // accepting is allowed while the shop is away, but the owner must still ship in time
  if (party === 'buyer' && listing) requireNotAway(tx, listing)
  requireExpected(amountCents, expectedCents)
  const { row: order } = await startOrder(tx, {
    listing: requireForSale(listing),
    buyerId: row.buyer_id,
    itemCents: amountCents,
    offerId: row.id,
    hold: undefined,
    address: null,
    payWithinMs: OFFER_PAY_MS,
  })
  if (party === 'buyer') await commit(tx, actor, order.id, amountCents)
  return write(tx, row, { ...change, order_id: order.id }, party === 'buyer' ? ['seller', 'offer.updated'] : ['buyer', 'offer.accepted'])
}

/** Throws if the actual amount differs from the expected amount, if any. Errors: 409 `expected_amount`. */
export function requireExpected(amountCents: number, expectedCents: number | undefined): void {
  if (expectedCents === undefined || expectedCents === amountCents) return
  throw conflict(
    `expected_amount is ${priceText(expectedCents)}, but the amount is now ${priceText(amountCents)}. Check it and try again.`,
    'expected_amount',
  )
}

// fails only because of a bug, because offers close when their listing is no longer for sale
function requireForSale(listing: SaleListing | null): Buyable {
  if (listing?.status !== 'live' || listing.shop_paused || listing.shop_visibility === 'private')
    throw conflict('This listing is no longer for sale.')
  return listing as Buyable
}
