import type { Person, Tx } from '#platform/context/index.ts'
import { payableCents } from '#commerce/offers/rules.ts'
import { PAY_WITHIN_MS } from '#commerce/orders/rules/order.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { commit } from '#identity/spend-limits/index.ts'
import { lockForSale, requireNotAway, type Buyable } from '#catalog/listings/index.ts'
import { startOrder } from '#commerce/orders/start.ts'
import { lockReceived, readReceived, requirePossible } from '#commerce/invitations/access.ts'
import { writeTaken } from '#commerce/invitations/answer.ts'
import type { ReceivedRow } from '#commerce/invitations/queries.ts'
import type { TakeInvitation } from '#commerce/invitations/schema.ts'
import { requireExpected } from './accept-offer.ts'
import { isBlocked, unavailable } from '#messaging/blocks/index.ts'
import { conflict } from '#platform/errors/index.ts'

/**
 * Accepts an invitation on behalf of the invited person. Orders the listing at the invitation's amount or, if lower, the current price, and
 * reserves the listing for 15 minutes (spec: completions 13.5). Helpers must not call this function. Errors: 400 `address`; 403 above the
 * key's spending limits; 404; 409 for the wrong status, for a different `expected_amount`, or if the listing is reserved; 409 `unavailable`
 * if one party has blocked the other; 409 `away` while the shop is away.
 */
export async function takeInvitation(tx: Tx, actor: Person, id: string, input: TakeInvitation): Promise<ReceivedRow> {
  const address = await addressForOrder(tx, actor, input.address)
  const found = await readReceived(tx, actor, id)
  const listing = await lockForSale(tx, found.listing_id)
  const blocked = await isBlocked(tx, actor.accountId, found.account_id)
  const row = await lockReceived(tx, actor, id)
  if (blocked) throw unavailable()
  requirePossible(tx, row, 'take')
  // fails only because of a bug, because invitations close when their listing is no longer for sale
  if (listing?.status !== 'live' || listing.visibility === 'hidden' || listing.shop_paused || listing.shop_visibility === 'private')
    throw conflict('This listing is no longer for sale.')
  requireNotAway(tx, listing)
  const buyable = listing as Buyable
  const itemCents = payableCents({ agreedCents: row.amount_cents, priceCents: buyable.price_cents })
  requireExpected(itemCents, input.expected_amount)
  const { row: order } = await startOrder(tx, {
    listing: buyable,
    buyerId: actor.accountId,
    itemCents,
    offerId: null,
    hold: undefined,
    address,
    payWithinMs: PAY_WITHIN_MS,
  })
  await commit(tx, actor, order.id, order.item_cents + order.shipping_cents)
  return writeTaken(tx, row, actor, order.id)
}
