import type { Context, Core } from '#platform/context/index.ts'
import { isLive } from '#core/tenant.ts'
import { shippingCentsOf, type Shipping } from '#core/shipping.ts'
import { statusAt as offerStatusAt } from '#commerce/offers/rules.ts'
import { presentCard, type Card } from '#catalog/browse/index.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { shippingOfFacts, totalOf, type Facts } from './facts.ts'
import { discountParts } from './lines.ts'
import type { CheckoutRow } from './queries.ts'
import { failureOf, stateOf } from './state.ts'
import { discountTotal, lineId, lineTotals } from './totals.ts'

/** Returns a checkout in the protocol's format, without the envelope that `src/ucp` adds. */
export function presentCheckout(ctx: Context, facts: Facts) {
  const { row, lines, offer, order } = facts
  const { status, messages, at } = stateOf(ctx, facts)
  const failure = failureOf(facts)
  const all = failure ? [...messages, failure] : messages
  const isOver = status === 'completed' || status === 'canceled'
  return {
    id: row.id,
    status,
    currency: 'USD',
    line_items: linesOf(ctx, facts),
    ...(row.buyer && { buyer: row.buyer }),
    totals: totalsOf(row),
    ...(all.length === 0 ? {} : { messages: all }),
    links: [
      { type: 'terms_of_service', url: `${ctx.config.publicUrl}/terms` },
      { type: 'privacy_policy', url: `${ctx.config.publicUrl}/privacy` },
    ],
    expires_at: row.expires_at.toISOString(),
    ...(isOver ? {} : { continue_url: at ?? pageOf(ctx, lines) }),
    fulfillment: fulfillmentOf(facts),
    ...(offer && { offer: { id: offer.id, status: offerStatusAt({ status: offer.status, expiresAt: offer.expires_at }, ctx.now()) } }),
    handler: handlerOf(ctx, facts),
    ...(status === 'completed' && order ? { order: confirmationOf(ctx, order) } : {}),
  }
}

/** Returns the record that the protocol calls the order: our order for a single item, or our purchase for several items. */
const confirmationOf = ({ urls }: Core, { id, purchase_id: purchaseId }: OrderRow) =>
  purchaseId === null ? { id, permalink_url: urls.order('buyer', id) } : { id: purchaseId, permalink_url: urls.purchase(purchaseId) }

/** Returns the URL of the page on which the buyer can buy these items. */
export function pageOf({ config, urls }: Core, lines: readonly { card: Card | null }[]): string {
  const cards = lines.flatMap(({ card }) => (card ? [card] : []))
  const [first] = cards
  if (!first) return `${config.publicUrl}/`
  const together = cards.filter(({ shop }) => shop.id === first.shop.id).map(({ id }) => id)
  return together.length === 1 ? first.url! : urls.bundle(first.shop.slug, together)
}

const handlerOf = ({ payments, testPayments }: Context, { actor: { tenant } }: Facts) =>
  (isLive(tenant) ? payments : testPayments)?.name ?? null

function linesOf(ctx: Core, { row, lines }: Facts) {
  const discounts = discountParts(row)
  return lines.map(({ id, title, cents, card }, index) => {
    const image = card && presentCard(ctx, card).photo
    return {
      id: lineId(index),
      item: { id, title, price: cents, ...(image && { image_url: image }) },
      quantity: 1,
      totals: lineTotals(cents, discounts[index]!),
    }
  })
}

/** Computes the totals. Excludes shipping if the buyer and the seller agree on its price in messages. */
export const totalsOf = (row: Pick<CheckoutRow, 'item_cents' | 'discount_cents' | 'shipping_cents'>) => [
  { type: 'subtotal', amount: row.item_cents },
  ...discountTotal(row.discount_cents ?? 0),
  ...(row.shipping_cents === null
    ? []
    : [{ type: 'fulfillment', display_text: row.shipping_cents === 0 ? 'Pickup' : 'Shipping', amount: row.shipping_cents }]),
  { type: 'total', amount: totalOf(row) },
]

/** Returns the only fulfillment method and its only option. Both depend on the listing, so the buyer cannot choose a carrier. */
function fulfillmentOf(facts: Facts) {
  const line_item_ids = facts.lines.map((_, index) => lineId(index))
  const shipping = shippingOfFacts(facts)
  const type = shipping.kind === 'pickup' ? 'pickup' : 'shipping'
  const destinations =
    shipping.kind === 'pickup'
      ? [pickupLocation(shipping)]
      : facts.row.destination
        ? [{ ...facts.row.destination, id: facts.row.destination.id || 'address' }]
        : []
  return {
    methods: [
      {
        id: type,
        type,
        line_item_ids,
        destinations,
        selected_destination_id: destinations[0]?.id ?? null,
        groups: [{ id: 'parcel', line_item_ids, options: [optionOf(shipping)], selected_option_id: 'only' }],
      },
    ],
  }
}

/** Returns the pickup location. It has no name, because the protocol's address schema would apply to a destination with a name. */
const pickupLocation = ({ place: location }: Extract<Shipping, { kind: 'pickup' }>) => ({
  id: 'place',
  ...(location !== null && { address_locality: location }),
})

const TITLES = { ask: 'Shipping by agreement', pickup: 'Pickup', sent: 'Shipping' } as const

const optionOf = (shipping: Shipping) => ({
  id: 'only',
  title: TITLES[shipping.kind],
  totals: [{ type: 'total', amount: shippingCentsOf(shipping) ?? 0 }],
})
