import type { Person, Tx } from '#platform/context/index.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import { readOffer } from '#commerce/offers/index.ts'
import type { OfferRow } from '#commerce/offers/queries.ts'
import { visibleCards } from '#catalog/browse/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { quotePurchase } from '#commerce/purchases/create.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { destinationFor } from './destination.ts'
import { agreedOrder, offeredCents, shippingOfBought } from './facts.ts'
import { linesOf, problemsOfLines, type Line } from './lines.ts'
import type { CheckoutItem, Put } from './queries.ts'
import type { PutCheckout } from './schema.ts'

/**
 * Returns a checkout's items and price. Errors: 404 for an unknown item. 409 for the caller's own listing or a sold listing. 409
 * `unavailable` if one party has blocked the other. 400 `offer.id` or `address`. With several items, only unknown items and blocks cause
 * errors, and all other problems become messages in the checkout.
 */
export async function quoted(tx: Tx, actor: Person, input: PutCheckout): Promise<Put> {
  const quote =
    input.line_items.length > 1
      ? await quotedBundle(tx, actor, input)
      : ((await quotedByOrder(tx, actor, input)) ?? (await quotedByListing(tx, actor, input)))
  return {
    ...OF_ONE,
    ...quote,
    buyer: input.buyer ?? null,
    destination: await destinationFor(tx, actor, input),
    updated_at: tx.now(),
  }
}

type Quote = Pick<Put, 'listing_id' | 'offer_id' | 'title' | 'item_cents' | 'shipping_cents'>
const OF_ONE = { items: null, discount_cents: null }

/**
 * Returns the price of the order that resulted from an accepted offer. Later changes to the listing do not affect this price (spec:
 * completions 11).
 */
async function quotedByOrder(tx: Tx, actor: Person, { line_items: [line], offer: named }: PutCheckout): Promise<Quote | null> {
  const offer = named ? await offerOn(tx, actor, line!.item.id, named.id) : null
  const order = offer && (await agreedOrder(tx, offer))
  if (!order) return null
  const shipping_cents = shippingCentsOf(shippingOfBought(order))
  return { listing_id: line!.item.id, offer_id: offer.id, title: order.listing_title, item_cents: order.item_cents, shipping_cents }
}

/** Returns the price for a listing. Errors: 400 unless the offer is the buyer's own offer for this listing. */
async function quotedByListing(tx: Tx, actor: Person, { line_items: [line], offer: named }: PutCheckout): Promise<Quote> {
  const { id, title, price_cents, shipping_cents } = await lockForBuyer(tx, actor, line!.item.id, 'listing')
  const offer = named ? await offerOn(tx, actor, id, named.id) : null
  if (named && !offer)
    throw new ApiError('invalid_request', 'offer.id must be the id of the buyer’s own offer on this listing.', { param: 'offer.id' })
  const item_cents = (offer && offeredCents(tx, offer)) ?? price_cents
  return { listing_id: id, offer_id: offer?.id ?? null, title, item_cents, shipping_cents }
}

/**
 * Returns the items in a bundle, and their price as one purchase. While a line has a problem, there is no discount, and the shipping is the
 * sum of the known shipping prices. Errors: 404 `line_items[i]`; 400 `offer.id`; 409 `unavailable` if one party has blocked the other.
 */
async function quotedBundle(tx: Tx, actor: Person, { line_items, offer }: PutCheckout): Promise<Quote & Pick<Put, keyof typeof OF_ONE>> {
  if (offer) throw invalid('offer.id', 'offer.id is possible only in a checkout of one item, because an offer is for one listing.')
  const ids = line_items.map(({ item }) => item.id)
  const cards = new Map((await visibleCards(tx, actor, [...new Set(ids)])).map((card) => [card.id, card]))
  const items = ids.map((id, index): CheckoutItem => {
    const card = cards.get(id)
    if (!card) throw unknownLine(index)
    // a listing that the buyer can see has a title and a price
    return { id, title: card.title!, cents: card.priceCents! }
  })
  const lines = await linesOf(tx, actor, items)
  const isFit = problemsOfLines(lines, actor).length === 0
  const quote = isFit ? (await namedByLine(() => quotePurchase(tx, actor, { listings: ids }))).quote : null
  const [{ id: listing_id, title }] = items as [CheckoutItem]
  return {
    ...{ listing_id, offer_id: null, title, items },
    item_cents: items.reduce((sum, { cents }) => sum + cents, 0),
    discount_cents: quote?.discountCents ?? 0,
    shipping_cents: quote?.shippingCents ?? knownShipping(lines),
  }
}

/**
 * Runs a function that creates or pays for a purchase. If it throws an error, renames the error's parameter `listings[i]` to
 * `line_items[i]`.
 */
export async function namedByLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.param?.startsWith('listings[')) throw error
    const { type, message, param, headers, more } = error
    const line = param.replace('listings', 'line_items')
    throw new ApiError(type, message.replaceAll(param, line), { param: line, headers, more, cause: error })
  }
}

const unknownLine = (index: number): ApiError =>
  new ApiError('not_found', `line_items[${index}] is not a listing that the buyer can see. Remove it.`, {
    param: `line_items[${index}]`,
    more: { outcome: 'item_unavailable' },
  })

function knownShipping(lines: readonly Line[]): number | null {
  const known = lines.flatMap(({ card }) => (card?.shipping.kind === 'sent' ? [card.shipping.cents] : []))
  return known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0)
}

async function offerOn(tx: Tx, actor: Person, listingId: string, id: string): Promise<OfferRow | null> {
  const found = await readOffer(tx, actor, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  })
  return found?.party === 'buyer' && found.row.listing_id === listingId ? found.row : null
}
