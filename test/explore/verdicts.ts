import { decideListing, type ListingOperation } from '#catalog/listings/rules/listing.ts'
import { decideHold, type HoldActor, type HoldOperation } from '#commerce/holds/rules.ts'
import { decideOffer, type OfferActor, type OfferOperation } from '#commerce/offers/rules.ts'
import { decideOrder, type OrderFacts, type OrderMoney, type OrderOperation, type OrderParty } from '#commerce/orders/rules/order.ts'
import { decideReturn, type ReturnFacts, type ReturnOperation, type ReturnParty } from '#commerce/orders/rules/return.ts'
import { decidePurchase, type PurchaseActor, type PurchaseOperation } from '#commerce/purchases/rules.ts'
import { isUnfinished } from '#test/model/law/shared.ts'
import { byId, type Hold, type Listing, type Model, type Offer, type Order, type Purchase } from '#test/model/world.ts'
import { NOW } from './state.ts'

/*
 * The service's own decisions about a state in the search, made with the state tables and conditions in src/. Each function returns the
 * next status, or null if the rules refuse the operation.
 */

/** A record with a status that a rule can change. */
export type Subject = { of: 'listing' | 'offer' | 'hold' | 'order' | 'return' | 'purchase'; id: string }

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

/**
 * Returns the money that an operation moves for an order in a purchase. Returns null if the operation is refused or the order has no
 * purchase.
 */
export function money(o: Order, operation: OrderOperation, by: OrderParty): readonly OrderMoney[] | null {
  if (o.purchase === null) return null
  const decision = decideOrder(operation, by, orderFacts(o), AT_NOW)
  return decision.kind === 'move' ? decision.money : null
}

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

export const purchase = ({ status, payBy }: Purchase, operation: PurchaseOperation, by: PurchaseActor): string | null =>
  toOf(decidePurchase(operation, by, { status, pay_by: new Date(payBy) }, AT_NOW))

/** Returns the status of an offer once its deadline has passed. */
export const offerExpired = (status: Offer['status']): string | null =>
  toOf(decideOffer('expire', 'clock', { status, expiresAt: AT_NOW }, AT_NOW))

/** Returns a hold's status after its deadline. While an order uses the hold, the status does not change. */
export const holdOver = (status: Hold['status']): string | null =>
  status === 'used' ? status : toOf(decideHold('run_out', 'clock', { status, until: AT_NOW }, AT_NOW))

/**
 * Returns the status of a listing after an operation: `gone` for a deletion, and the current status for an operation that leaves the
 * listing unchanged.
 */
export function listing(w: Model, l: Listing, operation: ListingOperation): string | null {
  const decision = decideListing(operation, {
    status: l.status,
    title: 'Lamp',
    priceCents: l.price,
    everSold: l.everSold,
    hasUnfinishedOrder: isUnfinished(w, l.id),
  })
  if (decision.kind === 'stay') return l.status
  return decision.kind === 'remove' ? 'gone' : toOf(decision)
}

const TIMED = ['expire', 'cancel_by_silence', 'cancel_unshipped', 'refund_returned', 'end_window'] as const

/**
 * Returns an order's status after the settlement worker has processed the order. Tries the operations in the same order as
 * src/commerce/orders/deadlines.ts.
 */
export function settled(o: Order): string {
  const operation = dueOf(o)
  return operation === null ? o.status : order(o, operation, 'service')!
}

/** Returns the money that the settlement worker moves for one of the orders in a purchase. */
export function settledMoney(o: Order): readonly OrderMoney[] | null {
  const operation = dueOf(o)
  return operation === null ? null : money(o, operation, 'service')
}

/** Returns the operation that the settlement worker would perform on an order, or null if there is none. */
function dueOf(o: Order): OrderOperation | null {
  if (returned(o, 'expire', 'service') !== null) return null
  return TIMED.find((operation) => order(o, operation, 'service') !== null) ?? null
}

export function statusOf(w: Model, { of, id }: Subject): string | null {
  if (of === 'listing') return byId(w.listings, id)!.gone ? 'gone' : byId(w.listings, id)!.status
  if (of === 'purchase') return byId(w.purchases, id)!.status
  if (of === 'offer') return byId(w.offers, id)!.status
  if (of === 'hold') return byId(w.holds, id)!.status
  return of === 'order' ? byId(w.orders, id)!.status : byId(w.orders, id)!.returned
}
