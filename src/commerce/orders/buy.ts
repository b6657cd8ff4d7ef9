import type { Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { PAY_WITHIN_MS } from '#commerce/orders/rules/order.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { commit, requireUnderLimit } from '#identity/spend-limits/index.ts'
import { lockForEveryBuyer, requireNotAway, type Buyable } from '#catalog/listings/index.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { useHold } from '#commerce/holds/use.ts'
import { isBlocked, unavailable } from '#messaging/blocks/index.ts'
import { conflict, type ApiError } from '#platform/errors/index.ts'
import type { CreateOrder } from './schema.ts'
import { startOrder, type Started } from './start.ts'

/**
 * Orders a listing at its price and reserves it for 15 minutes (spec: completions 7). Errors: 400 `address`; 404; 403 `amount` if the total
 * exceeds the key's spending limits; 409 if the total differs from the expected total, or if the listing is reserved; 409 `unavailable` if
 * one party has blocked the other; 409 `away` while the shop is away.
 */
export async function buyListing(tx: Tx, actor: Person, input: CreateOrder): Promise<Started> {
  const address = await addressForOrder(tx, actor, input.address)
  const listing = await lockForEveryBuyer(tx, actor, input.listing, 'listing')
  // a buyer with a paid hold can order even if the seller has blocked the buyer or is away, because otherwise the deposit would be lost
  const blocked = await isBlocked(tx, actor.accountId, listing.owner_id)
  if ((blocked || isAway(listing.shop_away_until, tx.now())) && !(await useHold(tx, actor.accountId, listing.id))) {
    if (blocked) throw unavailable()
    requireNotAway(tx, listing)
  }
  const totalCents = listing.price_cents + (listing.shipping_cents ?? 0)
  requireUnderLimit(actor, totalCents)
  if (input.expected_total !== undefined && input.expected_total !== totalCents) throw otherTotal(listing, totalCents)
  const started = await startOrder(tx, {
    listing,
    buyerId: actor.accountId,
    itemCents: listing.price_cents,
    offerId: null,
    hold: input.hold,
    address,
    payWithinMs: PAY_WITHIN_MS,
  })
  await commit(tx, actor, started.row.id, totalCents)
  return started
}

function otherTotal({ price_cents, shipping_cents }: Buyable, totalCents: number): ApiError {
  const shipping = shippingText(shippingOf(shipping_cents))
  const parts = totalCents === price_cents ? `. ${shipping}` : `: ${priceText(price_cents)}, and ${shipping}`
  return conflict(`The total is now ${priceText(totalCents)}${parts}. Check it before you buy.`, 'expected_total')
}
