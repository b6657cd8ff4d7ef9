import { isFor, type Order, type Who, type Model } from '#test/model/world.ts'
import { DAY, HOUR, workingDaysAfter } from './clock.ts'
import { isSentBack, returnAfter } from './returns.ts'
import { orderOf, unpaid } from './shared.ts'

export function cancel(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (o.status === 'awaiting_payment' && o.purchase !== null) return 409
  if (o.status === 'awaiting_payment' && who !== 'owner') return unpaid(w, o, 'cancelled')
  if (o.status !== 'paid') return 409
  if (who === 'owner') return end(w, o, 'cancelled')
  o.cancelBy ??= w.now + 72 * HOUR
  return 200
}

/** Returns the other orders in the same purchase whose money has not been paid out or refunded yet, sorted by id. */
const openOthers = (w: Model, o: Order): Order[] =>
  w.orders
    .filter((one) => o.purchase !== null && one.purchase === o.purchase && one.id !== o.id)
    .filter((one) => ['paid', 'shipped', 'delivered', 'problem'].includes(one.status))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/**
 * Returns the part of the shipping fee that can move to a different order. A refund is taken from the item's price first, and a refunded
 * shipping fee cannot move.
 */
const movable = (o: Order): number => Math.max(0, Math.min(o.shipping, o.item + o.shipping - o.refunded))

/** Returns the shipping fee that moves to the other orders in the purchase if this order is refunded in full. */
const shippingLeft = (w: Model, o: Order): number => (openOthers(w, o).length === 0 ? 0 : movable(o))

function moveShipping(from: Order, to: Order): void {
  const cents = movable(from)
  to.shipping += cents
  from.shipping -= cents
}

/**
 * Ends a paid order. Refunds `part` to the buyer, or the whole payment if `part` is missing. For a completed order, pays the remaining
 * amount to the seller. The shipping fee of a purchase goes to the seller with the first completed order, or back to the buyer with the
 * last refunded order. An order keeps its share of the shipping fee if the bank disputed or reversed its payment.
 */
export function end(
  w: Model,
  o: Order,
  status: 'cancelled' | 'refunded' | 'completed',
  part: number | null = status === 'completed' ? 0 : null,
): number {
  const others = openOthers(w, o)
  if (status === 'completed') {
    for (const other of others) if (other.disputed === 0 && other.refunded === 0) moveShipping(other, o)
  } else if (others[0]) moveShipping(o, others[0])
  const back = part ?? o.item + o.shipping - o.refunded
  const returned = returnAfter(o, status)
  Object.assign(o, { status, refunded: o.refunded + back, cancelBy: null, endedAt: w.now, returned, returnBy: null })
  let left = back
  for (const p of w.payments
    .filter((one) => one.status === 'succeeded' && (isFor(one, o) || (o.hold !== null && one.hold === o.hold)))
    .toReversed()) {
    const cents = Math.min(left, p.amount - p.refunded - p.back)
    p.refunded += cents
    left -= cents
  }
  const rest = o.item + o.shipping - o.refunded
  if (status === 'completed' && rest > 0) w.payouts[o.id] = rest
  return 200
}

export function ship(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner' || o.status !== 'paid' || o.pickup) return 409
  Object.assign(o, { status: 'shipped', wasSent: true, cancelBy: null, protectUntil: w.now + 14 * DAY })
  return 200
}

/** Marks an order as delivered. With `withCode`, a pickup order is marked when the seller enters the buyer's code. */
export function deliver(w: Model, who: Who, id: string, withCode: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (o.status !== (o.pickup ? 'paid' : 'shipped') || (who === 'owner' && !o.pickup)) return 409
  if (who === 'owner' && !withCode) return 400
  Object.assign(o, { status: 'delivered', wasSent: true, cancelBy: null, protectUntil: w.now + 3 * DAY })
  return 200
}

export function confirm(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || !['shipped', 'delivered', 'problem'].includes(o.status)) return 409
  if (o.status === 'problem' && (o.disputed > 0 || isSentBack(o))) return 409
  return end(w, o, 'completed')
}

export function report(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  const late = o.status === 'paid' && workingDaysAfter(o.paidAt!, 3) <= w.now
  if (who === 'owner' || !(late || o.status === 'shipped' || o.status === 'delivered')) return 409
  Object.assign(o, { status: 'problem', bankAlone: false, cancelBy: null, offered: null })
  return 200
}

export function refund(w: Model, who: Who, id: string, amount: number | null): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  const left = o.item + o.shipping - o.refunded - shippingLeft(w, o)
  if (who !== 'owner' || o.status !== 'problem' || o.disputed > 0) return 409
  if (amount !== null && amount > left) return 400
  if (amount === null || amount === left) return end(w, o, 'refunded')
  if (isSentBack(o)) return 409
  o.offered = amount
  return 200
}

export function answer(w: Model, who: Who, id: string, agree: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner') {
    if (o.status !== 'problem' || o.offered === null) return 409
    if (agree && (o.disputed > 0 || isSentBack(o))) return 409
    if (agree) return end(w, o, 'completed', o.offered)
    o.offered = null
    return 200
  }
  if (o.status === 'problem') return 200
  if (o.status !== 'paid' || o.cancelBy === null) return 409
  if (agree) return end(w, o, 'cancelled')
  o.cancelBy = null
  return 200
}

export function review(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || o.reviewed || !(o.status === 'completed' || o.status === 'refunded')) return 409
  if (w.now > o.endedAt! + 30 * DAY) return 409
  o.reviewed = true
  return 201
}
