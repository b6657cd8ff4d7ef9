import type { Offer, Who, Model } from '#test/model/world.ts'
import { startOrder } from './buying.ts'
import { DAY, HOUR } from './clock.ts'
import { type Made, buyable, buyableUnlessBlocked, expireDue, reservedFor, onRecord, isActive, unlessRefused } from './shared.ts'

export function makeOffer(w: Model, made: Made, who: Who, listing: string, amount: number): number {
  const l = buyableUnlessBlocked(w, who, listing)
  if (typeof l === 'number') return l
  const reservation = reservedFor(w, listing)
  if (!l.takesOffers || (reservation && (reservation.by === 'order' || reservation.buyer !== who))) return 409
  if (amount > l.price!) return 400
  const mine = w.offers.filter((o) => o.listing === listing && o.buyer === who)
  if (mine.filter((o) => o.madeAt > w.now - DAY).length >= 5) return 429
  const active = mine.find(isActive)
  if (active && amount <= active.amount) return 400
  if (active) active.status = 'replaced'
  const until = w.now + 48 * HOUR
  if (made.offer)
    w.offers.push({ id: made.offer, listing, buyer: who, amount, counter: null, status: 'open', until, order: null, madeAt: w.now })
  return 201
}

export function counterOffer(w: Model, who: Who, id: string, amount: number): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  const l = onRecord(w, o.listing)
  if (who !== 'owner' || o.status !== 'open' || l?.status !== 'live') return 409
  if (amount <= o.amount || amount >= l.price!) return 400
  Object.assign(o, { status: 'countered', counter: amount, until: w.now + 48 * HOUR })
  return 200
}

export const acceptOffer = (w: Model, made: Made, who: Who, id: string): number => unlessRefused(w, () => accept(w, made, who, id))

function accept(w: Model, made: Made, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (o.status !== (who === 'owner' ? 'open' : 'countered')) return 409
  const l = buyable(w, o.buyer, o.listing)
  expireDue(w, o.listing)
  if (typeof l === 'number' || !startOrder(w, made, l, o.buyer, Math.min(who === 'owner' ? o.amount : o.counter!, l.price!), o.id))
    return 409
  o.status = 'accepted'
  o.order = made.order ?? null
  return 200
}

export function declineOffer(w: Model, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (o.status !== (who === 'owner' ? 'open' : 'countered')) return 409
  o.status = 'declined'
  return 200
}

export function withdrawOffer(w: Model, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || !isActive(o)) return 409
  o.status = 'withdrawn'
  return 200
}

export const offerOf = (w: Model, who: Who, id: string): Offer | undefined =>
  w.offers.find((o) => o.id === id && (who === 'owner' || o.buyer === who))
