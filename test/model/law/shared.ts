import { HOUR } from './clock.ts'
import { byId, copyOf, type Hold, type Invitation, type Listing, type Offer, type Order, type Who, type Model } from '#test/model/world.ts'

/** Ids of the records that a call created, read from the response or from the database. */
export type Made = {
  offer?: string
  order?: string
  hold?: string
  invitation?: string
  listing?: string
  payment?: string | undefined
  purchase?: string
  orders?: string[]
}

export const UNFINISHED = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem']

export const unfinishedOn = (w: Model, listing: string): Order | undefined =>
  w.orders.find((o) => o.listing === listing && UNFINISHED.includes(o.status))

export const isUnfinished = (w: Model, listing: string): boolean => unfinishedOn(w, listing) !== undefined

export const onRecord = (w: Model, id: string): Listing | undefined => w.listings.find((l) => l.id === id && !l.gone)

export const isActive = (o: Offer): boolean => o.status === 'open' || o.status === 'countered'

export function closeOffers(w: Model, listing: string, except: string | null = null): void {
  for (const o of w.offers) if (o.listing === listing && isActive(o) && o.id !== except) o.status = 'closed'
}

/** Closes the open invitations to buy an item that is no longer for sale. */
export function closeInvitations(w: Model, listing: string): void {
  for (const i of w.invitations) if (i.listing === listing && isOpen(w, i)) i.ended = 'closed'
}

/** True if the invitation has not ended and is at most 48 hours old. A buyer's answer does not end the invitation. */
export const isOpen = (w: Model, i: Invitation): boolean => i.ended === null && i.madeAt + 48 * HOUR > w.now

/** Removes an item from the market. Closes its offers and invitations, ends requested holds, and returns paid deposits. */
export function leaveMarket(w: Model, listing: string): void {
  closeOffers(w, listing)
  closeInvitations(w, listing)
  for (const hold of w.holds.filter((h) => h.listing === listing)) {
    if (hold.status === 'asked') hold.status = 'expired'
    if (hold.status === 'active') giveBack(w, hold)
  }
}

/** Returns an item if this user may buy it or make an offer on it. Otherwise, returns the status code of the refusal. */
export function buyable(w: Model, who: Who, id: string): Listing | number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (who === 'owner') return l.status === 'draft' ? 404 : 409
  if (l.status === 'draft' || w.shop.paused || w.shop.visibility === 'private') return 404
  return l.status === 'sold' ? 409 : l
}

/** Like `buyable`, but returns 409 for a buyer who has blocked the shop (spec: completions 13.3). */
export function buyableUnlessBlocked(w: Model, who: Who, id: string): Listing | number {
  const l = buyable(w, who, id)
  return typeof l !== 'number' && w.blocks.includes(who) ? 409 : l
}

/** Returns the buyer with an unfinished order for the listing or an active hold on it, or null. */
export function reservedFor(w: Model, listing: string): { buyer: Who; by: 'order' | 'hold' } | null {
  const order = unfinishedOn(w, listing)
  if (order) return { buyer: order.buyer, by: 'order' }
  const hold = w.holds.find((h) => h.listing === listing && h.status === 'active')
  return hold ? { buyer: hold.buyer, by: 'hold' } : null
}

export function giveBack(w: Model, h: Hold): void {
  h.status = 'returned'
  const paid = w.payments.find((p) => p.hold === h.id && p.status === 'succeeded' && p.refunded === 0)
  if (paid) paid.refunded = paid.amount
}

export function forfeit(w: Model, h: Hold): void {
  h.status = 'kept'
  w.payouts[h.id] = h.deposit
}

export const orderOf = (w: Model, who: Who, id: string): Order | undefined =>
  w.orders.find((o) => o.id === id && (who === 'owner' || o.buyer === who))

export const holdOf = (w: Model, who: Who, id: string): Hold | undefined =>
  w.holds.find((h) => h.id === id && (who === 'owner' || h.buyer === who))

export const dueOf = (o: Order): number => o.item + o.shipping - o.deposit

/**
 * Ends an unpaid order and sets its offer to `lapsed`. After a cancellation, also returns, ends or reactivates the order's hold. After an
 * expiry, this happens in the worker or in the next request to buy the item.
 */
export function unpaid(w: Model, o: Order, status: 'cancelled' | 'expired'): number {
  o.status = status
  const offer = byId(w.offers, o.offer)
  if (offer) offer.status = 'lapsed'
  if (status === 'cancelled') decideHold(w, o)
  return 200
}

/** Updates the holds that expired orders for this listing used. The service does this when the next buyer requests the listing. */
export function expireDue(w: Model, listing: string): void {
  for (const o of w.orders) if (o.listing === listing && o.status === 'expired') decideHold(w, o)
}

/** Runs `work`. If the result is an error status, restores the model. */
export function unlessRefused<T extends number | null>(w: Model, work: () => T): T {
  const before = copyOf(w)
  const status = work()
  if (status !== null && status >= 400) Object.assign(w, before)
  return status
}

/**
 * Updates the hold of an unpaid order. If the item is no longer available, the buyer gets the deposit back. If the hold has expired, the
 * seller keeps the deposit. Otherwise, the hold becomes active again.
 */
export function decideHold(w: Model, o: Order): void {
  const hold = byId(w.holds, o.hold)
  if (hold?.status !== 'used' || hold.order !== o.id) return
  hold.order = null
  if (typeof buyable(w, hold.buyer, hold.listing) === 'number') giveBack(w, hold)
  else if (hold.until > w.now) hold.status = 'active'
  else forfeit(w, hold)
}
