import { isDeepStrictEqual } from 'node:util'

/*
 * What the model remembers, in plain values: its own reading of completions 4, 6, 7 and 8, and none of the service's tables.
 * Money is cents, moments are milliseconds of the model's clock.
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
  /** What buyers' banks want back and have not decided, and what they took for good (a part of `refunded`). */
  disputed: number
  chargedBack: number
  /** Whether its problem is the bank's alone, and whether it was ever sent or handed over. */
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
  /** What a bank took of it for good. */
  back: number
  /** What became of it at the provider, told or not; null where the provider never heard of it. */
  truth: 'pending' | 'failed' | 'succeeded' | null
}

/** A bank that wants a payment back, always all of it. */
export type Dispute = {
  id: string
  payment: string
  amount: number
  stage: 'new' | 'inquiry' | 'open' | 'won' | 'lost'
  /** What it is about, as it was when it was last heard of. */
  order: string | null
  hold: string | null
  /** What of the payment had gone back before the bank took it, and what was taken back of the seller for it. */
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
  /** What sellers are owed for orders and kept deposits, by the id of either. */
  payouts: Record<string, number>
  /** What of that has left, as of the last time that all could leave. */
  sent: Record<string, number>
  disputes: Dispute[]
  /** Refunds that failed and wait for the operator, and what was paid by hand, by payment. */
  held: Record<string, number>
  byHand: Record<string, number>
  /** Events of the provider that were taken. */
  usedEvents: string[]
  /** Tries to pay that the service has and the model does not know yet: a verb that may have begun one takes it from here. */
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

/** Another world that can go its own way. Records are flat, and this is done thousands of times in a sequence. */
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

/** The fields that are compared, by record. What a late job may still have to write reads the same before and after. */
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
      // "lapsed" is written with its order's expiry, by whoever comes first
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

/** Where the two differ, in words; empty when they agree. */
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
