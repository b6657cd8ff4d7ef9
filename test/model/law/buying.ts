import type { Listing, Who, Model } from '#test/model/world.ts'
import { HOUR, MINUTE } from './clock.ts'
import { type Made, buyable, expireDue, reservedFor, unlessRefused } from './shared.ts'

export const buy = (w: Model, made: Made, who: Who, listing: string, expected: number, withHold: boolean): number =>
  unlessRefused(w, () => order(w, made, who, listing, expected, withHold))

function order(w: Model, made: Made, who: Who, listing: string, expected: number, withHold: boolean): number {
  const l = buyable(w, who, listing)
  if (typeof l === 'number') return l
  // a buyer with a paid hold may order even after a block, because the seller would otherwise keep the deposit
  const holds = w.holds.some((h) => h.listing === listing && h.buyer === who && h.status === 'active')
  if (w.blocks.includes(who) && !holds) return 409
  if (expected !== l.price! + l.shipping) return 409
  expireDue(w, listing)
  const own = w.holds.find((h) => h.listing === listing && h.buyer === who && h.status === 'active')
  if (withHold && !own) return 409
  return startOrder(w, made, l, who, l.price!, null) ? 201 : 409
}

export function startOrder(w: Model, made: Made, l: Listing, buyer: Who, item: number, offer: string | null): boolean {
  const reservation = reservedFor(w, l.id)
  if (reservation && (reservation.by === 'order' || reservation.buyer !== buyer)) return false
  const hold = w.holds.find((h) => h.listing === l.id && h.buyer === buyer && h.status === 'active')
  if (!made.order) return true
  w.orders.push({
    id: made.order,
    listing: l.id,
    buyer,
    toAnn: false,
    offer,
    hold: hold?.id ?? null,
    purchase: null,
    item,
    shipping: l.shipping,
    deposit: Math.min(hold?.deposit ?? 0, item),
    pickup: l.shipping === 0,
    status: 'awaiting_payment',
    payBy: w.now + (offer === null ? 15 * MINUTE : 24 * HOUR),
    paidAt: null,
    shipBy: null,
    cancelBy: null,
    protectUntil: null,
    offered: null,
    refunded: 0,
    disputed: 0,
    chargedBack: 0,
    bankAlone: false,
    wasSent: false,
    reminded: false,
    returned: null,
    returnBy: null,
    endedAt: null,
    reviewed: false,
  })
  if (hold) Object.assign(hold, { status: 'used', order: made.order })
  return true
}
