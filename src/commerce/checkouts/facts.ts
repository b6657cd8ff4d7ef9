import type { Context, Person, Core } from '#platform/context/index.ts'
import { statusAt } from '#commerce/offers/rules.ts'
import { statusAt as orderStatusAt } from '#commerce/orders/rules/order.ts'
import { shippingOf, shippingOfOrder, type Shipping } from '#core/shipping.ts'
import { agreedCents } from '#commerce/offers/amount.ts'
import { readOffer } from '#commerce/offers/index.ts'
import type { OfferRow } from '#commerce/offers/queries.ts'
import { findOrder } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { latestAbout, type Approval } from '#identity/approvals/index.ts'
import { visibleCards, type Card } from '#catalog/browse/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { CheckoutRow } from './queries.ts'
import { reservedFor } from '#commerce/reservations/index.ts'

export type Facts = {
  row: CheckoutRow
  actor: Person
  /** The listing. Null when the buyer can no longer see it. */
  card: Card | null
  offer: OfferRow | null
  /** Unpaid order of the offer that the checkout names, if the offer was accepted. The checkout uses the price of this order. */
  agreed: OrderRow | null
  /** Order of this checkout, if it is paid or awaits payment. */
  order: OrderRow | null
  /** True when the listing is reserved for another buyer. */
  reserved: boolean
  approval: Approval | null
}

/** Reads everything that determines the state of a checkout. */
export async function factsOf(ctx: Context, actor: Person, row: CheckoutRow): Promise<Facts> {
  const [[card = null], offer, order, latest, reservation] = await Promise.all([
    visibleCards(ctx, actor, [row.listing_id]),
    row.offer_id === null ? null : offerOf(ctx, actor, row.offer_id),
    row.order_id === null ? null : findOrder(ctx, row.order_id),
    latestAbout(ctx, actor, { endpoint: 'completeCheckout', id: row.id }),
    reservedFor(ctx, row.listing_id),
  ])
  const agreed = offer && (await agreedOrder(ctx, offer))
  const approval = latest && latest.created_at > row.updated_at.toISOString() ? latest : null
  const reserved = reservation !== null && reservation.buyerId !== actor.accountId
  return { row, actor, card, offer, agreed, order: order && isAlive(ctx, order) ? order : null, reserved, approval }
}

/** Returns true for an order that is paid or awaits payment. Any other order counts as absent. */
const isAlive = (ctx: Core, order: OrderRow): boolean => order.paid_at !== null || orderStatusAt(order, ctx.now()) === 'awaiting_payment'

/** Returns the order of an accepted offer while it awaits payment, otherwise null. */
export async function agreedOrder(ctx: Core, { status, order_id: id }: OfferRow): Promise<OrderRow | null> {
  if (status !== 'accepted' || id === null) return null
  const order = await findOrder(ctx, id)
  return order && order.paid_at === null && isAlive(ctx, order) ? order : null
}

async function offerOf(ctx: Core, actor: Person, id: string): Promise<OfferRow | null> {
  try {
    return (await readOffer(ctx, actor, id)).row
  } catch (error) {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  }
}

/** Returns the buyer's price under an offer: the counteroffer or the agreed amount. Returns null for offers in other states. */
export function offeredCents(ctx: Core, offer: OfferRow): number | null {
  const status = statusAt({ status: offer.status, expiresAt: offer.expires_at }, ctx.now())
  return status === 'countered' || status === 'accepted' ? agreedCents(offer) : null
}

/** Returns the shipping from the order, or else from the listing, or else from the checkout itself. */
export function shippingOfFacts({ row, card, order, agreed }: Facts): Shipping {
  const bought = order ?? agreed
  return bought ? shippingOfBought(bought) : (card?.shipping ?? shippingOf(row.shipping_cents))
}

export const shippingOfBought = ({ shipping_cents: cents, pickup, shop_location: location }: OrderRow): Shipping =>
  shippingOfOrder({ cents, pickup, place: location })

export const totalOf = ({ item_cents, shipping_cents }: Pick<CheckoutRow, 'item_cents' | 'shipping_cents'>): number =>
  item_cents + (shipping_cents ?? 0)
