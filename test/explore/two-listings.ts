import { quoteBundle, splitCents } from '#core/bundle.ts'
import { givesShipping, movableShipping, takesShipping } from '#commerce/orders/rules/shared-shipping.ts'
import * as rules from '#test/model/law.ts'
import { UNFINISHED } from '#test/model/law/shared.ts'
import { byId, copyOf, newModel, type Listing, type Model, type Order, type Purchase } from '#test/model/world.ts'
import { brokenIn } from './invariants.ts'
import { begin, byBuyer, byOwner, clock, METHOD, movesOf, PARTS, type Move } from './moves.ts'
import { search, type SearchResult, type Space } from './search.ts'
import { FUTURE, isStray, isUnpaid, keyOf, LISTING, normal, NOW, orderKey, PAST, partsOf, paymentKey, strayOf, subset } from './state.ts'
import * as verdicts from './verdicts.ts'

/*
 * Two listings in one shop. The search combines their states only while a purchase covers both listings. After the payment, it combines
 * only the states of the two orders. All other states consist of parts that the search with one listing visits. docs/design/proof.md
 * explains why those states need not be combined.
 */

export const LISTINGS = [LISTING, 'other'] as const
const PURCHASE = 'pur'
const ORDERS = ['ord_a', 'ord_b'] as const
/** Amounts of each order in an unpaid purchase. No rule compares these amounts with a price, so a single value stands for all. */
const SHARE = { item: 5580, shipping: 250 } as const

/** The service's rules for several orders in one purchase. Each seeded defect replaces one of these rules. */
export const BUNDLE_RULES = { quoteBundle, splitCents, givesShipping, movableShipping, takesShipping }

/** Result of the search with one listing, and each state of the listing that a purchase can reserve. */
export type Base = { one: SearchResult; free: readonly Model[] }

export function searchOne(mostSeconds: number): Base {
  const free = new Map<string, Model>()
  const partner = live()
  const onState = (w: Model): void => {
    if (w.listings.length === 0) return
    const both = join(w, partner)
    if (order(both) === 201) free.set(keyOf(partsOf(ofListing(both, LISTING)).find(isMarket)!), w)
  }
  const one = search({ mostSeconds, buyers: ['ann'], onState })
  return { one, free: [...free.values()] }
}

/** All states that include a purchase of both listings. */
export const twoListings = ({ one, free }: Base): Space => ({
  starts: () => free.flatMap((a, index) => free.slice(index).flatMap((b) => startOf(a, b))),
  partsOf: partsOfTwo,
  keyOf: keyOfTwo,
  movesOf: (w) => [...movesOf(w, ['ann']), ...purchaseMoves(w)],
  brokenIn: (w) => brokenIn(w) ?? brokenPurchase(w),
  differs: (before, after, move) => wrongShares(before, after, move) ?? wrongDispute(before, after),
  isForeign: (part) => part.purchases.length === 0,
  isKnown: one.has,
})

/** Compares the model's bundle prices with the service's, even for prices that do not divide evenly. Returns a difference, or null. */
export function wrongQuote(): string | null {
  const prices = [...Array.from({ length: 40 }, (_, n) => 1 + n), 400, 6000]
  for (const a of prices)
    for (const b of prices)
      for (const shipping of [500, 333]) {
        const items = [
          { id: LISTINGS[0], price: a, shipping: 500 },
          { id: LISTINGS[1], price: b, shipping },
        ]
        const model = rules.priceOf(items)
        const service = BUNDLE_RULES.quoteBundle(
          items.map(({ id, price: priceCents, shipping: shippingCents }) => ({ id, priceCents, shippingCents })),
          { tiers: rules.TIERS, shipping: 'highest' },
        )
        const shares = service.parts.map(({ itemCents: item, shippingCents }) => ({ item, shipping: shippingCents }))
        if (JSON.stringify([model.total, model.parts]) !== JSON.stringify([service.totalCents, shares]))
          return `prices of ${a} and ${b} cents: ${JSON.stringify(shares)} by the service's rules, and ${JSON.stringify(model.parts)} by the model's`
      }
  return null
}

function live(): Model {
  const w = newModel(NOW)
  w.listings.push({ id: LISTING, status: 'live', gone: false, everSold: false, price: 6000, shipping: 500, takesOffers: true })
  return w
}

const isMarket = (w: Model): boolean => w.listings.length > 0

/** Combines the states of two listings into one state. Renames the records of the second listing. */
export function join(a: Model, b: Model): Model {
  const renamed = JSON.parse(
    JSON.stringify(b).replaceAll(/"(lst|stray|(?:off_ann|off_bob|hol_ann|hol_bob|ord|dp_\w+|pay_\w+)\.[\w.]+)"/g, (_, id: string) =>
      JSON.stringify(id === LISTING ? LISTINGS[1] : `${id}~`),
    ),
  ) as Model
  return union([copyOf(a), renamed])
}

const union = (all: readonly Model[]): Model => ({
  ...newModel(NOW),
  listings: all.flatMap(({ listings }) => listings),
  offers: all.flatMap(({ offers }) => offers),
  orders: all.flatMap(({ orders }) => orders),
  holds: all.flatMap(({ holds }) => holds),
  purchases: all.flatMap(({ purchases }) => purchases),
  payments: all.flatMap(({ payments }) => payments),
  disputes: all.flatMap(({ disputes }) => disputes),
  payouts: Object.assign({}, ...all.map(({ payouts }) => payouts)),
  sent: Object.assign({}, ...all.map(({ sent }) => sent)),
  held: Object.assign({}, ...all.map(({ held }) => held)),
  byHand: Object.assign({}, ...all.map(({ byHand }) => byHand)),
})

/** Returns the part of a state that belongs to one listing, without payments for a purchase. */
export function ofListing(w: Model, id: string): Model {
  const own = (one: { listing: string }) => one.listing === id
  const part = subset(w, w.orders.filter(own), w.holds.filter(own))
  part.listings = w.listings.filter((l) => l.id === id)
  part.offers = w.offers.filter(own)
  return part
}

const totalOf = (listings: readonly Listing[]): number => rules.priceOf(listings.map((l) => ({ ...l, price: l.price ?? 0 }))).total

const order = (w: Model): number =>
  rules.createPurchase(w, { purchase: PURCHASE, orders: [...ORDERS] }, 'ann', LISTINGS, totalOf(w.listings))

function startOf(a: Model, b: Model): { w: Model; label: string }[] {
  const w = join(a, b)
  const status = order(w)
  if (status !== 201) throw new Error(`a purchase of two free listings is refused: ${status}`)
  return partsOfTwo(w).flatMap((part) => (part.purchases.length > 0 ? [{ w: part, label: `order ${keyOf(a)} and ${keyOf(b)}` }] : []))
}

/** Splits a state into parts: the purchase with everything that depends on it, and the remaining parts of each listing. */
function partsOfTwo(w: Model): Model[] {
  const [purchase] = w.purchases
  if (!purchase) throw new Error('a state of two listings without a purchase')
  const strays = w.payments.filter((p) => p.purchase !== null && isStray(w, p))
  const money = moneyOf({ ...w, payments: w.payments.filter((p) => p.purchase !== null && !strays.includes(p)) })
  const loose = strays.map((p) => normal(strayOf(w, p)))
  if (w.listings.length === 0) return [saleOf(w, purchase, money), ...loose]
  const parts = LISTINGS.flatMap((id) => partsOf(ofListing(w, id)))
  if (purchase.status === 'awaiting_payment') {
    const coupled = union([...parts.filter(isMarket), money])
    coupled.purchases = [purchase]
    return [unpaidOf(coupled), ...parts.filter((part) => !isMarket(part)), ...loose]
  }
  if (purchase.status !== 'paid') return [...parts, ...loose]
  const isSale = (part: Model) => !isMarket(part) && part.orders.some((o) => o.purchase === PURCHASE)
  return [saleOf(union([...parts.filter(isSale)]), purchase, money), ...parts.filter((part) => !isSale(part)), ...loose]
}

function moneyOf({ payments, disputes, held, byHand }: Model): Model {
  const ids = new Set(payments.map(({ id }) => id))
  const own = (of: Record<string, number>) => Object.fromEntries(Object.entries(of).filter(([id, cents]) => ids.has(id) && cents !== 0))
  const all = { payments, disputes: disputes.filter((d) => ids.has(d.payment)), held: own(held), byHand: own(byHand) }
  return { ...newModel(NOW), ...all }
}

/** Normalizes an unpaid purchase of two listings, so that equivalent states become equal. */
function unpaidOf(w: Model): Model {
  const total = 2 * (SHARE.item + SHARE.shipping)
  const shares = Object.fromEntries(ORDERS.map((id) => [id, total / 2]))
  w.purchases = w.purchases.map((one) => ({ ...one, total, shares, payBy: FUTURE }))
  w.orders = w.orders.map((o) => (o.purchase === null ? o : { ...o, ...SHARE }))
  // as for an order, a failed payment is equivalent to a payment that has only started
  w.payments = w.payments.map((p) =>
    p.purchase === null ? p : { ...p, amount: total, status: p.status === 'failed' ? ('started' as const) : p.status },
  )
  return w
}

/** Normalizes the two paid orders in a purchase, so that equivalent states become equal. */
function saleOf({ orders, payouts, sent }: Model, purchase: Purchase, { payments, disputes, held, byHand }: Model): Model {
  const w = { ...newModel(NOW), orders: orders.toSorted((a, b) => (a.id < b.id ? -1 : 1)), payouts: { ...payouts }, sent: { ...sent } }
  return normal({ ...w, payments, disputes, held, byHand, purchases: [{ ...purchase, payBy: PAST }] })
}

/**
 * Returns a canonical key. Two states have the same key if and only if they are equal. Unpaid purchases that differ only in the order of
 * their listings count as equal.
 */
function keyOfTwo(w: Model): string {
  const money = w.payments.filter((p) => p.purchase !== null).map((p) => `${paymentKey(w, p)}${w.disputes.map(partKey).join(';')}`)
  const parts = isMarket(w) ? LISTINGS.map((id) => keyOf(ofListing(w, id))).toSorted() : w.orders.map((o) => orderKey(w, o))
  return `${isMarket(w) ? 'U' : 'P'}${parts.join('&')}#${money.join()}`
}

const partKey = ({ id, stage, amount, taken, refundedBefore }: Model['disputes'][number]): string =>
  `${id.at(-1)}${stage.slice(0, 2)}${amount}:${taken}:${refundedBefore}`

function purchaseMoves(w: Model): Move[] {
  const [purchase] = w.purchases
  const { id } = purchase!
  const subject = { of: 'purchase', id } as const
  if (!isMarket(w)) {
    const [first] = w.orders.filter((o) => o.status === 'paid')
    const ships =
      first && ({ subject: { of: 'order', id: first.id }, verdict: verdicts.order(first, 'ship', 'seller'), alone: true } as const)
    return [byOwner('ship the parcel', { about: id, ...ships }, (after) => rules.shipPurchase(after, 'owner', id))]
  }
  return [
    byBuyer('pay the purchase', { about: id }, (after) =>
      begin(after, { purchase: id }, (made) => rules.beginPayPurchase(after, made, 'ann', id, METHOD)),
    ),
    byBuyer('cancel the purchase', { about: id, subject, verdict: verdicts.purchase(purchase!, 'cancel', 'buyer'), alone: true }, (after) =>
      rules.cancelPurchase(after, 'ann', id),
    ),
    clock('the deadline of a purchase passes', id, expire, subject, verdicts.purchase({ ...purchase!, payBy: PAST }, 'expire', 'clock')),
  ]
}

function expire(w: Model): void {
  for (const one of [...w.purchases, ...w.orders.filter((o) => o.purchase !== null)]) one.payBy = PAST
}

/**
 * Checks that the payment of a purchase equals the sum of its orders, and that either all of these orders are paid or none. Returns a
 * violation, or null.
 */
function brokenPurchase(w: Model): string | null {
  const [purchase] = w.purchases
  const orders = rules.ordersOf(w, purchase!.id)
  const total = sum(orders.map((o) => o.item + o.shipping))
  const [payment] = w.payments.filter((p) => p.purchase !== null)
  if (total !== purchase!.total) return `a purchase of ${purchase!.total} cents, but orders of ${total}`
  if (payment && payment.amount !== total) return `a payment of ${payment.amount} cents for orders of ${total}`
  if (new Set(orders.map(isUnpaid)).size > 1) return 'only one order of a purchase is paid'
  if (orders.some((o) => isUnpaid(o)) !== (purchase!.status !== 'paid')) return `a ${purchase!.status} purchase with orders that are not`
  if (!payment || purchase!.status !== 'paid') return null
  const refunded = sum(orders.map((o) => o.refunded))
  if (refunded !== payment.refunded + payment.back)
    return `orders refund ${refunded} cents, and their payment ${payment.refunded + payment.back}`
  const open = orders.filter((o) => UNFINISHED.includes(o.status))
  const early = orders.find((o) => (o.status === 'refunded' || o.status === 'cancelled') && o.chargedBack === 0 && o.shipping > 0)
  return open.length > 0 && early ? 'shipping is refunded before the last order of a purchase' : null
}

const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)

type Facts = Parameters<typeof givesShipping>[0] & Parameters<typeof movableShipping>[0]
const factsOf = (o: Order): Facts => ({
  ...{ status: o.status, disputed_cents: o.disputed },
  ...{ item_cents: o.item, shipping_cents: o.shipping, refunded_cents: o.refunded },
})

/** Expected amounts for an order and its payout, according to the service's rules. */
type Expected = Order & { payout: number }

/** Checks the shipping, refund and payout of both orders against the service's rules. */
function wrongShares(before: Model, after: Model, { subject, money }: Move): string | null {
  if (!money || subject?.of !== 'order') return null
  const orders = before.orders.map((o) => ({ ...o, payout: before.payouts[o.id] ?? 0 }))
  settle(
    orders,
    orders.find(({ id }) => id === subject.id)!,
    money,
  )
  return differenceOf(orders, after, ({ shipping, refunded, payout }) => `shipping ${shipping}, refund ${refunded}, payout ${payout}`)
}

/** Moves the money at the end of an order, as src/commerce/orders/settle.ts does. */
function settle(orders: readonly Expected[], own: Expected, money: readonly string[]): void {
  const others = orders.filter((o) => o !== own)
  if (money.includes('give back all')) {
    const next = others.find((o) => BUNDLE_RULES.takesShipping(factsOf(o)))
    if (next) give(own, next, BUNDLE_RULES.movableShipping(factsOf(own)))
    own.refunded = own.item + own.shipping
  }
  if (!money.includes('pay out')) return
  for (const o of others) if (BUNDLE_RULES.givesShipping(factsOf(o))) give(o, own, BUNDLE_RULES.movableShipping(factsOf(o)))
  if (money.includes('give back the part')) own.refunded += own.offered ?? PARTS[0]
  own.payout = own.item + own.shipping - own.refunded
}

function give(from: Order, to: Order, cents: number): void {
  from.shipping -= cents
  to.shipping += cents
}

function differenceOf(orders: readonly Expected[], after: Model, textOf: (o: Expected) => string): string | null {
  for (const o of orders) {
    const [should, is] = [textOf(o), textOf({ ...byId(after.orders, o.id)!, payout: after.payouts[o.id] ?? 0 })]
    if (should !== is) return `${o.id} has ${should} by the service's rules, and ${is} by the model's`
  }
  return null
}

/** Checks a new stage of a dispute against the service's rules: how the dispute is divided, and the status and shipping of each order. */
function wrongDispute(before: Model, after: Model): string | null {
  const [was, is] = [before.disputes[0]?.stage, after.disputes[0]?.stage]
  if (!is || is === was) return null
  const left = before.orders.map((o) => ({ id: o.id, weight: o.item + o.shipping - o.refunded }))
  const shares = before.orders.map(({ id }) => ({ id, weight: before.purchases[0]!.shares[id]! }))
  const cents = BUNDLE_RULES.splitCents(before.payments[0]!.amount, left.some(({ weight }) => weight > 0) ? left : shares)
  const amounts = before.orders.map(({ id }) => after.disputes.find((d) => d.id.endsWith(`/${id}`))?.amount ?? 0)
  if (!was && cents.join() !== amounts.join())
    return `the parts are ${cents.join()} by the service's rules, and ${amounts.join()} by the model's`
  if (is === 'inquiry' || is === 'lost') return null
  const orders = before.orders.map((o) => ({ ...o, payout: 0 }))
  // the service applies the parts of a dispute one after the other
  for (const [index, o] of orders.entries()) {
    if (amounts[index] === 0) continue
    if (is === 'won' && was === 'open') o.disputed -= amounts[index]!
    const operation = is === 'open' ? 'dispute' : 'win_dispute'
    const to = verdicts.order(o, operation, 'provider')
    if (to === null) continue
    const money = verdicts.money(o, operation, 'provider')!
    o.status = to as Order['status']
    settle(orders, o, money)
  }
  return differenceOf(orders, after, ({ status, shipping }) => `the status ${status} and shipping of ${shipping}`)
}
