import { byId, type Model, type Order } from '#test/model/world.ts'
import { buy } from './buying.ts'
import { createPurchase, ordersOf } from './purchases.ts'
import { type Made, unlessRefused } from './shared.ts'

/* The model's version of the rules for guests (spec: completions 13.7). */

const LIMIT = 500_00

/** Endpoints that guests may call. All other endpoints reject guests. */
const ALLOWED = [
  'createGuestCheckout',
  'createGuestPurchase',
  'listOrders',
  'listPurchases',
  'payOrder',
  'payPurchase',
  'cancelOrder',
  'cancelPurchase',
  'reportProblem',
  'agreeToReturn',
  'declineReturn',
  'sendReturn',
]

export const isForGuests = (endpoint: string): boolean => ALLOWED.includes(endpoint)

export const buyAsGuest = (
  w: Model,
  made: Made,
  listing: string,
  expected: number,
  input: { hasAddress: boolean; toAnn: boolean },
): number =>
  unlessRefused(w, () => {
    const status = buy(w, made, 'guest', listing, expected, false)
    if (status !== 201) return status
    const { price, shipping } = byId(w.listings, listing)!
    if (price! + shipping > LIMIT) return 409
    if (shipping > 0 && !input.hasAddress) return 400
    if (made.order) byId(w.orders, made.order)!.toAnn = input.toAnn
    return 201
  })

/** Orders several items for a guest. The total, including shipping, counts toward the guest limit. */
export const buyBundleAsGuest = (w: Model, made: Made, listings: readonly string[], expected: number, toAnn: boolean): number =>
  unlessRefused(w, () => {
    const status = createPurchase(w, made, 'guest', listings, expected)
    if (status !== 201) return status
    if (expected > LIMIT) return 409
    if (made.purchase) for (const o of ordersOf(w, made.purchase)) o.toAnn = toAnn
    return 201
  })

/**
 * Ann, who is signed in, opens the email link for a guest order with her address. The order and its purchase move to her account, together
 * with all other paid guest orders that have her address. The link for an order with a different address fails.
 */
export function joinGuest(w: Model, id: string): number {
  const ofGuest = (o: Order) => o.toAnn && o.buyer === 'guest'
  const order = byId(w.orders, id)
  if (!order || !ofGuest(order)) return 400
  const isSame = (o: Order) => o.id === id || (o.purchase !== null && o.purchase === order.purchase)
  for (const o of w.orders.filter(ofGuest)) {
    if (!isSame(o) && o.paidAt === null) continue
    o.buyer = 'ann'
    const purchase = byId(w.purchases, o.purchase)
    if (purchase) purchase.buyer = 'ann'
  }
  return 200
}
