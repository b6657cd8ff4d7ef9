import { byId, type Dispute, type Hold, type Order, type Payment, type Model } from '#test/model/world.ts'
import { end } from './orders.ts'
import { divide, ordersOf } from './purchases.ts'
import { returnAfter } from './returns.ts'
import { giveBack, unpaid } from './shared.ts'

/*
 * The model's version of chargebacks and bank decisions (spec: completions 7 and 12), without fees. The money that the bank withdraws comes
 * first from the amount due to the seller, then from the amount already sent to the seller, and finally from the service's own money.
 */

const totalOf = (o: Order): number => o.item + o.shipping
const isOpen = ({ stage }: Dispute): boolean => stage === 'inquiry' || stage === 'open'

/**
 * Sends all due refunds, payouts and reversals. With `isSent`, sends only those for the orders and holds that `isSent` selects. Money in an
 * open dispute is not sent.
 */
export function sendMoney(w: Model, isSent: (id: string) => boolean = () => true): void {
  for (const [id, cents] of Object.entries(w.payouts)) {
    if (!isSent(id)) continue
    // a dispute over a deposit also blocks the money for the order that used the deposit
    const waits = w.disputes.some((d) => isOpen(d) && (d.order === id || d.hold === id || byId(w.holds, d.hold)?.order === id))
    w.sent[id] = waits ? Math.min(w.sent[id] ?? 0, cents) : cents
  }
}

/** Returns the part of a payment's refund that cannot be sent because the bank holds the money. */
export function waitingOf(w: Model, p: Payment): number {
  const open = w.disputes.find((d) => d.payment === p.id && d.stage === 'open')
  return open ? p.refunded - open.refundedBefore : 0
}

/**
 * Divides a new dispute over a purchase's payment among the orders, in proportion to each order's unrefunded amount. Each order gets its
 * own dispute, with an id that ends with the order's id. The caller must send all due money first.
 */
export function divideDispute(w: Model, d: Dispute): Dispute[] {
  const purchase = byId(w.purchases, byId(w.payments, d.payment)!.purchase)
  if (!purchase) return [d]
  const orders = ordersOf(w, purchase.id)
  const left = orders.map((o) => totalOf(o) - o.refunded)
  // a bank can also dispute a payment after a full refund; each order then gets a part in proportion to its share of the payment
  const weights = left.some((cents) => cents > 0) ? left : orders.map(({ id }) => purchase.shares[id]!)
  const ids = orders.map(({ id }) => id)
  return divide(d.amount, weights, ids).flatMap((amount, index) =>
    amount === 0 ? [] : [{ ...d, id: `${d.id}/${ids[index]!}`, amount, order: ids[index]! }],
  )
}

/** Applies a new stage of a dispute. The service learns of the new stage immediately. The caller must have sent all due money. */
export function applyStage(w: Model, d: Dispute, stage: Dispute['stage']): void {
  const p = byId(w.payments, d.payment)!
  const from = d.stage
  const { order, hold } = disputed(w, p, d)
  Object.assign(d, { order: order?.id ?? null, hold: order ? null : (hold?.id ?? null) })
  if ((stage === 'open' || stage === 'lost') && from !== 'open') {
    d.refundedBefore = p.refunded
    if (order) disputeOrder(w, d, order)
    else disputeHold(w, d, hold!)
  }
  if (stage === 'lost') lose(w, d, p)
  if (stage === 'won' && from === 'open') win(w, d)
  d.stage = stage
}

/**
 * Returns the order that the disputed payment was for. For a deposit, returns the paid order that used the deposit, or the hold if there is
 * none. For a purchase's payment, the dispute's id contains the order's id.
 */
function disputed(w: Model, p: Payment, d: Dispute): { order?: Order | undefined; hold?: Hold | undefined } {
  if (p.purchase !== null) return { order: byId(w.orders, d.id.split('/')[1]!) }
  if (p.order !== null) return { order: byId(w.orders, p.order) }
  const hold = byId(w.holds, p.hold)
  const order = byId(w.orders, hold?.order ?? null)
  return order && order.paidAt !== null ? { order } : { hold }
}

function disputeOrder(w: Model, d: Dispute, o: Order): void {
  o.disputed += d.amount
  if (o.status === 'completed') takeBack(w, d, o.id, Math.min(d.amount, totalOf(o) - o.refunded))
  if (!['paid', 'shipped', 'delivered'].includes(o.status)) return
  Object.assign(o, { status: 'problem', bankAlone: true, cancelBy: null, offered: null })
}

/**
 * Cancels the unpaid order that uses the hold, returns the deposit of an active hold, and takes a forfeited deposit back from the seller.
 */
function disputeHold(w: Model, d: Dispute, h: Hold): void {
  const waiting = byId(w.orders, h.order)
  if (waiting?.status === 'awaiting_payment') unpaid(w, waiting, 'cancelled')
  if (h.status === 'active') giveBack(w, h)
  if (h.status === 'kept') takeBack(w, d, h.id, h.deposit)
}

function takeBack(w: Model, d: Dispute, id: string, cents: number): void {
  d.taken = Math.min(cents, w.sent[id] ?? 0)
  w.payouts[id] = (w.payouts[id] ?? 0) - d.taken
  w.sent[id] = (w.sent[id] ?? 0) - d.taken
}

/**
 * Applies a dispute that the seller lost. The bank's payment to the buyer replaces the pending refund, and the remaining amount becomes a
 * refund of the order.
 */
function lose(w: Model, d: Dispute, p: Payment): void {
  const dropped = Math.min(d.amount, p.refunded - d.refundedBefore)
  p.refunded -= dropped
  const [order, hold] = [byId(w.orders, d.order), byId(w.holds, d.hold)]
  // in a purchase, an order's part of the disputed amount cannot exceed the order's unrefunded amount
  const most = p.purchase === null || !order ? Infinity : totalOf(order) - order.refunded
  const back = Math.min(d.amount - dropped, most, Math.max(0, p.amount - p.refunded - p.back - dropped))
  p.back += dropped + back
  if (hold?.status === 'kept') lower(w, hold.id, back - d.taken)
  if (!order) return
  order.disputed -= d.amount
  if (order.status !== 'problem' && order.status !== 'completed') return
  const cents = Math.min(back, totalOf(order) - order.refunded)
  order.refunded += cents
  order.chargedBack += cents
  order.offered = null
  if (order.status === 'completed') lower(w, order.id, cents - d.taken)
  else if (order.refunded === totalOf(order) && order.disputed === 0)
    Object.assign(order, { status: 'refunded', endedAt: w.now, returned: returnAfter(order, 'refunded'), returnBy: null })
}

/** Reduces the amount that is still due to the seller, but not below zero. Money that was already sent is not affected. */
function lower(w: Model, id: string, cents: number): void {
  const due = (w.payouts[id] ?? 0) - (w.sent[id] ?? 0)
  w.payouts[id] = (w.payouts[id] ?? 0) - Math.min(Math.max(0, cents), due)
}

function win(w: Model, d: Dispute): void {
  const id = (d.order ?? d.hold)!
  if (d.taken > 0) w.payouts[id] = (w.payouts[id] ?? 0) + d.taken
  const order = byId(w.orders, d.order)
  if (!order) return
  order.disputed -= d.amount
  if (order.status === 'problem' && order.disputed === 0 && order.bankAlone && order.wasSent) end(w, order, 'completed')
}

/** Returns the balance of each ledger account once all due money was sent. `debt` balances the ledger: it makes the sum zero. */
export function ledgerOf(w: Model): Record<string, number> {
  const sum = <T>(all: readonly T[], cents: (one: T) => number) => all.reduce((total, one) => total + cents(one), 0)
  const succeeded = w.payments.filter((p) => p.status === 'succeeded')
  const waiting = (p: Payment) => waitingOf(w, p) + (w.held[p.id] ?? 0)
  const taken = sum(w.disputes, (d) => (d.stage === 'open' || d.stage === 'lost' ? d.amount : 0))
  const buyer = -sum(succeeded, (p) => p.amount - (p.refunded - waiting(p))) + taken
  const bank = sum(Object.values(w.sent), (cents) => cents)
  const seller = sum(Object.values(w.payouts), (cents) => cents) - bank
  const escrow =
    sum(w.orders, (o) => (['paid', 'shipped', 'delivered', 'problem'].includes(o.status) ? totalOf(o) - o.chargedBack : 0)) +
    sum(w.holds, (h) => (h.status === 'active' || (h.status === 'used' && byId(w.orders, h.order)?.paidAt === null) ? h.deposit : 0)) +
    sum(succeeded, waiting)
  return { buyer, escrow, seller, bank, debt: -(buyer + escrow + seller + bank) }
}
