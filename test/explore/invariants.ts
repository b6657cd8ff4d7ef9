import { OFFER_OPEN_MS, OFFER_PAY_MS, OFFER_RULES } from '#commerce/offers/rules.ts'
import { HOLD_MS, HOLD_PAY_MS } from '#commerce/holds/rules.ts'
import { taskOf, type TaskFactsOf } from '#commerce/inbox/rules.ts'
import {
  CANCEL_SILENCE_MS,
  PAY_WITHIN_MS,
  fieldsAfter,
  protectedOnceDelivered,
  protectedWhileShipped,
  shipBy,
  type OrderPayment,
} from '#commerce/orders/rules/order.ts'
import { agreeBy, checkBy, sendBy } from '#commerce/orders/rules/return.ts'
import { TASK_ROLES, type TaskRecord, type TaskRole } from '#core/tasks.ts'
import { ledgerOf } from '#test/model/law.ts'
import { UNFINISHED } from '#test/model/law/shared.ts'
import { byId, isFor, type Model, type Order } from '#test/model/world.ts'
import { FUTURE, NOW, PAST, SALE } from './state.ts'
import { AT_NOW } from './verdicts.ts'

/* Invariants that hold in every state. Each function returns a description of the violation, or null. */

type Check = (w: Model) => string | null

const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)

const oneSale: Check = (w) => {
  for (const id of new Set([...w.listings.map((l) => l.id), ...w.orders.map((o) => o.listing), ...w.holds.map((h) => h.listing)])) {
    const wrong = oneSaleOf(w, id)
    if (wrong !== null) return wrong
  }
  return null
}

function oneSaleOf(w: Model, id: string): string | null {
  const listing = byId(w.listings, id)
  const orders = w.orders.filter((o) => o.listing === id && UNFINISHED.includes(o.status))
  if (orders.length > 1) return `${orders.length} unfinished orders`
  const holds = w.holds.filter((h) => h.listing === id && (h.status === 'active' || (h.status === 'used' && listing)))
  if (holds.length > 1) return `${holds.length} paid holds`
  const [order] = orders
  if (order && holds[0] && order.hold !== holds[0].id) return 'an order and the hold of someone else'
  const sold = order !== undefined && order.paidAt !== null
  return sold && listing && listing.status !== 'sold' ? 'a paid order of an item that is not sold' : null
}

/** The ledger balances. The service advances its own money only for an amount that a bank has withdrawn in an open or lost dispute. */
const moneyAddsUp: Check = (w) => {
  const paid = sum(w.payments.map((p) => (p.status === 'succeeded' ? p.amount : 0)))
  const { escrow, seller, bank, debt } = ledgerOf(w) as Record<'escrow' | 'seller' | 'bank' | 'debt', number>
  const taken = sum(w.disputes.map((d) => (d.stage === 'open' || d.stage === 'lost' ? d.amount : 0)))
  if (debt > 0 || debt < -taken) return `the service advances ${-debt} of ${taken} cents`
  if (w.payments.some((p) => p.refunded < 0 || p.back < 0 || p.refunded + p.back > p.amount)) return 'a refund exceeds its payment'
  if (w.orders.some((o) => o.refunded > o.item + o.shipping)) return 'an order is refunded more than once'
  if (escrow < 0 || seller < 0 || bank < 0) return `negative balance: escrow ${escrow}, seller ${seller}, bank ${bank}`
  const refunded = sum(w.payments.map((p) => p.refunded - (w.held[p.id] ?? 0)))
  if (taken === 0 && escrow + seller + bank + refunded !== paid)
    return `${paid} paid, but ${escrow} held, ${seller + bank} paid out and ${refunded} refunded`
  return null
}

/** Each deposit is in exactly one place: with its hold, the order, the seller or the buyer. */
const depositInOnePlace: Check = (w) => {
  for (const h of w.holds) {
    const own = w.payments.filter((p) => p.hold === h.id && p.status === 'succeeded')
    const paid = sum(own.map((p) => p.amount - p.refunded))
    const order = byId(w.orders, h.order)
    const places = [
      h.status === 'active' || (h.status === 'used' && order?.paidAt === null) ? h.deposit : 0,
      h.status === 'used' && order && order.paidAt !== null ? order.deposit : 0,
      h.status === 'kept' ? h.deposit : 0,
    ]
    if (places.filter((cents) => cents > 0).length > 1) return `a deposit is in ${places.join(', ')}`
    if (own.length === 0 && sum(places) > 0) return `a deposit of a ${h.status} hold was never paid`
    if (h.status === 'used' && !order) return 'a used hold has no order'
    if (h.status !== 'used' && sum(places) !== paid && !own.some((p) => isDisputed(w, p.id)))
      return `${paid} of deposit, but ${sum(places)} in place`
  }
  return null
}

const isDisputed = (w: Model, payment: string): boolean => w.disputes.some((d) => d.payment === payment && d.stage !== 'inquiry')

export const paymentOf = (w: Model, o: Order): OrderPayment => {
  const money = { paid: o.paidAt !== null, refundedCents: o.refunded, totalCents: o.item + o.shipping, payoutCents: 0 }
  const { payment } = fieldsAfter(o.status, money)
  return payment === 'unpaid' && w.payments.some((p) => isFor(p, o) && p.status === 'pending') ? 'pending' : payment
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at))

const orderTaskFacts = (w: Model, o: Order): TaskFactsOf['order'] => ({
  ...{ status: o.status, payment: paymentOf(w, o), pickup: o.pickup, deposit_cents: o.deposit, disputed_cents: o.disputed },
  ...{ pay_by: new Date(o.payBy), ship_by: date(o.shipBy), cancel_by: date(o.cancelBy), protect_until: date(o.protectUntil) },
  ...{
    answered: false,
    offered: o.offered !== null,
    return_status: o.returned,
    return_by: date(o.returnBy),
    ended_at: null,
    reviewed: false,
  },
})

function rolesOf<K extends TaskRecord>(record: K, facts: TaskFactsOf[K]): TaskRole[] {
  return TASK_ROLES.filter((role) => taskOf(record, role, facts, AT_NOW) !== null)
}

/**
 * For each record with money or a deadline, exactly one user has a task, unless the worker or a bank acts next. The operator may have a
 * second task for the same record.
 */
const oneTask: Check = (w) => {
  for (const o of w.orders) {
    if (o.id === SALE) continue
    const roles = rolesOf('order', orderTaskFacts(w, o))
    const wrong = tooMany(roles)
    if (wrong) return `order ${o.status}: ${wrong}`
    const waits = UNFINISHED.includes(o.status) && !isWorkers(o) && paymentOf(w, o) !== 'pending' && o.disputed === 0
    if (waits && roles.length === 0) return `nobody has a task for the order, which is ${o.status} ${o.returned ?? ''}`
    if (!UNFINISHED.includes(o.status) && roles.length > 0) return `a task for a finished order, which is ${o.status}`
  }
  for (const h of w.holds) {
    const roles = rolesOf('hold', { status: h.status, until: new Date(h.until) })
    const waits = h.status === 'asked' || h.status === 'active'
    if (roles.length !== (waits ? 1 : 0)) return `${roles.length} tasks for a hold, which is ${h.status}`
  }
  for (const o of w.offers) {
    const roles = rolesOf('offer', { status: o.status, expires_at: new Date(o.until), helper_answers: false })
    const who = o.status === 'open' ? 'seller' : o.status === 'countered' ? 'buyer' : ''
    if (roles.join() !== who) return `tasks of ${roles.join() || 'nobody'} for an offer, which is ${o.status}`
  }
  for (const d of w.disputes) {
    const closed = d.stage === 'won' || d.stage === 'lost'
    const roles = rolesOf('money_case', {
      case: 'chargeback',
      closed,
      stage: d.stage === 'new' ? null : d.stage,
      due_by: null,
      tellable: false,
    })
    if (roles.join() !== (closed ? '' : 'operator')) return `tasks of ${roles.join() || 'nobody'} for a dispute, which is ${d.stage}`
  }
  for (const cents of Object.values(w.held)) {
    const roles = rolesOf('money_case', { case: 'refund_failed', closed: cents === 0, stage: null, due_by: null, tellable: false })
    if (roles.join() !== (cents === 0 ? '' : 'operator')) return `tasks of ${roles.join() || 'nobody'} for a failed refund`
  }
  return null
}

/** True if a deadline of the order has passed and the worker must act next. */
const isWorkers = (o: Order): boolean =>
  (o.status === 'paid' && (o.cancelBy === PAST || o.shipBy === PAST)) ||
  o.protectUntil === PAST ||
  (o.returned === 'received' && o.returnBy === PAST)

function tooMany(roles: readonly TaskRole[]): string | null {
  const users = roles.filter((role) => role !== 'operator')
  return users.length > 1 ? `tasks of ${roles.join(' and ')}` : null
}

/** The negotiator's only permitted action is a counteroffer to an offer. */
const helpersMoveNoMoney: Check = (w) => {
  for (const { status } of w.offers) {
    const can = OFFER_RULES.filter((rule) => rule.by === 'agent' && rule.from === status)
    if (can.some(({ operation, to }) => operation !== 'counter' || to !== 'countered'))
      return `a helper may ${can.map((rule) => rule.operation).join()} an offer`
  }
  return null
}

export const INVARIANTS: Readonly<Record<string, Check>> = {
  'one unfinished sale per listing': oneSale,
  'held, paid out, refunded and fee equal what was paid': moneyAddsUp,
  'a deposit is in exactly one place': depositInOnePlace,
  'every state with money or a deadline has one task': oneTask,
  'no helper changes money': helpersMoveNoMoney,
}

/** Returns the first invariant that a state violates, or null. */
export function brokenIn(w: Model): string | null {
  for (const [name, check] of Object.entries(INVARIANTS)) {
    const wrong = check(w)
    if (wrong !== null) return `${name}: ${wrong}`
  }
  return null
}

/** Checks each deadline that a move sets against the duration in the service's rules. */
export function wrongDeadline(before: Model, after: Model): string | null {
  for (const o of after.offers) {
    const was = byId(before.offers, o.id)
    const wrong = differs('offer', was?.until, o.until, NOW + OFFER_OPEN_MS)
    if (wrong) return wrong
  }
  for (const h of after.holds) {
    const was = byId(before.holds, h.id)
    const wrong = differs('hold', was?.until, h.until, NOW + (h.status === 'asked' ? HOLD_PAY_MS : HOLD_MS))
    if (wrong) return wrong
  }
  for (const o of after.orders) {
    const was = byId(before.orders, o.id)
    const protect = o.status === 'shipped' ? protectedWhileShipped(AT_NOW) : protectedOnceDelivered(AT_NOW)
    const back = o.returned === 'offered' ? agreeBy(AT_NOW) : o.returned === 'agreed' ? sendBy(AT_NOW) : checkBy(AT_NOW)
    const wrong =
      differs('payment', was?.payBy, o.payBy, NOW + (o.offer === null ? PAY_WITHIN_MS : OFFER_PAY_MS)) ??
      differs('shipping', was?.shipBy, o.shipBy, shipBy(AT_NOW).getTime()) ??
      differs('cancellation', was?.cancelBy, o.cancelBy, NOW + CANCEL_SILENCE_MS) ??
      differs('protection', was?.protectUntil, o.protectUntil, protect.getTime()) ??
      differs('return', was?.returnBy, o.returnBy, back.getTime())
    if (wrong) return wrong
  }
  return null
}

function differs(name: string, was: number | null | undefined, is: number | null, should: number): string | null {
  if (is === null || is === was || is === PAST || is === FUTURE || is === should) return null
  return `the deadline (${name}) is ${(is - NOW) / 60_000} minutes from now, and by the service's rules ${(should - NOW) / 60_000}`
}
