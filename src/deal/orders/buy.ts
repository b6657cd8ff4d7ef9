import type { Person, Tx } from '#platform/context.ts'
import { priceText } from '#domain/money.ts'
import { shippingOf, shippingWords } from '#domain/shipping.ts'
import { PAY_WITHIN_MS } from '#domain/order.ts'
import { commit, requireUnderLimit } from '#people/commitments/index.ts'
import { useHold } from '#deal/holds/use.ts'
import { lockForBuyer, type Buyable } from '#selling/listings/index.ts'
import { conflict, type ApiError } from '#platform/errors.ts'
import { expireOverdue } from './expire.ts'
import type { CreateOrder } from './schema.ts'
import { startOrder, type Sale } from './start.ts'

/**
 * A buyer orders at the asking price: the listing is theirs for 15 minutes (completions 7). Nothing is paid yet. Gives the
 * order's id. Errors: 404, 403 `amount` over the key's caps, 409 when the total is another than expected, or it is reserved.
 */
export async function buyListing(tx: Tx, actor: Person, input: CreateOrder): Promise<string> {
  const listing = await lockForBuyer(tx, actor, input.listing, 'listing')
  const totalCents = listing.price_cents + (listing.shipping_cents ?? 0)
  requireUnderLimit(actor, totalCents)
  if (input.expected_total !== undefined && input.expected_total !== totalCents) throw otherTotal(listing, totalCents)
  await expireOverdue(tx, listing.id)
  const id = await startOrder(tx, {
    listing,
    buyerId: actor.accountId,
    itemCents: listing.price_cents,
    offerId: null,
    hold: await holdFor(tx, actor, listing.id, input.hold),
    address: input.address ?? null,
    payWithinMs: PAY_WITHIN_MS,
  })
  await commit(tx, actor, id, totalCents)
  return id
}

/** The paid deposit that the buyer names, or says that they have. Errors: 409 `hold` when there is no such one. */
async function holdFor(tx: Tx, actor: Person, listingId: string, asked: CreateOrder['hold']): Promise<Sale['hold']> {
  if (asked === undefined || asked === false) return null
  const hold = await useHold(tx, actor.accountId, listingId)
  if (hold && (asked === true || hold.id === asked)) return hold
  throw conflict('You have no such paid hold on this listing.', 'hold')
}

const otherTotal = ({ price_cents, shipping_cents }: Buyable, totalCents: number): ApiError =>
  conflict(
    `The total is now ${priceText(totalCents)}: ${priceText(price_cents)}, and ${shippingWords(shippingOf(shipping_cents))}. Look again before you buy.`,
    'expected_total',
  )
