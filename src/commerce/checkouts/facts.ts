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
import type { Card } from '#catalog/browse/index.ts'
import type { BundleQuote } from '#core/bundle.ts'
import { ApiError } from '#platform/errors/index.ts'
import { itemsOf, linesOf, problemsOfLines, quoteLines, type Line, type LineProblem } from './lines.ts'
import type { CheckoutRow } from './queries.ts'

export type Facts = {
  row: CheckoutRow
  actor: Person
  /** The lines of the checkout, in the order of the request. */
  lines: readonly Line[]
  /** The listing in the first line, or null if the buyer can no longer see it. */
  card: Card | null
  /** Problems with the lines of a bundle. Empty if the checkout has one item, and after the order has been created. */
  problems: readonly LineProblem[]
  /** Current price of a bundle. Null if the checkout has one item, while a line has a problem, and after the order has been created. */
  quote: BundleQuote | null
  offer: OfferRow | null
  /**
   * The unpaid order that resulted from the offer named in the checkout, if the seller accepted the offer. The checkout uses the price of
   * this order.
   */
  agreed: OrderRow | null
  /** The order that resulted from this checkout, if it is paid or awaits payment. For a bundle, one of the orders in the purchase. */
  order: OrderRow | null
  /** True if the listing is reserved for a different buyer. */
  reserved: boolean
  approval: Approval | null
}

/** Reads all facts that determine a checkout's state. */
export async function factsOf(ctx: Context, actor: Person, row: CheckoutRow): Promise<Facts> {
  const [lines, offer, order, latest] = await Promise.all([
    linesOf(ctx, actor, itemsOf(row)),
    row.offer_id === null ? null : offerOf(ctx, actor, row.offer_id),
    row.order_id === null ? null : findOrder(ctx, row.order_id),
    latestAbout(ctx, actor, { endpoint: 'completeCheckout', id: row.id }),
  ])
  const agreed = offer && (await agreedOrder(ctx, offer))
  const approval = latest && latest.created_at > row.updated_at.toISOString() ? latest : null
  const alive = order && isAlive(ctx, order) ? order : null
  const { card, reservation } = lines[0]!
  const reserved = reservation !== null && reservation.buyerId !== actor.accountId
  const isOpenBundle = row.items !== null && alive === null
  const problems = isOpenBundle ? problemsOfLines(lines, actor) : []
  const quote = isOpenBundle && problems.length === 0 ? await quoteLines(ctx, lines) : null
  return { row, actor, lines, card, problems, quote, offer, agreed, order: alive, reserved, approval }
}

/** Returns true if an order is paid or awaits payment. Checkouts ignore all other orders. */
const isAlive = (ctx: Core, order: OrderRow): boolean => order.paid_at !== null || orderStatusAt(order, ctx.now()) === 'awaiting_payment'

/** Returns the order for an accepted offer if the order awaits payment, and null otherwise. */
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

/**
 * Returns the price that the buyer can get through an offer: the amount of the counteroffer or of the accepted offer. Returns null for an
 * offer in any other status.
 */
export function offeredCents(ctx: Core, offer: OfferRow): number | null {
  const status = statusAt({ status: offer.status, expiresAt: offer.expires_at }, ctx.now())
  return status === 'countered' || status === 'accepted' ? agreedCents(offer) : null
}

/**
 * Returns the shipping for a checkout: the order's if there is an order, otherwise the listing's or, without a listing, the stored
 * shipping. A bundle is always one parcel, and the checkout stores its shipping.
 */
export function shippingOfFacts({ row, card, order, agreed }: Facts): Shipping {
  if (row.items !== null) return { kind: 'sent', cents: row.shipping_cents ?? 0 }
  const bought = order ?? agreed
  return bought ? shippingOfBought(bought) : (card?.shipping ?? shippingOf(row.shipping_cents))
}

export const shippingOfBought = ({ shipping_cents: cents, pickup, shop_location: location }: OrderRow): Shipping =>
  shippingOfOrder({ cents, pickup, place: location })

type Amounts = Pick<CheckoutRow, 'item_cents' | 'discount_cents' | 'shipping_cents'>

export const totalOf = ({ item_cents, discount_cents, shipping_cents }: Amounts): number =>
  item_cents - (discount_cents ?? 0) + (shipping_cents ?? 0)
