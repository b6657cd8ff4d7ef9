import { decideListing, type ListingOperation } from '#catalog/listings/rules/listing.ts'
import { decideHold, type HoldActor, type HoldOperation } from '#commerce/holds/rules.ts'
import { decideOffer, type OfferActor, type OfferOperation } from '#commerce/offers/rules.ts'
import { decideOrder, type OrderFacts, type OrderOperation, type OrderParty } from '#commerce/orders/rules/order.ts'
import { decideReturn, type ReturnFacts, type ReturnOperation, type ReturnParty } from '#commerce/orders/rules/return.ts'
import { isUnfinished } from '#test/model/law/shared.ts'
import { byId, type Hold, type Model, type Offer, type Order } from '#test/model/world.ts'
import { NOW } from './state.ts'

/*
 * The service's own decisions about a state of the search: the state tables and conditions that src/ uses. Each function returns the next
 * status, or null for a refusal.
 */

/** A record whose status a rule changes. */
export type Subject = { of: 'listing' | 'offer' | 'hold' | 'order' | 'return'; id: string }

const date = (at: number | null): Date | null => (at === null ? null : new Date(at))
export const AT_NOW = new Date(NOW)

export const orderFacts = (o: Order): OrderFacts => ({
  status: o.status,
  pickup: o.pickup,
  pay_by: new Date(o.payBy),
  paid_at: date(o.paidAt),
  ship_by: date(o.shipBy),
  cancel_by: date(o.cancelBy),
  protect_until: date(o.protectUntil),
  offered_cents: o.offered,
  disputed_cents: o.disputed,
  all_back: o.refunded === o.item + o.shipping,
  bank_alone: o.bankAlone && o.wasSent,
  return_status: o.returned,
  return_by: date(o.returnBy),
})

const returnFacts = (o: Order): ReturnFacts => ({
  status: o.status,
  pickup: o.pickup,
  shipped_at: o.wasSent && !o.pickup ? AT_NOW : null,
  disputed_cents: o.disputed,
  return_status: o.returned,
  return_by: date(o.returnBy),
})

type Decision = { kind: string; to?: string }
const toOf = ({ kind, to }: Decision): string | null => (kind === 'move' ? to! : null)

export const order = (o: Order, operation: OrderOperation, by: OrderParty): string | null =>
  toOf(decideOrder(operation, by, orderFacts(o), AT_NOW))

export const returned = (o: Order, operation: ReturnOperation, by: ReturnParty): string | null =>
  toOf(decideReturn(operation, by, returnFacts(o), AT_NOW))

export function offer(w: Model, id: string, operation: OfferOperation, by: OfferActor): string | null {
  const { status, until } = byId(w.offers, id)!
  return toOf(decideOffer(operation, by, { status, expiresAt: new Date(until) }, AT_NOW))
}

export function hold(w: Model, id: string, operation: HoldOperation, by: HoldActor): string | null {
  const { status, until } = byId(w.holds, id)!
  return toOf(decideHold(operation, by, { status, until: new Date(until) }, AT_NOW))
}

/** Returns the status of an offer after its deadline. */
export const offerExpired = (status: Offer['status']): string | null =>
  toOf(decideOffer('expire', 'clock', { status, expiresAt: AT_NOW }, AT_NOW))

/** Returns the status of a hold after its deadline. A used hold waits for its order. */
export const holdOver = (status: Hold['status']): string | null =>
  status === 'used' ? status : toOf(decideHold('run_out', 'clock', { status, until: AT_NOW }, AT_NOW))

/** Returns `gone` for a deletion. An operation that leaves the listing as it is returns the current status. */
export function listing(w: Model, operation: ListingOperation): string | null {
  const [l] = w.listings
  const decision = decideListing(operation, {
    status: l!.status,
    title: 'Lamp',
    priceCents: l!.price,
    everSold: l!.everSold,
    hasUnfinishedOrder: isUnfinished(w, l!.id),
  })
  if (decision.kind === 'stay') return l!.status
  return decision.kind === 'remove' ? 'gone' : toOf(decision)
}

const TIMED = ['expire', 'cancel_by_silence', 'cancel_unshipped', 'refund_returned', 'end_window'] as const

/** Returns the status after the settlement worker processed an order, in the order of src/commerce/orders/deadlines.ts. */
export function settled(o: Order): string {
  if (returned(o, 'expire', 'service') !== null) return o.status
  for (const operation of TIMED) {
    const to = order(o, operation, 'service')
    if (to !== null) return to
  }
  return o.status
}

export function statusOf(w: Model, { of, id }: Subject): string | null {
  if (of === 'listing') return w.listings[0]!.gone ? 'gone' : w.listings[0]!.status
  if (of === 'offer') return byId(w.offers, id)!.status
  if (of === 'hold') return byId(w.holds, id)!.status
  return of === 'order' ? byId(w.orders, id)!.status : byId(w.orders, id)!.returned
}
