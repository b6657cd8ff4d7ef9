import type { Listing, Order, Purchase, Who, Model } from '#test/model/world.ts'
import { MINUTE } from './clock.ts'
import { ship } from './orders.ts'
import { openTry, type Method } from './payments.ts'
import { type Made, buyableUnlessBlocked, expireDue, reservedFor, unlessRefused, unpaid } from './shared.ts'

/**
 * Discounts in the model's shop: the percentage for each minimum number of items. For a bundle, only the highest of its items' shipping
 * prices is charged.
 */
export const TIERS = [
  { from: 2, percent: 7 },
  { from: 3, percent: 15 },
]

export const createPurchase = (w: Model, made: Made, who: Who, ids: readonly string[], expected: number): number =>
  unlessRefused(w, () => create(w, made, who, ids, expected))

function create(w: Model, made: Made, who: Who, ids: readonly string[], expected: number): number {
  if (ids.length < 2) return 400
  const items: Listing[] = []
  for (const id of ids) {
    const l = buyableUnlessBlocked(w, who, id)
    if (typeof l === 'number') return l
    items.push(l)
  }
  if (items.some((l) => l.shipping === 0)) return 400
  for (const l of items) {
    expireDue(w, l.id)
    if (reservedFor(w, l.id)) return 409
  }
  const { total, parts } = priceOf(items)
  if (expected !== total) return 409
  const { purchase: id, orders } = made
  if (id === undefined || !orders) return 201
  const payBy = w.now + 15 * MINUTE
  const shares = Object.fromEntries(parts.map(({ item, shipping }, index) => [orders[index]!, item + shipping]))
  w.purchases.push({ id, buyer: who, total, shares, status: 'awaiting_payment', payBy })
  for (const [index, l] of items.entries())
    w.orders.push({
      ...{
        id: orders[index]!,
        listing: l.id,
        buyer: who,
        toAnn: false,
        offer: null,
        hold: null,
        purchase: id,
        ...parts[index]!,
        deposit: 0,
      },
      ...{ pickup: false, status: 'awaiting_payment', payBy, paidAt: null, shipBy: null, cancelBy: null, protectUntil: null },
      ...{ offered: null, refunded: 0, disputed: 0, chargedBack: 0, bankAlone: false, wasSent: false, reminded: false },
      ...{ returned: null, returnBy: null, endedAt: null, reviewed: false },
    })
  return 201
}

/**
 * Computes the price of a bundle and each item's share of the price. The discount is rounded half up, and `divide` distributes the discount
 * and the shipping price among the items.
 */
export function priceOf(items: readonly Pick<Listing, 'id' | 'price' | 'shipping'>[]): {
  total: number
  parts: { item: number; shipping: number }[]
} {
  const percent = TIERS.findLast(({ from }) => items.length >= from)?.percent ?? 0
  const prices = items.map(({ price }) => price ?? 0)
  const shippings = items.map(({ shipping }) => shipping)
  const price = prices.reduce((sum, cents) => sum + cents, 0)
  const discount = Math.floor((price * percent) / 100 + 0.5)
  const shipping = Math.max(...shippings)
  const ids = items.map(({ id }) => id)
  const [off, sent] = [divide(discount, prices, ids), divide(shipping, shippings, ids)]
  return { total: price - discount + shipping, parts: items.map((_, i) => ({ item: prices[i]! - off[i]!, shipping: sent[i]! })) }
}

/**
 * Divides an amount in proportion to the weights. Rounds each part down to a whole cent. The parts with the largest remainders then get one
 * more cent each, until the sum is correct. Ties are broken by id.
 */
export function divide(cents: number, weights: readonly number[], ids: readonly string[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((cents * weight) / sum))
  const order = ids
    .map((id, index) => ({ id, index, rest: (cents * weights[index]!) % sum }))
    .sort((a, b) => b.rest - a.rest || (a.id < b.id ? -1 : 1))
  for (const { index } of order.slice(0, cents - parts.reduce((a, b) => a + b, 0))) parts[index]!++
  return parts
}

/** Returns the orders in a purchase, sorted by id. */
export const ordersOf = (w: Model, purchase: string): Order[] =>
  w.orders.filter((o) => o.purchase === purchase).toSorted((a, b) => (a.id < b.id ? -1 : 1))

const purchaseOf = (w: Model, who: Who, id: string): Purchase | undefined =>
  w.purchases.find((p) => p.id === id && (who === 'owner' || p.buyer === who))

export function beginPayPurchase(w: Model, made: Made, who: Who, id: string, method: Method): number | null {
  const p = purchaseOf(w, who, id)
  if (!p) return 404
  if (who === 'owner' || p.status !== 'awaiting_payment') return 409
  return openTry(w, made, { order: null, hold: null, purchase: id }, p.total, method)
}

export function cancelPurchase(w: Model, who: Who, id: string): number {
  const p = purchaseOf(w, who, id)
  if (!p) return 404
  if (who === 'owner' || p.status !== 'awaiting_payment') return 409
  p.status = 'cancelled'
  for (const o of ordersOf(w, id)) unpaid(w, o, 'cancelled')
  return 200
}

export function shipPurchase(w: Model, who: Who, id: string): number {
  if (!purchaseOf(w, who, id)) return 404
  const paid = ordersOf(w, id).filter((o) => o.status === 'paid')
  if (who !== 'owner' || paid.length === 0) return 409
  for (const o of paid) ship(w, who, o.id)
  return 200
}
