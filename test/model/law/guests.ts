import { byId, type Model } from '#test/model/world.ts'
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

export const buyAsGuest = (w: Model, made: Made, listing: string, expected: number, hasAddress: boolean): number =>
  unlessRefused(w, () => {
    const status = buy(w, made, 'guest', listing, expected, false)
    if (status !== 201) return status
    const { price, shipping } = byId(w.listings, listing)!
    if (price! + shipping > LIMIT) return 409
    return shipping > 0 && !hasAddress ? 400 : 201
  })
