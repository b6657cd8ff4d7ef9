import { stockText, upperFirst } from '#web/framework/format.ts'
import { agreedOf, api, call, centsOf, dollarsText, type Offer, type Order } from '#web/framework/page/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { readOrderWithParty } from '#commerce/orders/index.ts'

/** A field that a request would change, with its values before and after the change. */
export type Change = { what: string; now: string; after: string }

type Stored = { endpoint?: unknown; params?: Record<string, unknown> | undefined; body?: Record<string, unknown> | undefined }

/**
 * Returns the changes that an approval would make to the current records. The list is empty if the changes cannot be predicted or if a
 * record is missing. The approval itself checks everything again.
 */
export async function changesOf(ctx: Context, owner: Person, request: Stored): Promise<Change[]> {
  const preview = typeof request.endpoint === 'string' ? PREVIEWS[request.endpoint] : undefined
  if (!preview) return []
  const id = textOf(request.params?.id ?? request.params?.slug, 'id')
  try {
    return await preview({ ctx, owner, id, body: request.body ?? {} })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return []
    throw error
  }
}

type PreviewInput = { ctx: Context; owner: Person; id: string; body: Record<string, unknown> }
type Preview = (at: PreviewInput) => Promise<Change[]>

const listingAt = ({ ctx, owner, id }: PreviewInput) => call(ctx, owner, api.getListing, { params: { id } })

const listingStatus =
  (after: string): Preview =>
  async (at) => {
    const listing = await listingAt(at)
    return [
      { what: listing.name, now: listing.status, after },
      ...(after === 'live' ? [{ what: 'Price', now: textOf(listing.price, 'price'), after: textOf(listing.price, 'price') }] : []),
    ]
  }

const offerStatus =
  (after: (offer: Offer, body: Record<string, unknown>) => string): Preview =>
  async (at) => {
    const offer = await call(at.ctx, at.owner, api.getOffer, { params: { id: at.id } })
    return [{ what: `Offer of ${dollarsText(offer.amount)} for ${offer.listing.title}`, now: offer.status, after: after(offer, at.body) }]
  }

const orderStatus =
  (after: (order: Order, body: Record<string, unknown>) => string): Preview =>
  async (at) => {
    const order = await call(at.ctx, at.owner, api.getOrder, { params: { id: at.id } })
    return [{ ...nowOf(order), after: after(order, at.body) }]
  }

const nowOf = (order: Order) => ({ what: `${order.listing.title}, ${dollarsText(order.total)}`, now: labelOf(order.status) })

/**
 * If the seller cancels a paid order, the part of the payment that has not been refunded yet goes back to the buyer. A buyer can only
 * request a cancellation. For an unpaid order, at most a deposit has been paid.
 */
function afterCancelling(order: Order, side: 'buyer' | 'seller'): string {
  if (order.status === 'awaiting_payment')
    return order.deposit === 0 ? 'cancelled, nothing is charged' : 'cancelled, the deposit is not refunded'
  return side === 'buyer'
    ? 'unchanged; the seller is asked to cancel, and after 72 hours without an answer the order is cancelled'
    : `cancelled, ${less(order.total, order.refunded)} goes back to the buyer`
}

const less = (dollars: number, gone: number): string => dollarsText((centsOf(dollars) - centsOf(gone)) / 100)

const PREVIEWS: Readonly<Record<string, Preview>> = {
  changeListing: async (at) => {
    const listing = await listingAt(at)
    const before = listing as unknown as Record<string, unknown>
    return Object.entries(at.body)
      .filter(([name]) => name in before && name !== 'fields')
      .map(([name, value]) => ({ what: labelOf(name), now: textOf(before[name], name), after: textOf(value, name) }))
  },
  createListing: async ({ body }) =>
    Object.entries(body)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => ({ what: labelOf(name), now: 'nothing', after: textOf(value, name) })),
  publishListing: listingStatus('live'),
  relistListing: listingStatus('live'),
  deleteListing: listingStatus('deleted, with its photos'),
  deleteShop: async (at) => {
    const { name, counts } = await call(at.ctx, at.owner, api.getShop, { params: { slug: at.id } })
    return [{ what: name, now: stockText(counts), after: 'deleted, with all its listings' }]
  },
  acceptOffer: offerStatus((offer) => `accepted at ${dollarsText(agreedOf(offer))}`),
  declineOffer: offerStatus(() => 'declined'),
  counterOffer: offerStatus((_, { amount }) => `countered at ${textOf(amount, 'amount')}`),
  payOrder: orderStatus((order) => `paid, ${less(order.total, order.deposit)}`),
  shipOrder: orderStatus(() => 'shipped'),
  cancelOrder: async ({ ctx, owner, id }) => {
    const { order, party: side } = await readOrderWithParty(ctx, owner, id)
    return [{ ...nowOf(order), after: afterCancelling(order, side) }]
  },
  refundOrder: orderStatus((order, { amount }) =>
    amount === undefined ? `refunded, ${less(order.total, order.refunded)} back` : `${textOf(amount, 'amount')} offered to the buyer`,
  ),
  sendMessage: async ({ body }) => [{ what: 'Message', now: 'not sent', after: textOf(body.text, 'text') }],
  startThread: async ({ body }) => [{ what: 'Message', now: 'not sent', after: textOf(body.text, 'text') }],
  makeOffer: async ({ body }) => [{ what: 'Offer', now: 'none', after: textOf(body.amount, 'amount') }],
}

const DOLLARS = new Set(['price', 'lowest_price', 'shipping', 'amount'])

function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (DOLLARS.has(name) && Number.isFinite(Number(value))) return dollarsText(Number(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const labelOf = (name: string): string => upperFirst(name.replaceAll('_', ' '))
