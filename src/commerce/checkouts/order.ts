import type { OrderStatus } from '#commerce/orders/rules/order.ts'
import { minorUnits } from '#ucp/rules.ts'
import type { presentOrder } from '#commerce/orders/present.ts'

export type BuyersOrder = ReturnType<typeof presentOrder>

type Urls = { order(role: 'buyer', id: string): string }

const SENT: readonly OrderStatus[] = ['shipped', 'delivered', 'completed']
const EVENTS: Partial<Record<OrderStatus, string>> = { shipped: 'shipped', delivered: 'delivered' }

/** Returns an order in the format of the protocol, without the envelope. Uses the order id when `checkoutId` is null. */
export function orderOf(urls: Urls, order: BuyersOrder, checkoutId: string | null) {
  const line = `li_1`
  const [item, shipping, total, refunded] = [order.item, order.shipping ?? 0, order.total, order.refunded].map(minorUnits) as [
    number,
    number,
    number,
    number,
  ]
  const isUndone = ['cancelled', 'expired', 'refunded'].includes(order.status)
  const wasSent = order.timeline.some(({ status }) => SENT.includes(status))
  const isFulfilled = wasSent && !isUndone
  const quantity = { original: 1, total: isUndone ? 0 : 1, fulfilled: isFulfilled ? 1 : 0 }
  return {
    id: order.id,
    checkout_id: checkoutId ?? order.id,
    permalink_url: urls.order('buyer', order.id),
    currency: 'USD',
    line_items: [
      {
        id: line,
        item: {
          id: order.listing.id,
          title: order.listing.title,
          price: item,
          ...(order.listing.photo && { image_url: order.listing.photo }),
        },
        quantity,
        totals: [
          { type: 'subtotal', amount: item },
          { type: 'total', amount: item },
        ],
        status: isUndone ? 'removed' : isFulfilled ? 'fulfilled' : 'processing',
      },
    ],
    fulfillment: {
      ...(isUndone ? {} : { expectations: [expectationOf(order, line)] }),
      events: eventsOf(order, line),
    },
    adjustments: adjustmentsOf(order, refunded),
    totals: [
      { type: 'subtotal', amount: item },
      ...(order.shipping === null ? [] : [{ type: 'fulfillment', display_text: order.pickup ? 'Pickup' : 'Shipping', amount: shipping }]),
      { type: 'total', amount: total },
    ],
  }
}

function expectationOf({ address, pickup, pickup_place: location, ship_by: shipBy, status }: BuyersOrder, line: string) {
  const description =
    status === 'paid' && shipBy !== null && !pickup ? `Ships by ${shipBy.slice(0, 10)}` : pickup ? 'Pickup from the seller' : undefined
  return {
    id: 'exp_1',
    line_items: [{ id: line, quantity: 1 }],
    method_type: pickup ? 'pickup' : 'shipping',
    destination: pickup ? (location === null ? {} : { address_locality: location }) : destinationOf(address),
    ...(description && { description }),
  }
}

const destinationOf = (address: BuyersOrder['address']) =>
  address === null
    ? {}
    : {
        first_name: address.name,
        street_address: address.line1,
        ...(address.line2 && { extended_address: address.line2 }),
        address_locality: address.city,
        ...(address.state && { address_region: address.state }),
        postal_code: address.postal_code,
        address_country: address.country,
      }

const eventsOf = ({ id, timeline, tracking }: BuyersOrder, line: string) =>
  timeline.flatMap(({ at, status }) => {
    const type = EVENTS[status]
    if (type === undefined) return []
    return [
      {
        id: `${id}_${status}`,
        occurred_at: at,
        type,
        line_items: [{ id: line, quantity: 1 }],
        ...(tracking.number && { tracking_number: tracking.number }),
        ...(tracking.url && { tracking_url: tracking.url }),
        ...(tracking.carrier && { carrier: tracking.carrier }),
      },
    ]
  })

function adjustmentsOf({ id, timeline, updated_at: at, problem }: BuyersOrder, refunded: number) {
  const cancelled = timeline.find(({ status }) => status === 'cancelled')
  return [
    ...(problem ? [{ id: `${id}_problem`, type: 'dispute', occurred_at: problem.reported_at, status: 'pending' as const }] : []),
    ...(cancelled ? [{ id: `${id}_cancelled`, type: 'cancellation', occurred_at: cancelled.at, status: 'completed' as const }] : []),
    ...(refunded === 0
      ? []
      : [
          {
            id: `${id}_refund`,
            type: 'refund',
            occurred_at: at,
            status: 'completed' as const,
            totals: [{ type: 'total', amount: -refunded }],
          },
        ]),
  ]
}
