import { isDeepStrictEqual } from 'node:util'

/*
 * State of the model in plain values: its own reading of completions 4, 6, 7 and 8, without the service's tables. Money is in cents,
 * times are milliseconds of the model's clock.
 */

export type Who = 'owner' | 'ann' | 'bob'

export type Listing = {
  id: string
  status: 'draft' | 'live' | 'sold'
  gone: boolean
  everSold: boolean
  price: number | null
  shipping: number
  takesOffers: boolean
}

export type Offer = {
  id: string
  listing: string
  buyer: Who
  amount: number
  counter: number | null
  status: 'open' | 'countered' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'expired' | 'closed' | 'lapsed'
  until: number
  order: string | null
  madeAt: number
}

export type Order = {
  id: string
  listing: string
  buyer: Who
  offer: string | null
  hold: string | null
  item: number
  shipping: number
  deposit: number
  pickup: boolean
  status: 'awaiting_payment' | 'paid' | 'shipped' | 'delivered' | 'completed' | 'problem' | 'refunded' | 'cancelled' | 'expired'
  payBy: number
  paidAt: number | null
  shipBy: number | null
  cancelBy: number | null
  protectUntil: number | null
  offered: number | null
  refunded: number
  /** Amount in open disputes, and amount lost for good (a part of `refunded`). */
  disputed: number
  chargedBack: number
  /** True when only the bank reports the problem, and true when it was ever shipped or handed over. */
  bankAlone: boolean
  wasSent: boolean
  endedAt: number | null
  reviewed: boolean
}

export type Hold = {
  id: string
  listing: string
  buyer: Who
  deposit: number
  status: 'asked' | 'active' | 'used' | 'returned' | 'kept' | 'expired'
  until: number
  order: string | null
}

export type Payment = {
  id: string
  order: string | null
  hold: string | null
  method: string
  amount: number
  status: 'started' | 'pending' | 'failed' | 'succeeded'
  refunded: number
  /** Amount that a bank took for good. */
  back: number
  /** Result at the provider, whether reported or not; null if the provider never got it. */
  truth: 'pending' | 'failed' | 'succeeded' | null
}

/** A dispute of a whole payment. */
export type Dispute = {
  id: string
  payment: string
  amount: number
  stage: 'new' | 'inquiry' | 'open' | 'won' | 'lost'
  /** The disputed record, as of the last event. */
  order: string | null
  hold: string | null
  /** Refunded before the bank took the payment, and reversed from the seller for it. */
  refundedBefore: number
  taken: number
}

export type World = {
  now: number
  shop: { paused: boolean; visibility: 'public' | 'link' | 'private'; asksHold: boolean }
  listings: Listing[]
  offers: Offer[]
  orders: Order[]
  holds: Hold[]
  payments: Payment[]
  /** Owed to sellers for orders and kept deposits, by the id of either. */
  payouts: Record<string, number>
  /** The part already sent, as of the last time that all due money was sent. */
  sent: Record<string, number>
  disputes: Dispute[]
  /** Failed refunds that wait for the operator, and amounts paid by hand, by payment. */
  held: Record<string, number>
  byHand: Record<string, number>
  usedEvents: string[]
  /** Payment tries of the service that the model does not know yet. A verb that may have started one takes it from here. */
  fresh: { id: string; order: string | null; hold: string | null; method: string }[]
}

export const newWorld = (now: number): World => ({
  now,
  shop: { paused: false, visibility: 'public', asksHold: true },
  listings: [],
  offers: [],
  orders: [],
  holds: [],
  payments: [],
  payouts: {},
  sent: {},
  disputes: [],
  held: {},
  byHand: {},
  usedEvents: [],
  fresh: [],
})

/** Copies the model. Records are flat, and a sequence copies thousands of times. */
export function copyOf(w: World): World {
  const { shop, listings, offers, orders, holds, payments, payouts, sent, disputes, held, byHand, usedEvents, fresh, now } = w
  const each = <T extends object>(all: readonly T[]): T[] => all.map((one) => ({ ...one }))
  return {
    now,
    shop: { ...shop },
    listings: each(listings),
    offers: each(offers),
    orders: each(orders),
    holds: each(holds),
    payments: each(payments),
    payouts: { ...payouts },
    sent: { ...sent },
    disputes: each(disputes),
    held: { ...held },
    byHand: { ...byHand },
    usedEvents: [...usedEvents],
    fresh: each(fresh),
  }
}

export const byId = <T extends { id: string }>(all: readonly T[], id: string | null): T | undefined => all.find((one) => one.id === id)

/** Compared fields, by record. Pending writes of a late job do not change them. */
export type Seen = Record<string, Record<string, unknown>>

export function seen(world: World): Seen {
  const { listings, offers, orders, holds, payments } = world
  return Object.fromEntries([
    ['shop', { ...world.shop }],
    ...listings.map((l) => [
      l.id,
      l.gone ? { gone: true } : { status: l.status, everSold: l.everSold, price: l.price, takesOffers: l.takesOffers },
    ]),
    ...offers.map((o) => [
      o.id,
      // "lapsed" is written with its order's expiry, by the worker or the next request
      { status: o.status === 'lapsed' ? 'accepted' : o.status, amount: o.amount, counter: o.counter, order: o.order },
    ]),
    ...orders.map((o) => [
      o.id,
      {
        status: o.status,
        payment: paymentOf(o, payments),
        payout: payoutOf(o, world.payouts),
        total: o.item + o.shipping,
        deposit: o.deposit,
        refunded: o.refunded,
        disputed: o.disputed,
        asksToCancel: o.cancelBy !== null,
        offered: o.offered,
        reviewed: o.reviewed,
      },
    ]),
    ...holds.map((h) => [h.id, { status: h.status, deposit: h.deposit }]),
    ...payments.map((p) => [p.id, { status: p.status, refunded: p.refunded, back: p.back, amount: p.amount }]),
    ['payouts', Object.fromEntries(Object.entries(world.payouts).filter(([, cents]) => cents !== 0))],
  ])
}

function paymentOf(order: Order, payments: readonly Payment[]): string {
  if (order.paidAt === null) {
    if (order.status !== 'awaiting_payment') return 'unpaid'
    return payments.some((p) => p.order === order.id && p.status === 'pending') ? 'pending' : 'unpaid'
  }
  if (order.refunded === 0 && order.item + order.shipping > 0) return 'paid'
  return order.refunded === order.item + order.shipping ? 'refunded' : 'partly_refunded'
}

function payoutOf(order: Order, payouts: World['payouts']): string {
  if (order.status === 'problem' || (order.status === 'completed' && order.disputed > 0)) return 'on_hold'
  return order.status === 'completed' && (payouts[order.id] ?? 0) > 0 ? 'owed' : 'none'
}

/** Describes the differences; empty when there are none. */
export function differences(expected: Seen, actual: Seen): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
  return names.flatMap((name) => {
    const [should, is] = [expected[name], actual[name]]
    if (isDeepStrictEqual(should, is)) return []
    if (!should || !is) return [`${name}: should be ${JSON.stringify(should)}, is ${JSON.stringify(is)}`]
    const fields = [...new Set([...Object.keys(should), ...Object.keys(is)])].filter(
      (field) => !isDeepStrictEqual(should[field], is[field]),
    )
    return fields.map((field) => `${name}.${field}: should be ${JSON.stringify(should[field])}, is ${JSON.stringify(is[field])}`)
  })
}
