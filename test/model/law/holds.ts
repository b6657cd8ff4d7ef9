import type { Who, Model } from '#test/model/world.ts'
import { MINUTE } from './clock.ts'
import { type Made, buyableUnlessBlocked, expireDue, giveBack, holdOf, reservedFor, unlessRefused } from './shared.ts'

export const askHold = (w: Model, made: Made, who: Who, listing: string): number => unlessRefused(w, () => request(w, made, who, listing))

function request(w: Model, made: Made, who: Who, listing: string): number {
  const l = buyableUnlessBlocked(w, who, listing)
  if (typeof l === 'number') return l
  expireDue(w, listing)
  if (w.holds.some((h) => h.listing === listing && h.buyer === who && (h.status === 'asked' || h.status === 'active'))) return 200
  if (!w.shop.asksHold || reservedFor(w, listing)) return 409
  // the deposit is a tenth of the price, rounded half up to whole dollars; it is at least $5, but never more than the price
  const deposit = Math.min(Math.max(Math.floor(l.price! / 1000 + 0.5) * 100, 500), l.price!)
  if (made.hold) w.holds.push({ id: made.hold, listing, buyer: who, deposit, status: 'asked', until: w.now + 15 * MINUTE, order: null })
  return 201
}

export function returnHold(w: Model, who: Who, id: string): number {
  const h = holdOf(w, who, id)
  if (!h) return 404
  if (who !== 'owner' || h.status !== 'active') return 409
  giveBack(w, h)
  return 200
}
