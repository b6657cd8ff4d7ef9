import { isDeepStrictEqual } from 'node:util'

/*
 * State of the model as plain values. The model implements the specification independently (completions 4, 6, 7, 8 and 13), without the
 * service's state tables. Money is in cents, and times are milliseconds of the model's clock.
 */

/** `guest` stands for all guests. In the service, each guest order belongs to a separate account. */
export type Who = 'owner' | 'ann' | 'bob' | 'guest'

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

export type Invitation = {
  id: string
  listing: string
  amount: number
  madeAt: number
  ended: 'withdrawn' | 'closed' | null
  /** Each buyer's answer. `open` means that the buyer has not answered, even if the invitation has ended. */
  ann: 'none' | 'open' | 'taken' | 'declined' | 'closed'
  bob: 'none' | 'open' | 'taken' | 'declined' | 'closed'
}

export type Order = {
  id: string
  listing: string
  buyer: Who
  /** True for a guest order with ann's email address. */
  toAnn: boolean
  offer: string | null
  hold: string | null
  purchase: string | null
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
  /** `disputed` is the amount in open disputes. `chargedBack` is the amount in lost disputes. `refunded` includes `chargedBack`. */
  disputed: number
  chargedBack: number
  /** `bankAlone` is true if only the bank reported the problem. `wasSent` is true if the item was shipped or handed over at some point. */
  bankAlone: boolean
  wasSent: boolean
  reminded: boolean
  endedAt: number | null
  returned: 'offered' | 'agreed' | 'sent' | 'received' | 'declined' | 'expired' | 'contested' | 'refunded' | 'closed' | null
  returnBy: number | null
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

export type Purchase = {
  id: string
  buyer: Who
  total: number
  /** Each order's share of the payment, by order id. The shipping fee may later move from one order to a different order. */
  shares: Readonly<Record<string, number>>
  status: 'awaiting_payment' | 'paid' | 'expired' | 'cancelled'
  payBy: number
}

export type Payment = {
  id: string
  order: string | null
  hold: string | null
  purchase: string | null
  method: string
  amount: number
  status: 'started' | 'pending' | 'failed' | 'succeeded'
  refunded: number
  /** Amount that the bank took back permanently. */
  back: number
  /** The payment result at the provider, which the service may not have learned yet. Null if the request never reached the provider. */
  truth: 'pending' | 'failed' | 'succeeded' | null
}

/** A dispute over the whole amount of one payment. */
export type Dispute = {
  id: string
  payment: string
  amount: number
  stage: 'new' | 'inquiry' | 'open' | 'won' | 'lost'
  /** Id of the disputed order or hold, according to the latest event about the dispute. */
  order: string | null
  hold: string | null
  /** `refundedBefore`: amount refunded before the dispute. `taken`: amount that was reversed from the seller because of the dispute. */
  refundedBefore: number
  taken: number
}

export type Model = {
  now: number
  shop: { paused: boolean; visibility: 'public' | 'link' | 'private'; asksHold: boolean }
  listings: Listing[]
  offers: Offer[]
  invitations: Invitation[]
  orders: Order[]
  holds: Hold[]
  purchases: Purchase[]
  payments: Payment[]
  /** Buyers who have blocked the shop. */
  blocks: Who[]
  /**
   * Amounts due to sellers for orders and for deposits that sellers keep, by the id of the order or hold. Includes amounts that were
   * already sent.
   */
  payouts: Record<string, number>
  /** The part of `payouts` that was sent to sellers and not reversed, as of the latest `sendMoney`. */
  sent: Record<string, number>
  disputes: Dispute[]
  /**
   * Amounts by payment: `held` is the amount of failed refunds that await the operator's decision, and `byHand` is the amount refunded by
   * hand.
   */
  held: Record<string, number>
  byHand: Record<string, number>
  usedEvents: string[]
  /**
   * Payment attempts that exist in the service but not in the model yet. An action that starts a payment in the model takes an attempt from
   * this list.
   */
  fresh: { id: string; order: string | null; hold: string | null; purchase: string | null; method: string }[]
}

export const newModel = (now: number): Model => ({
  now,
  shop: { paused: false, visibility: 'public', asksHold: true },
  listings: [],
  offers: [],
  invitations: [],
  orders: [],
  holds: [],
  purchases: [],
  payments: [],
  blocks: [],
  payouts: {},
  sent: {},
  disputes: [],
  held: {},
  byHand: {},
  usedEvents: [],
  fresh: [],
})

/**
 * Copies the model with hand-written code, for speed: one test sequence makes thousands of copies. This works because all records are flat.
 */
export function copyOf(w: Model): Model {
  const { shop, listings, offers, invitations, orders, holds, purchases, payments, blocks, now } = w
  const { payouts, sent, disputes, held, byHand, usedEvents, fresh } = w
  const each = <T extends object>(all: readonly T[]): T[] => all.map((one) => ({ ...one }))
  return {
    now,
    shop: { ...shop },
    listings: each(listings),
    offers: each(offers),
    invitations: each(invitations),
    orders: each(orders),
    holds: each(holds),
    purchases: each(purchases),
    payments: each(payments),
    blocks: [...blocks],
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

/** The fields that must be equal in model and service, by record. Their values do not depend on overdue jobs. */
export type Seen = Record<string, Record<string, unknown>>

export function seen(model: Model): Seen {
  const { listings, offers, invitations, orders, holds, purchases, payments, blocks } = model
  return Object.fromEntries([
    ['shop', { ...model.shop }],
    ['blocks', { buyers: blocks.toSorted() }],
    ...listings.map((l) => [
      l.id,
      l.gone ? { gone: true } : { status: l.status, everSold: l.everSold, price: l.price, takesOffers: l.takesOffers },
    ]),
    ...offers.map((o) => [
      o.id,
      // in the model, "lapsed" means "accepted": the service writes "lapsed" together with the order's expiry, in the worker or in the next
      // request
      { status: o.status === 'lapsed' ? 'accepted' : o.status, amount: o.amount, counter: o.counter, order: o.order },
    ]),
    ...invitations.map((i) => [
      i.id,
      { amount: i.amount, ended: i.ended ?? (i.madeAt + 48 * 3_600_000 <= model.now ? 'expired' : null), ann: i.ann, bob: i.bob },
    ]),
    ...orders.map((o) => [
      o.id,
      {
        buyer: o.buyer,
        status: o.status,
        payment: paymentOf(o, payments),
        payout: payoutOf(o, model.payouts),
        total: o.item + o.shipping,
        deposit: o.deposit,
        refunded: o.refunded,
        disputed: o.disputed,
        asksToCancel: o.cancelBy !== null,
        offered: o.offered,
        returned: o.returned,
        reviewed: o.reviewed,
      },
    ]),
    ...holds.map((h) => [h.id, { status: h.status, deposit: h.deposit }]),
    ...purchases.map((p) => [p.id, { buyer: p.buyer, status: p.status, total: p.total }]),
    ...payments.map((p) => [p.id, { status: p.status, refunded: p.refunded, back: p.back, amount: p.amount }]),
    ['payouts', Object.fromEntries(Object.entries(model.payouts).filter(([, cents]) => cents !== 0))],
  ])
}

function paymentOf(order: Order, payments: readonly Payment[]): string {
  if (order.paidAt === null) {
    if (order.status !== 'awaiting_payment') return 'unpaid'
    return payments.some((p) => isFor(p, order) && p.status === 'pending') ? 'pending' : 'unpaid'
  }
  if (order.refunded === 0 && order.item + order.shipping > 0) return 'paid'
  return order.refunded === order.item + order.shipping ? 'refunded' : 'partly_refunded'
}

/** Returns true for a payment that pays for the order or for the order's purchase. */
export const isFor = (p: Payment, o: Order): boolean => p.order === o.id || (p.purchase !== null && p.purchase === o.purchase)

function payoutOf(order: Order, payouts: Model['payouts']): string {
  if (order.status === 'problem' || (order.status === 'completed' && order.disputed > 0)) return 'on_hold'
  return order.status === 'completed' && (payouts[order.id] ?? 0) > 0 ? 'owed' : 'none'
}

/** Compares the records of model and service. Returns a description of each different field or missing record. */
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
