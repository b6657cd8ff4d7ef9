import type { Context, Core } from '#platform/context/index.ts'
import { isLive } from '#core/tenant.ts'
import { shippingCentsOf, type Shipping } from '#core/shipping.ts'
import { statusAt as offerStatusAt } from '#commerce/offers/rules.ts'
import { presentCard } from '#catalog/browse/index.ts'
import { shippingOfFacts, totalOf, type Facts } from './facts.ts'
import type { CheckoutRow } from './queries.ts'
import { failureOf, stateOf } from './state.ts'

const LINE = 'li_1'

/** Returns a checkout in the format of the protocol, without the envelope that `src/ucp` adds. */
export function presentCheckout(ctx: Context, facts: Facts) {
  const { row, card, offer, order } = facts
  const { status, messages, at } = stateOf(ctx, facts)
  const failure = failureOf(facts)
  const all = failure ? [...messages, failure] : messages
  const isOver = status === 'completed' || status === 'canceled'
  return {
    id: row.id,
    status,
    currency: 'USD',
    line_items: [lineOf(ctx, facts)],
    ...(row.buyer && { buyer: row.buyer }),
    totals: totalsOf(row),
    ...(all.length === 0 ? {} : { messages: all }),
    links: [
      { type: 'terms_of_service', url: `${ctx.config.publicUrl}/terms` },
      { type: 'privacy_policy', url: `${ctx.config.publicUrl}/privacy` },
    ],
    expires_at: row.expires_at.toISOString(),
    ...(isOver ? {} : { continue_url: at ?? (card ? card.url! : `${ctx.config.publicUrl}/`) }),
    fulfillment: fulfillmentOf(facts),
    ...(offer && { offer: { id: offer.id, status: offerStatusAt({ status: offer.status, expiresAt: offer.expires_at }, ctx.now()) } }),
    // a test tenant has its own payment handlers
    handler: handlerOf(ctx, facts),
    ...(status === 'completed' && order ? { order: { id: order.id, permalink_url: ctx.urls.order('buyer', order.id) } } : {}),
  }
}

const handlerOf = ({ payments, testPayments }: Context, { actor: { world: tenant } }: Facts) =>
  (isLive(tenant) ? payments : testPayments)?.name ?? null

function lineOf(ctx: Core, { row, card }: Facts) {
  const image = card && presentCard(ctx, card).photo
  return {
    id: LINE,
    item: { id: row.listing_id, title: row.title, price: row.item_cents, ...(image && { image_url: image }) },
    quantity: 1,
    totals: [
      { type: 'subtotal', amount: row.item_cents },
      { type: 'total', amount: row.item_cents },
    ],
  }
}

/** Computes the totals. Excludes shipping costs that buyer and seller agree on by message. */
export const totalsOf = (row: Pick<CheckoutRow, 'item_cents' | 'shipping_cents'>) => [
  { type: 'subtotal', amount: row.item_cents },
  ...(row.shipping_cents === null
    ? []
    : [{ type: 'fulfillment', display_text: row.shipping_cents === 0 ? 'Pickup' : 'Shipping', amount: row.shipping_cents }]),
  { type: 'total', amount: totalOf(row) },
]

/** Returns the single fulfillment method with its single option. The listing determines both; the buyer cannot choose a carrier. */
function fulfillmentOf(facts: Facts) {
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
        line_item_ids: [LINE],
        destinations,
        selected_destination_id: destinations[0]?.id ?? null,
        groups: [{ id: 'parcel', line_item_ids: [LINE], options: [optionOf(shipping)], selected_option_id: 'only' }],
      },
    ],
  }
}

/**
 * Returns the pickup location without a name, because a destination with a name would have to satisfy the address schema of the protocol.
 */
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
