import { byId, type Model, type Order } from '#test/model/world.ts'
import { buy } from './buying.ts'
import { type Made, unlessRefused } from './shared.ts'

/*
 * The model's version of guests (spec: completions 13.7).
 */

const LIMIT = 500_00

/** Endpoints that a guest may call. All others refuse guests. */
const ALLOWED = [
  'createGuestCheckout',
  'listOrders',
  'payOrder',
  'cancelOrder',
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

/**
 * Proves the address of a guest's order as ann, who is signed in. The order joins her account, and so do all paid orders of guests with her
 * address. Other orders have no link that she could use.
 */
export function joinGuest(w: Model, id: string): number {
  const ofGuest = (o: Order) => o.toAnn && o.buyer === 'guest'
  const order = byId(w.orders, id)
  if (!order || !ofGuest(order)) return 400
  for (const o of w.orders) if (ofGuest(o) && (o.id === id || o.paidAt !== null)) o.buyer = 'ann'
  return 200
}
