import {
  newModel,
  type Dispute,
  type Hold,
  type Listing,
  type Model,
  type Offer,
  type Order,
  type Payment,
  type Who,
} from '#test/model/world.ts'

/*
 * States of the search. A state models one part of the market (test/model/world.ts): either the listing with everything that can still lead
 * to its sale, or a single sale or hold. docs/design/proof.md explains why these parts can be searched separately.
 */

/** The time in every state: a Monday at noon. A deadline is either in the future or at `PAST`. */
export const NOW = Date.UTC(2030, 0, 7, 12)
export const PAST = NOW
const DAY = 86_400_000
export const FUTURE = NOW + 100 * DAY
/** Payment times. `RECENT`: the order is not yet late to ship. `LONG_AGO`: the order is late to ship. */
const RECENT = NOW - 3_600_000
export const LONG_AGO = NOW - 20 * DAY

export const LISTING = 'lst'
/** Id of the order that stands for a paid sale of the listing. The sale itself is a separate part of the search. */
export const SALE = 'sale'
export const PRICES = [6000, 400] as const
export const BUYERS = ['ann', 'bob'] as const
export type Buyer = (typeof BUYERS)[number]

export const isUnpaid = ({ paidAt }: Order): boolean => paidAt === null
export const FINISHED: readonly Order['status'][] = ['completed', 'refunded', 'cancelled', 'expired']
export const isFinished = ({ status }: Order): boolean => FINISHED.includes(status)

/** Returns the initial state of every search: a draft with a price. */
export function firstState(price: number, shipping: number): Model {
  const w = newModel(NOW)
  w.listings.push({ id: LISTING, status: 'draft', gone: false, everSold: false, price, shipping, takesOffers: true })
  return w
}

/**
 * Splits a state into its parts and normalizes them. A sale becomes a separate part when it is paid or ends unpaid. A hold becomes a
 * separate part when it ends, but stays with the paid sale that used it. A payment that can no longer pay for anything also becomes a
 * separate part.
 */
export function partsOf(w: Model): Model[] {
  const strays = w.payments.filter((p) => isStray(w, p))
  if (strays.length > 0) w.payments = w.payments.filter((p) => !strays.includes(p))
  const parts = w.listings.length === 0 ? (w.payments.length > 0 ? [w] : []) : partsOfMarket(w)
  return [...parts, ...strays.map((p) => strayOf(w, p))].map(normal)
}

function partsOfMarket(w: Model): Model[] {
  const leaving = w.orders.filter((o) => o.id !== SALE && (!isUnpaid(o) || (isFinished(o) && !usedHold(w, o))))
  const paid = leaving.filter((o) => !isUnpaid(o))
  const ended = w.holds.filter(hasEnded)
  const gone = new Set([...leaving, ...ended].map(({ id }) => id))
  const market = subset(
    w,
    w.orders.filter((o) => !gone.has(o.id)),
    w.holds.filter((h) => !gone.has(h.id) && !(h.order !== null && gone.has(h.order))),
  )
  market.listings = w.listings
  market.offers = w.offers.filter((o) => isOpen(o) || (o.status === 'accepted' && market.orders.some(({ id }) => id === o.order)))
  const sales = paid.map((o) =>
    subset(
      w,
      [{ ...o, offer: null }],
      w.holds.filter((h) => h.id === o.hold),
    ),
  )
  const holds = ended.map((h) => subset(w, [], [{ ...h, order: null }])).filter(({ payments }) => payments.length > 0)
  for (const o of paid) if (!isFinished(o)) market.orders.push(standIn(o))
  return [market, ...sales, ...holds]
}

/** Returns true for a payment that can no longer pay for its order, hold or purchase. If such a payment still succeeds, it is refunded. */
export function isStray(w: Model, p: Payment): boolean {
  const purchase = w.purchases.find(({ id }) => id === p.purchase)
  if (purchase) return purchase.status !== (p.status === 'succeeded' ? 'paid' : 'awaiting_payment') || isReplaced(w, p)
  const hold = w.holds.find(({ id }) => id === p.hold)
  const order = w.orders.find(({ id }) => id === p.order)
  if (w.listings.length === 0 && w.payments.length === 1) return false
  if (isReplaced(w, p)) return true
  if (hold) {
    if (p.status !== 'succeeded') return hold.status !== 'asked'
    return (
      p.refunded === p.amount &&
      (hold.status === 'asked' ||
        hold.status === 'expired' ||
        w.payments.some((one) => one.hold === hold.id && one !== p && one.status === 'succeeded' && one.refunded < one.amount))
    )
  }
  if (p.status !== 'succeeded') return order!.status !== 'awaiting_payment'
  return order!.paidAt === null
}

/** Returns true for a payment attempt that did not succeed and that a later attempt replaced. */
const isReplaced = (w: Model, p: Payment): boolean =>
  p.status !== 'succeeded' &&
  w.payments.slice(w.payments.indexOf(p) + 1).some((one) => one.order === p.order && one.hold === p.hold && one.purchase === p.purchase)

/**
 * Reduces a state to one payment that can only be refunded. In the result, the payment belongs to an expired hold, and each amount is
 * either the deposit of that hold or zero.
 */
export function strayOf(w: Model, p: Payment): Model {
  const hold: Hold = { id: 'stray', listing: LISTING, buyer: 'ann', deposit: 600, status: 'expired', until: PAST, order: null }
  const cents = (all: number | undefined) => (all === undefined ? {} : { [p.id]: all === p.amount ? 600 : 0 })
  const amount = (all: number) => (all === 0 ? 0 : 600)
  return {
    ...newModel(NOW),
    holds: [hold],
    payments: [{ ...p, order: null, hold: hold.id, purchase: null, amount: 600, refunded: amount(p.refunded), back: amount(p.back) }],
    disputes: w.disputes.filter((d) => d.payment === p.id).map((d) => ({ ...d, amount: 600, refundedBefore: amount(d.refundedBefore) })),
    held: cents(w.held[p.id]),
    byHand: cents(w.byHand[p.id]),
  }
}

const usedHold = (w: Model, o: Order): boolean => w.holds.some((h) => h.id === o.hold && h.status === 'used' && h.order === o.id)
const hasEnded = ({ status }: Hold): boolean => status === 'returned' || status === 'kept' || status === 'expired'
const isOpen = ({ status }: Offer): boolean => status === 'open' || status === 'countered'

/** Returns an order without details. The order only shows that a paid sale of the listing is not finished. */
const standIn = (o: Order): Order => ({
  ...o,
  id: SALE,
  buyer: 'guest',
  offer: null,
  hold: null,
  purchase: null,
  item: 0,
  shipping: 0,
  deposit: 0,
})

/** Returns the part of a state that contains the given orders and holds, with their payments and all related money. */
export function subset(w: Model, orders: Order[], holds: Hold[]): Model {
  const ids = new Set([...orders, ...holds].map(({ id }) => id))
  const payments = w.payments.filter((p) => ids.has((p.order ?? p.hold)!))
  const own = (of: Record<string, number>, all: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(of).filter(([id, cents]) => all.has(id) && cents !== 0))
  const paid = new Set(payments.map(({ id }) => id))
  return {
    ...newModel(NOW),
    orders,
    holds,
    payments,
    payouts: own(w.payouts, ids),
    sent: own(w.sent, ids),
    disputes: w.disputes.filter((d) => paid.has(d.payment)),
    held: own(w.held, paid),
    byHand: own(w.byHand, paid),
  }
}

const deadline = (at: number): number => (at <= NOW ? PAST : FUTURE)
const deadlineOrNull = (at: number | null): number | null => (at === null ? null : deadline(at))

/**
 * Simplifies a state. Deadlines become either past or future, payment times either recent or long ago, and `normalAmounts` sets the amounts
 * of unpaid orders.
 */
export function round(w: Model): void {
  for (const o of w.orders) {
    o.payBy = deadline(o.payBy)
    if (o.paidAt !== null) o.paidAt = o.paidAt <= LONG_AGO ? LONG_AGO : RECENT
    o.shipBy = deadlineOrNull(o.shipBy)
    o.cancelBy = deadlineOrNull(o.cancelBy)
    o.protectUntil = deadlineOrNull(o.protectUntil)
    o.returnBy = deadlineOrNull(o.returnBy)
  }
  for (const one of [...w.holds, ...w.offers]) one.until = deadline(one.until)
  for (const o of w.orders) if (o.status === 'awaiting_payment') normalAmounts(w, o)
}

/** Normalizes a part of a state by resetting all fields that no rule will read. Equivalent parts become equal. */
export function normal(w: Model): Model {
  const isMarket = w.listings.length > 0
  w.orders = w.orders.map((o) => normalOrder(o))
  w.holds = w.holds.map((h) => ({ ...h, until: h.status === 'used' && !isMarket ? PAST : deadline(h.until) }))
  w.offers = w.offers.map((o) => ({ ...o, until: isOpen(o) ? deadline(o.until) : PAST, madeAt: 0 }))
  w.disputes = w.disputes.map(normalDispute)
  for (const cents of [w.payouts, w.sent, w.held, w.byHand]) for (const id of Object.keys(cents)) if (cents[id] === 0) delete cents[id]
  if (!isMarket && w.orders[0]) w.orders[0].buyer = 'ann'
  if (isMarket) {
    // a failed payment can still succeed, so it counts as a started payment. So does a pending payment for a hold, because no task depends
    // on it
    w.payments = w.payments.map((p) =>
      p.status === 'failed' || (p.status === 'pending' && p.hold !== null) ? { ...p, status: 'started' } : p,
    )
    for (const o of w.orders) normalAmounts(w, o)
  }
  return w
}

/**
 * Replaces the amounts of an unpaid order with standard amounts. The standard amounts only show if the deposit is less than, equal to or
 * more than the price.
 */
function normalAmounts(w: Model, o: Order): void {
  if (o.id === SALE || o.purchase !== null) return
  const hold = w.holds.find(({ id }) => id === o.hold)
  const item = !hold || o.deposit < o.item ? 6000 : hold.deposit === o.item ? o.item : 300
  if (item === o.item) return
  o.item = item
  if (hold) o.deposit = Math.min(hold.deposit, item)
  for (const p of w.payments) if (p.order === o.id) p.amount = o.item + o.shipping - o.deposit
}

/**
 * Resets the details of a decided dispute. An open dispute retains its details, because it stops the transfer of its order's or hold's
 * money.
 */
function normalDispute(d: Dispute): Dispute {
  return d.stage === 'won' || d.stage === 'lost' ? { ...d, order: null, hold: null, refundedBefore: 0, taken: 0 } : d
}

function normalOrder(o: Order): Order {
  const over = isFinished(o)
  const isPaid = o.status === 'paid'
  const waits = o.status === 'shipped' || o.status === 'delivered'
  return {
    ...o,
    payBy: o.status === 'awaiting_payment' ? deadline(o.payBy) : PAST,
    paidAt: o.paidAt === null ? null : isPaid && o.paidAt <= LONG_AGO ? LONG_AGO : RECENT,
    shipBy: isPaid && o.id !== SALE ? deadlineOrNull(o.shipBy) : null,
    cancelBy: deadlineOrNull(o.cancelBy),
    protectUntil: waits ? deadlineOrNull(o.protectUntil) : null,
    offered: o.status === 'problem' ? o.offered : null,
    bankAlone: o.status === 'problem' && o.bankAlone,
    wasSent: !over && o.wasSent,
    pickup: !over && o.pickup,
    reminded: false,
    endedAt: over && o.paidAt !== null ? NOW : null,
    returned: over ? null : o.returned,
    returnBy: over ? null : deadlineOrNull(o.returnBy),
  }
}

/**
 * Returns a canonical key. Two states have the same key if and only if they are equal after renaming the buyers. The key is not a hash, so
 * different states never collide.
 */
export function keyOf(w: Model): string {
  const record = (id: string): string => {
    const order = w.orders.find((one) => one.id === id)
    if (order) return orderKey(w, order)
    return holdKey(
      w,
      w.holds.find((one) => one.id === id)!,
    )
  }
  if (w.listings.length === 0) {
    const parts = [...w.orders, ...w.holds].map(({ id }) => record(id))
    return `S${parts.join('/')}`
  }
  const buyers = BUYERS.map((who) => buyerKey(w, who)).toSorted()
  const sale = w.orders.some(({ id }) => id === SALE) ? 'busy' : ''
  return `${listingKey(w.listings[0]!)}${sale}|${buyers.join('|')}`
}

const listingKey = (l: Listing): string =>
  `M${l.status[0]}${l.gone ? 'g' : ''}${l.everSold ? 'e' : ''}${l.takesOffers ? 'o' : ''}${l.price},${l.shipping}`

const buyerKey = (w: Model, who: Who): string =>
  [
    ...w.offers.filter((o) => o.buyer === who).map((o) => `${o.status.slice(0, 3)}${o.amount},${o.counter},${time(o.until)}`),
    ...w.holds
      .filter((h) => h.buyer === who)
      .map((h) => holdKey(w, h))
      .toSorted(),
    ...w.orders.filter((o) => o.buyer === who).map((o) => orderKey(w, o)),
  ].join(' ')

const time = (at: number | null): string => (at === null ? '' : at === PAST ? '!' : at === FUTURE ? '.' : at === LONG_AGO ? '<' : '>')

const holdKey = (w: Model, h: Hold): string =>
  `h${h.status.slice(0, 2)}${h.deposit}${time(h.until)}${h.order === null ? '' : 'o'}${moneyKey(w, h.id)}`

export const orderKey = (w: Model, o: Order): string =>
  `${o.status.slice(0, 3)}${o.item},${o.shipping},${o.deposit}${o.pickup ? 'p' : ''}${o.hold === null ? '' : 'h'}${o.offer === null ? '' : 'f'}${[o.payBy, o.paidAt, o.shipBy, o.cancelBy, o.protectUntil].map(time).join(',')},${o.offered ?? ''},${o.refunded},${o.disputed},${o.chargedBack}${o.bankAlone ? 'b' : ''}${o.wasSent ? 's' : ''}${o.returned ?? ''}${time(o.returnBy)}${moneyKey(w, o.id)}`

const moneyKey = (w: Model, id: string): string =>
  `[${w.payments
    .filter((p) => p.order === id || p.hold === id)
    .map((p) => paymentKey(w, p))
    .join(';')}]${w.payouts[id] ?? ''},${w.sent[id] ?? ''}`

export function paymentKey(w: Model, p: Payment): string {
  const d = w.disputes.find((one) => one.payment === p.id)
  const dispute = d ? [d.stage.slice(0, 2), d.order && 'o', d.hold && 'h', d.refundedBefore, d.taken].join(':') : ''
  return `${p.status.slice(0, 2)}${p.amount},${p.refunded},${p.back}${dispute},${w.held[p.id] ?? ''},${w.byHand[p.id] ?? ''}`
}
