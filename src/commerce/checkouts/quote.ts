import type { Person, Tx } from '#platform/context/index.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import { readOffer } from '#commerce/offers/index.ts'
import type { OfferRow } from '#commerce/offers/queries.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { destinationFor } from './destination.ts'
import { agreedOrder, offeredCents, shippingOfBought } from './facts.ts'
import type { Put } from './queries.ts'
import type { PutCheckout } from './schema.ts'

/**
 * Returns the item and its price for a checkout. Errors: 404, 409 for the caller's own listing or a sold listing, 400 `offer.id` or
 * `address`.
 */
export async function quoted(tx: Tx, actor: Person, input: PutCheckout): Promise<Put> {
  return {
    ...((await quotedByOrder(tx, actor, input)) ?? (await quotedByListing(tx, actor, input))),
    buyer: input.buyer ?? null,
    destination: await destinationFor(tx, actor, input),
    updated_at: tx.now(),
  }
}

type Quote = Pick<Put, 'listing_id' | 'offer_id' | 'title' | 'item_cents' | 'shipping_cents'>

/**
 * Returns the price of the order that an accepted offer created. Later changes of the listing do not affect this price (spec: completions
 * 11).
 */
async function quotedByOrder(tx: Tx, actor: Person, { line_items: [line], offer: named }: PutCheckout): Promise<Quote | null> {
  const offer = named ? await offerOn(tx, actor, line!.item.id, named.id) : null
  const order = offer && (await agreedOrder(tx, offer))
  if (!order) return null
  const shipping_cents = shippingCentsOf(shippingOfBought(order))
  return { listing_id: line!.item.id, offer_id: offer.id, title: order.listing_title, item_cents: order.item_cents, shipping_cents }
}

/** Locks the listing and returns its price. Errors: 400 for an offer that is not the buyer's own offer on this listing. */
async function quotedByListing(tx: Tx, actor: Person, { line_items: [line], offer: named }: PutCheckout): Promise<Quote> {
  const { id, title, price_cents, shipping_cents } = await lockForBuyer(tx, actor, line!.item.id, 'listing')
  const offer = named ? await offerOn(tx, actor, id, named.id) : null
  if (named && !offer)
    throw new ApiError('invalid_request', 'offer.id must be the id of the buyer’s own offer on this listing.', { param: 'offer.id' })
  const item_cents = (offer && offeredCents(tx, offer)) ?? price_cents
  return { listing_id: id, offer_id: offer?.id ?? null, title, item_cents, shipping_cents }
}

/** Returns the buyer's own offer on a listing, or null. */
async function offerOn(tx: Tx, actor: Person, listingId: string, id: string): Promise<OfferRow | null> {
  const found = await readOffer(tx, actor, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  })
  return found?.party === 'buyer' && found.row.listing_id === listingId ? found.row : null
}
