import type { Viewer } from '#web/framework/answer.ts'
import {
  api,
  type PageRequest,
  call,
  centsOf,
  type Hold,
  type Invitation,
  type Offer,
  type Order,
  type SavedAddress,
} from '#web/framework/page/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { OrderStatus } from '#commerce/orders/rules/order.ts'
import { depositFor } from '#commerce/holds/rules.ts'
import { shippingCentsOf, shippingOfRecord, type Shipping } from '#core/shipping.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { openInvitation } from './invitation-item.tsx'
import { openCounter } from './offer-form.tsx'
import { readCardChoice, type CardChoice } from './pay-buttons.tsx'

/** The state of a purchase for one buyer. */
export type Sale = {
  listingId: string
  title: string
  shop: string
  tone: string | null
  card: Card | undefined
  shipping: Shipping
  itemCents: number
  /**
   * Paid deposit that counts toward the price, in cents. If there is an order, this is the order's deposit, otherwise the deposit of the
   * paid hold.
   */
  depositCents: number
  order: Order | null
  hold: Hold | null
  quotedDepositCents: number | null
  /** The buyer's latest order for this listing, if the order expired before payment; otherwise null. */
  expired: Order | null
  bought: Order | null
  /** The seller's open counteroffer, if it is below the price on this page; otherwise null. */
  counter: Offer | null
  invitation: Invitation | null
  /** Reason why the buyer cannot buy the item now, or null. */
  closed: string | null
  lastAddress: Order['address']
  /** The buyer's stored addresses, the default first. */
  addresses: readonly SavedAddress[]
  cards: CardChoice
}

const HAVING: readonly OrderStatus[] = ['paid', 'shipped', 'delivered', 'problem']

/** Returns the buyer's unpaid order for a listing, or null. */
export async function unfinishedOrder(ctx: Context, viewer: Person, listingId: string): Promise<Order | null> {
  const { data } = await call(ctx, viewer, api.listOrders, { query: { role: 'buyer', status: 'awaiting_payment', limit: '100' } })
  return data.find(({ listing }) => listing.id === listingId) ?? null
}

/** Reads the state of a purchase. Errors: 404 if the buyer cannot see the listing and has not ordered it. */
export async function readSale(ctx: Context, viewer: Viewer, listingId: string): Promise<Sale> {
  const member = viewer.kind === 'anonymous' || viewer.guest ? null : viewer
  const [{ recent, held, addresses }, cards] = await Promise.all([readOwn(ctx, viewer, member), readCardChoice(ctx, viewer)])
  const ofThis = recent.filter(({ listing }) => listing.id === listingId)
  const order = ofThis.find(({ status }) => status === 'awaiting_payment') ?? null
  const hold = held.find(({ listing, status }) => listing.id === listingId && status === 'active') ?? null
  const lastAddress = order?.address ?? recent.find(({ address }) => address !== null)?.address ?? null
  if (order) {
    const [card] = await market.cardsByIds(ctx, viewer, [listingId])
    return {
      listingId,
      title: order.listing.title,
      shop: order.shop.name,
      tone: card?.shop.tone ?? null,
      card,
      shipping: shippingOfRecord(order),
      itemCents: centsOf(order.item),
      depositCents: centsOf(order.deposit),
      order,
      hold: null,
      quotedDepositCents: null,
      expired: null,
      bought: null,
      counter: null,
      invitation: null,
      closed: null,
      lastAddress,
      addresses,
      cards,
    }
  }
  const card = await market.readListing(ctx, viewer, listingId)
  const reserved = await reservedFor(ctx, listingId)
  return {
    listingId,
    title: card.title ?? 'A listing',
    shop: card.shop.name,
    tone: card.shop.tone,
    card,
    shipping: card.shipping,
    itemCents: card.priceCents ?? 0,
    depositCents: centsOf(hold?.deposit ?? 0),
    order: null,
    hold,
    quotedDepositCents: member && card.takesDeposit && !hold && !reserved ? depositFor(card.priceCents ?? 0) : null,
    expired: ofThis[0]?.status === 'expired' ? ofThis[0] : null,
    bought: ofThis.find(({ status }) => HAVING.includes(status)) ?? null,
    counter: member && (await openCounter(ctx, member, listingId)),
    invitation: member && (await openInvitation(ctx, member, listingId)),
    closed: closedBecause(viewer, card, reserved, ofThis),
    lastAddress,
    addresses,
    cards,
  }
}

/** Reads the viewer's orders, deposits and addresses. A guest has only orders. An anonymous user has none of these records. */
async function readOwn(
  ctx: Context,
  viewer: Viewer,
  member: Person | null,
): Promise<{ recent: readonly Order[]; held: readonly Hold[]; addresses: readonly SavedAddress[] }> {
  if (viewer.kind === 'anonymous') return { recent: [], held: [], addresses: [] }
  const [{ data: recent }, { data: held }, { data: addresses }] = await Promise.all([
    call(ctx, viewer, api.listOrders, { query: { role: 'buyer', limit: '100' } }),
    member ? call(ctx, member, api.listHolds, { query: { role: 'buyer', limit: '100' } }) : NONE,
    member ? call(ctx, member, api.listAddresses) : NONE,
  ])
  return { recent, held, addresses }
}

const NONE = { data: [] } as const

/** Reads the purchase state for the listing in the page's URL. */
export const loadSale = ({ ctx, c, viewer }: PageRequest<Viewer>): Promise<Sale> => readSale(ctx, viewer, c.req.param('listing')!)

function closedBecause(
  viewer: Viewer,
  card: Card,
  reserved: { buyerId: string; by: 'order' | 'hold' } | null,
  orders: readonly Order[],
): string | null {
  const accountId = viewer.kind === 'anonymous' ? null : viewer.accountId
  if (card.seller.id === accountId) return 'This is your own listing, so you cannot buy it.'
  // only buyers who started an order need to know that they were not charged
  const charged = orders.some(({ payment, deposit }) => payment === 'unpaid' && deposit === 0) ? ' You were not charged.' : ''
  if (card.status === 'sold') return `This item has been sold.${charged}`
  if (card.status !== 'live') return `This item is not for sale.${charged}`
  if (reserved && reserved.buyerId !== accountId)
    return `This item is reserved for another buyer. If they do not pay in time, it goes back on sale, so check again later.${charged}`
  return null
}

/** Returns the price plus shipping, in cents, without deducting a paid deposit. */
export const totalCents = ({ itemCents, shipping }: Sale): number => itemCents + (shippingCentsOf(shipping) ?? 0)

export const dueCents = (sale: Sale): number => Math.max(0, totalCents(sale) - sale.depositCents)
