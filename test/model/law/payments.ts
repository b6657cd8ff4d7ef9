import { byId, type Order, type Payment, type Who, type Model } from '#test/model/world.ts'
import { HOUR, workingDaysAfter } from './clock.ts'
import {
  type Made,
  buyableUnlessBlocked,
  closeInvitations,
  closeOffers,
  expireDue,
  dueOf,
  holdOf,
  reservedFor,
  onRecord,
  orderOf,
  unlessRefused,
} from './shared.ts'

/**
 * A payment method. `truth` is the final state of its payments at the provider. `trouble` states how the request to the provider fails, if
 * at all.
 */
export type Method = { name: string; truth: Exclude<Payment['truth'], null>; trouble?: 'lost' | 'rate_limited' }

/**
 * First half of a payment: checks the order and records the payment attempt. Returns null if the second half (`finishPay`) determines the
 * response.
 */
export function beginPay(w: Model, made: Made, who: Who, id: string, method: Method): number | null {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || o.status !== 'awaiting_payment' || o.purchase !== null) return 409
  if (dueOf(o) > 0) return openTry(w, made, { order: id, hold: null, purchase: null }, dueOf(o), method)
  return sell(w, o) ? 200 : 409
}

export const beginPayHold = (w: Model, made: Made, who: Who, id: string, method: Method): number | null =>
  unlessRefused(w, () => tryHold(w, made, who, id, method))

function tryHold(w: Model, made: Made, who: Who, id: string, method: Method): number | null {
  const h = holdOf(w, who, id)
  if (!h) return 404
  if (who === 'owner' || h.status !== 'asked') return 409
  const l = buyableUnlessBlocked(w, who, h.listing)
  if (typeof l === 'number') return l
  expireDue(w, h.listing)
  if (reservedFor(w, h.listing)) return 409
  return openTry(w, made, { order: null, hold: id, purchase: null }, h.deposit, method)
}

export function openTry(w: Model, made: Made, of: Of, amount: number, method: Method): number | null {
  const open = openTryOf(w, of)
  made.payment = open?.id
  if (open) return open.method === method.name ? null : 409
  const id = takeFresh(w, of, method.name)
  if (id === undefined) return null
  made.payment = id
  w.payments.push({ id, ...of, method: method.name, amount, status: 'started', refunded: 0, back: 0, truth: null })
  return null
}

export function takeFresh(w: Model, of: Of, method: string): string | undefined {
  const at = w.fresh.findIndex((one) => isOf(one, of) && one.method === method)
  return at === -1 ? undefined : w.fresh.splice(at, 1)[0]!.id
}

export const openTryOf = (w: Model, of: Of): Payment | undefined =>
  w.payments.find((p) => isOf(p, of) && (p.status === 'started' || p.status === 'pending'))

type Of = Pick<Payment, 'order' | 'hold' | 'purchase'>
const isOf = (one: Of, of: Of): boolean => one.order === of.order && one.hold === of.hold && one.purchase === of.purchase

/**
 * Second half of a payment: charges the payment at the provider. The service learns the result unless the request failed or the response
 * was lost.
 */
export function finishPay(w: Model, made: Made, method: Method): number {
  const p = byId(w.payments, made.payment ?? null)
  if (!p) return 200
  if (method.trouble !== 'rate_limited') p.truth ??= method.truth
  if (method.trouble) return 503
  learn(w, p, method.truth)
  return method.truth === 'failed' ? 402 : 200
}

export const RANK = ['started', 'pending', 'failed', 'succeeded']

/**
 * Applies a payment status from the provider. The result is the same for each source (response, webhook or poll) and for repeated reports.
 */
export function learn(w: Model, p: Payment, status: Exclude<Payment['status'], 'started'>): void {
  if (RANK.indexOf(status) <= RANK.indexOf(p.status)) return
  p.status = status
  if (status !== 'succeeded') return
  const order = byId(w.orders, p.order)
  const hold = byId(w.holds, p.hold)
  if (hold) expireDue(w, hold.listing)
  if (p.purchase !== null) return sellPurchase(w, p)
  if (order?.status === 'awaiting_payment' && p.amount === dueOf(order) && sell(w, order)) return
  if (hold?.status === 'asked' && onRecord(w, hold.listing)?.status === 'live' && !reservedFor(w, hold.listing))
    Object.assign(hold, { status: 'active', until: w.now + 72 * HOUR })
  else p.refunded = p.amount
}

/** Applies a successful payment to every order of a purchase, or else refunds the whole payment. */
function sellPurchase(w: Model, p: Payment): void {
  const purchase = byId(w.purchases, p.purchase)!
  const orders = w.orders.filter((o) => o.purchase === purchase.id)
  if (purchase.status !== 'awaiting_payment' || orders.some((o) => onRecord(w, o.listing)?.status !== 'live')) {
    p.refunded = p.amount
    return
  }
  purchase.status = 'paid'
  for (const o of orders) sell(w, o)
}

export function sell(w: Model, o: Order): boolean {
  const l = onRecord(w, o.listing)
  if (l?.status !== 'live') return false
  Object.assign(l, { status: 'sold', everSold: true })
  closeOffers(w, o.listing, o.offer)
  closeInvitations(w, o.listing)
  Object.assign(o, { status: 'paid', paidAt: w.now, shipBy: workingDaysAfter(w.now, 5) })
  const deposit = w.payments.find((p) => o.hold !== null && p.hold === o.hold && p.status === 'succeeded')
  if (deposit) deposit.refunded += deposit.amount - o.deposit
  return true
}

/** Processes a webhook event from the provider. Returns 208 for an event that was already processed. */
export function takeEvent(w: Model, event: { id: string; payment: string | null; status: Payment['truth'] }): number {
  if (w.usedEvents.includes(event.id)) return 208
  w.usedEvents.push(event.id)
  const p = byId(w.payments, event.payment)
  if (p && event.status !== null) learn(w, p, event.status)
  return 200
}
