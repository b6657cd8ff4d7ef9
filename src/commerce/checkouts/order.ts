import type { OrderStatus } from '#commerce/orders/rules/order.ts'
import { minorUnits } from '#ucp/rules.ts'
import type { presentOrder } from '#commerce/orders/present.ts'
import { discountTotal, lineId, lineTotals, type Total } from './totals.ts'

export type BuyersOrder = ReturnType<typeof presentOrder>

/** A purchase. Its orders have the same order as the lines in the checkout. Amounts are in cents. */
export type BuyersPurchase = {
  id: string
  discountCents: number
  shippingCents: number
  totalCents: number
  orders: readonly { order: BuyersOrder; discountCents: number }[]
}

type Urls = { order(role: 'buyer', id: string): string; purchase(id: string): string }

const SENT: readonly OrderStatus[] = ['shipped', 'delivered', 'completed']
const EVENTS: Partial<Record<OrderStatus, string>> = { shipped: 'shipped', delivered: 'delivered' }

/** Returns an order in the protocol's format, without the envelope. Without a `checkoutId`, the order's id takes its place. */
export function orderOf(urls: Urls, order: BuyersOrder, checkoutId: string | undefined) {
  const [item, shipping, total] = [order.item, order.shipping ?? 0, order.total].map(minorUnits) as [number, number, number]
  const lines = [{ order, line: lineId(0), discountCents: 0 }]
  return {
    ...headOf(order.id, checkoutId, urls.order('buyer', order.id)),
    ...contentOf(lines),
    totals: [
      { type: 'subtotal', amount: item },
      ...(order.shipping === null ? [] : [{ type: 'fulfillment', display_text: order.pickup ? 'Pickup' : 'Shipping', amount: shipping }]),
      { type: 'total', amount: total },
    ],
  }
}

/** Returns a purchase as one order in the protocol's format, without the envelope. Each of the purchase's orders becomes a line. */
export function orderOfPurchase(urls: Urls, purchase: BuyersPurchase, checkoutId: string | undefined) {
  const { id, discountCents, shippingCents, totalCents } = purchase
  const lines = purchase.orders.map((one, index) => ({ ...one, line: lineId(index) }))
  return {
    ...headOf(id, checkoutId, urls.purchase(id)),
    ...contentOf(lines),
    totals: [
      { type: 'subtotal', amount: totalCents - shippingCents + discountCents },
      ...discountTotal(discountCents),
      { type: 'fulfillment', display_text: 'Shipping', amount: shippingCents },
      { type: 'total', amount: totalCents },
    ],
  }
}

/** One of this service's orders, in its role as a line in the protocol's order. */
type Line = { order: BuyersOrder; line: string; discountCents: number }

const headOf = (id: string, checkoutId: string | undefined, permalink: string) => ({
  id,
  checkout_id: checkoutId ?? id,
  permalink_url: permalink,
  currency: 'USD',
})

const contentOf = (lines: readonly Line[]) => ({
  line_items: lines.map(lineOf),
  fulfillment: { expectations: expectationsOf(lines), events: eventsOf(lines) },
  adjustments: lines.flatMap((one) => adjustmentsOf(one, lines.length > 1)),
})

const isUndone = ({ status }: BuyersOrder): boolean => ['cancelled', 'expired', 'refunded'].includes(status)

function lineOf({ order, line, discountCents }: Line) {
  const price = minorUnits(order.item) + discountCents
  const undone = isUndone(order)
  const isFulfilled = !undone && order.timeline.some(({ status }) => SENT.includes(status))
  return {
    id: line,
    item: { id: order.listing.id, title: order.listing.title, price, ...(order.listing.photo && { image_url: order.listing.photo }) },
    quantity: { original: 1, total: undone ? 0 : 1, fulfilled: isFulfilled ? 1 : 0 },
    totals: lineTotals(price, discountCents),
    status: undone ? 'removed' : isFulfilled ? 'fulfilled' : 'processing',
  }
}

const quantityOf = ({ line }: Line) => ({ id: line, quantity: 1 })

/** Returns a single expectation for all items that have been or will be delivered, because they are shipped in one parcel. */
function expectationsOf(lines: readonly Line[]) {
  const expected = lines.filter(({ order }) => !isUndone(order))
  if (expected.length === 0) return []
  const [{ order }] = expected as [Line]
  const { address, pickup, pickup_place: location } = order
  const description = descriptionOf(expected)
  return [
    {
      id: 'exp_1',
      line_items: expected.map(quantityOf),
      method_type: pickup ? 'pickup' : 'shipping',
      destination: pickup ? (location === null ? {} : { address_locality: location }) : destinationOf(address),
      ...(description && { description }),
    },
  ]
}

function descriptionOf(lines: readonly Line[]): string | undefined {
  if (lines[0]!.order.pickup) return 'Pickup from the seller'
  const shipBy = lines.find(({ order }) => order.status === 'paid')?.order.ship_by
  return shipBy ? `Ships by ${shipBy.slice(0, 10)}` : undefined
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

/** Builds the events. Orders that were shipped in the same parcel at the same time share one event. */
function eventsOf(lines: readonly Line[]) {
  const steps = lines.flatMap((one) => one.order.timeline.map(({ at, status }) => ({ ...one, at, status })))
  const parcels = Map.groupBy(
    steps.filter(({ status }) => EVENTS[status]),
    ({ at, status, order }) => `${at} ${status} ${order.tracking.number}`,
  )
  return [...parcels.values()].map((parcel) => {
    const { at, status, order } = parcel[0]!
    const { number, url, carrier } = order.tracking
    return {
      id: `${order.id}_${status}`,
      occurred_at: at,
      type: EVENTS[status]!,
      line_items: parcel.map(quantityOf),
      ...(number && { tracking_number: number }),
      ...(url && { tracking_url: url }),
      ...(carrier && { carrier }),
    }
  })
}

/** Builds the adjustments. If the protocol's order has several lines, each adjustment names its item. */
function adjustmentsOf({ order: { id, timeline, updated_at: at, problem, refunded, listing, ...order }, line }: Line, isNamed: boolean) {
  const cancelled = timeline.find(({ status }) => status === 'cancelled')
  const refundedCents = minorUnits(refunded)
  const removed = ['cancelled', 'refunded'].includes(order.status)
  const about = isNamed ? { ...(removed && { line_items: [{ id: line, quantity: -1 }] }), description: listing.title } : {}
  const totals: Total[] = [{ type: 'total', amount: -refundedCents }]
  return [
    ...(problem ? [{ id: `${id}_problem`, type: 'dispute', occurred_at: problem.reported_at, status: 'pending' as const, ...about }] : []),
    ...(cancelled ? [{ id: `${id}_cancelled`, type: 'cancellation', occurred_at: cancelled.at, status: 'completed' as const, ...about }] : []), // prettier-ignore
    ...(refundedCents === 0 ? [] : [{ id: `${id}_refund`, type: 'refund', occurred_at: at, status: 'completed' as const, totals, ...about }]), // prettier-ignore
  ]
}
