import type { Model, Order } from '#test/model/world.ts'
import { workingDaysAfter } from './clock.ts'
import { end } from './orders.ts'
import { decideHold, forfeit, isActive, unpaid } from './shared.ts'

/** Applies the status changes that depend only on the clock. These take effect at their deadlines, even before a job writes them. */
export function passTime(w: Model, now: number): void {
  w.now = now
  for (const o of w.offers) if (isActive(o) && o.until <= now) o.status = 'expired'
  for (const h of w.holds) {
    if (h.until > now) continue
    if (h.status === 'asked') h.status = 'expired'
    if (h.status === 'active') forfeit(w, h)
  }
  for (const p of w.purchases) if (p.status === 'awaiting_payment' && p.payBy <= now) p.status = 'expired'
  for (const o of w.orders) {
    if (o.status === 'awaiting_payment' && o.payBy <= now) unpaid(w, o, 'expired')
    if ((o.returned === 'offered' || o.returned === 'agreed') && o.returnBy! <= now) o.returned = 'expired'
  }
}

/** Applies a run of the settlement worker to all orders or to a single order. */
export function settle(w: Model, only?: string): void {
  for (const o of w.orders) {
    if (only !== undefined && o.id !== only) continue
    if (o.status === 'expired') decideHold(w, o)
    if (o.status === 'paid' && ((o.cancelBy !== null && o.cancelBy <= w.now) || o.shipBy! <= w.now)) end(w, o, 'cancelled')
    if (o.status === 'paid' && workingDaysAfter(o.paidAt!, 3) <= w.now) o.reminded = true
    if ((o.status === 'shipped' || o.status === 'delivered') && o.protectUntil! <= w.now) end(w, o, 'completed')
    if (o.returned === 'received' && o.returnBy! <= w.now && o.disputed === 0) end(w, o, 'refunded')
  }
}

/** Returns the earliest past deadline of an order. The worker settles the order with the earliest such deadline first. */
export function dueAt(w: Model, o: Order): number {
  const at = [
    ...(o.status === 'paid' ? [o.cancelBy, o.shipBy, o.reminded ? null : workingDaysAfter(o.paidAt!, 3)] : []),
    ...(o.status === 'shipped' || o.status === 'delivered' ? [o.protectUntil] : []),
    ...(o.status === 'expired' ? [o.payBy] : []),
    ...(o.returned === 'received' ? [o.returnBy] : []),
  ]
  return Math.min(...at.filter((time) => time !== null && time <= w.now).map(Number), Infinity)
}
