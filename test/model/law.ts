import { byId, type Hold, type Listing, type Offer, type Order, type Payment, type Who, type World } from './world.ts'

/*
 * The law as the model reads it: each verb on the world gives the answer's status, and changes the world when it is good.
 * What a verb makes gets the id that the service gave it (`made`).
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ids that came with an answer, or were found after it. */
export type Made = { offer?: string; order?: string; hold?: string; listing?: string; payment?: string | undefined }

// --- listings (completions 4) ---

export function createListing(w: World, made: Made, price: number | null, shipping: number, publish: boolean): number {
  if (publish && price === null) return 400
  if (made.listing)
    w.listings.push({
      id: made.listing,
      status: publish ? 'live' : 'draft',
      gone: false,
      everSold: false,
      price,
      shipping,
      takesOffers: true,
    })
  return 201
}

export function publish(w: World, id: string, again: boolean): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'live') return 200
  if (l.status === 'sold' && !again) return 409
  if (again && isUnfinished(w, id)) return 409
  if (l.price === null) return 400
  l.status = 'live'
  return 200
}

export function unpublish(w: World, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'draft') return 200
  if (l.status === 'sold' || isUnfinished(w, id)) return 409
  l.status = 'draft'
  leaveMarket(w, id)
  return 200
}

export function markSold(w: World, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'sold') return 200
  if (l.status === 'draft' || isUnfinished(w, id)) return 409
  l.status = 'sold'
  l.everSold = true
  leaveMarket(w, id)
  return 200
}

export function deleteListing(w: World, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.everSold || isUnfinished(w, id)) return 409
  l.gone = true
  leaveMarket(w, id)
  return 200
}

export function changeListing(w: World, id: string, change: { price?: number; takesOffers?: boolean }): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'sold') return 409
  l.price = change.price ?? l.price
  if (change.takesOffers === false && l.takesOffers) closeOffers(w, id)
  l.takesOffers = change.takesOffers ?? l.takesOffers
  return 200
}

export function changeShop(w: World, change: Partial<World['shop']>): number {
  const closes = (change.paused === true && !w.shop.paused) || (change.visibility === 'private' && w.shop.visibility !== 'private')
  Object.assign(w.shop, change)
  if (closes) for (const { id } of w.listings) leaveMarket(w, id)
  return 200
}

const onRecord = (w: World, id: string): Listing | undefined => w.listings.find((l) => l.id === id && !l.gone)

const UNFINISHED = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem']
const unfinishedOn = (w: World, listing: string): Order | undefined =>
  w.orders.find((o) => o.listing === listing && UNFINISHED.includes(o.status))
const isUnfinished = (w: World, listing: string): boolean => unfinishedOn(w, listing) !== undefined

/** Not for sale any more: offers close, and holds give back what was paid. */
function leaveMarket(w: World, listing: string): void {
  closeOffers(w, listing)
  for (const hold of w.holds.filter((h) => h.listing === listing)) {
    if (hold.status === 'asked') hold.status = 'expired'
    if (hold.status === 'active') giveBack(w, hold)
  }
}

const stands = (o: Offer): boolean => o.status === 'open' || o.status === 'countered'

function closeOffers(w: World, listing: string, except: string | null = null): void {
  for (const o of w.offers) if (o.listing === listing && stands(o) && o.id !== except) o.status = 'closed'
}

/** What a buyer may buy or make an offer on; else the status of the refusal. */
function buyable(w: World, who: Who, id: string): Listing | number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (who === 'owner') return l.status === 'draft' ? 404 : 409
  if (l.status === 'draft' || w.shop.paused || w.shop.visibility === 'private') return 404
  return l.status === 'sold' ? 409 : l
}

/** Kept for the buyer of an unfinished order, or of an active hold. */
function keptFor(w: World, listing: string): { buyer: Who; by: 'order' | 'hold' } | null {
  const order = unfinishedOn(w, listing)
  if (order) return { buyer: order.buyer, by: 'order' }
  const hold = w.holds.find((h) => h.listing === listing && h.status === 'active')
  return hold ? { buyer: hold.buyer, by: 'hold' } : null
}

// --- offers (completions 6) ---

export function makeOffer(w: World, made: Made, who: Who, listing: string, amount: number): number {
  const l = buyable(w, who, listing)
  if (typeof l === 'number') return l
  const kept = keptFor(w, listing)
  if (!l.takesOffers || (kept && (kept.by === 'order' || kept.buyer !== who))) return 409
  if (amount > l.price!) return 400
  const mine = w.offers.filter((o) => o.listing === listing && o.buyer === who)
  if (mine.filter((o) => o.madeAt > w.now - DAY).length >= 5) return 429
  const standing = mine.find(stands)
  if (standing && amount <= standing.amount) return 400
  if (standing) standing.status = 'replaced'
  const until = w.now + 48 * HOUR
  if (made.offer)
    w.offers.push({ id: made.offer, listing, buyer: who, amount, counter: null, status: 'open', until, order: null, madeAt: w.now })
  return 201
}

export function counterOffer(w: World, who: Who, id: string, amount: number): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  const l = onRecord(w, o.listing)
  if (who !== 'owner' || o.status !== 'open' || l?.status !== 'live') return 409
  if (amount <= o.amount || amount >= l.price!) return 400
  Object.assign(o, { status: 'countered', counter: amount, until: w.now + 48 * HOUR })
  return 200
}

export function acceptOffer(w: World, made: Made, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (o.status !== (who === 'owner' ? 'open' : 'countered')) return 409
  const l = buyable(w, o.buyer, o.listing)
  if (typeof l === 'number' || !startOrder(w, made, l, o.buyer, Math.min(who === 'owner' ? o.amount : o.counter!, l.price!), o.id))
    return 409
  o.status = 'accepted'
  o.order = made.order ?? null
  return 200
}

export function declineOffer(w: World, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (o.status !== (who === 'owner' ? 'open' : 'countered')) return 409
  o.status = 'declined'
  return 200
}

export function withdrawOffer(w: World, who: Who, id: string): number {
  const o = offerOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || !stands(o)) return 409
  o.status = 'withdrawn'
  return 200
}

const offerOf = (w: World, who: Who, id: string): Offer | undefined =>
  w.offers.find((o) => o.id === id && (who === 'owner' || o.buyer === who))

// --- orders (completions 7) ---

export function buy(w: World, made: Made, who: Who, listing: string, expected: number, withHold: boolean): number {
  const l = buyable(w, who, listing)
  if (typeof l === 'number') return l
  if (expected !== l.price! + l.shipping) return 409
  const own = w.holds.find((h) => h.listing === listing && h.buyer === who && h.status === 'active')
  if (withHold && !own) return 409
  return startOrder(w, made, l, who, l.price!, null) ? 201 : 409
}

function startOrder(w: World, made: Made, l: Listing, buyer: Who, item: number, offer: string | null): boolean {
  const kept = keptFor(w, l.id)
  if (kept && (kept.by === 'order' || kept.buyer !== buyer)) return false
  const hold = w.holds.find((h) => h.listing === l.id && h.buyer === buyer && h.status === 'active')
  if (!made.order) return true
  w.orders.push({
    id: made.order,
    listing: l.id,
    buyer,
    offer,
    hold: hold?.id ?? null,
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
    endedAt: null,
    reviewed: false,
  })
  if (hold) Object.assign(hold, { status: 'used', order: made.order })
  return true
}

const orderOf = (w: World, who: Who, id: string): Order | undefined =>
  w.orders.find((o) => o.id === id && (who === 'owner' || o.buyer === who))
const dueOf = (o: Order): number => o.item + o.shipping - o.deposit

export function cancel(w: World, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (o.status === 'awaiting_payment' && who !== 'owner') return unpaid(w, o, 'cancelled')
  if (o.status !== 'paid') return 409
  if (who === 'owner') return end(w, o, 'cancelled')
  o.cancelBy ??= w.now + 72 * HOUR
  return 200
}

/** The end of an order that nobody paid: its offer lapses, its hold goes on as long as its time and the item do. */
function unpaid(w: World, o: Order, status: 'cancelled' | 'expired'): number {
  o.status = status
  const offer = byId(w.offers, o.offer)
  if (offer) offer.status = 'lapsed'
  const hold = byId(w.holds, o.hold)
  if (hold?.status !== 'used') return 200
  hold.order = null
  if (typeof buyable(w, hold.buyer, hold.listing) === 'number') giveBack(w, hold)
  else if (hold.until > w.now) hold.status = 'active'
  else keep(w, hold)
  return 200
}

/** The end of an order that was paid: what goes back, and the rest to the seller. */
function end(
  w: World,
  o: Order,
  status: 'cancelled' | 'refunded' | 'completed',
  back = status === 'completed' ? 0 : o.item + o.shipping,
): number {
  Object.assign(o, { status, refunded: back, cancelBy: null, endedAt: w.now })
  let left = back
  for (const p of w.payments
    .filter((one) => one.status === 'succeeded' && (one.order === o.id || (o.hold !== null && one.hold === o.hold)))
    .toReversed()) {
    const cents = Math.min(left, p.amount - p.refunded)
    p.refunded += cents
    left -= cents
  }
  const rest = o.item + o.shipping - back
  if (status === 'completed' && rest > 0) w.payouts[o.id] = rest
  return 200
}

export function ship(w: World, who: Who, id: string, tracked: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner' || o.status !== 'paid' || o.pickup) return 409
  Object.assign(o, { status: 'shipped', cancelBy: null, protectUntil: w.now + (tracked ? 30 : 14) * DAY })
  return 200
}

/** `code`: the one that the buyer of a pickup shows, or null for none. */
export function deliver(w: World, who: Who, id: string, withCode: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (o.status !== (o.pickup ? 'paid' : 'shipped') || (who === 'owner' && !o.pickup)) return 409
  if (who === 'owner' && !withCode) return 400
  Object.assign(o, { status: 'delivered', cancelBy: null, protectUntil: w.now + 3 * DAY })
  return 200
}

export function confirm(w: World, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || !['shipped', 'delivered', 'problem'].includes(o.status)) return 409
  return end(w, o, 'completed')
}

export function report(w: World, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  const late = o.status === 'paid' && workingDaysAfter(o.paidAt!, 3) <= w.now
  if (who === 'owner' || !(late || o.status === 'shipped' || o.status === 'delivered')) return 409
  Object.assign(o, { status: 'problem', cancelBy: null, offered: null })
  return 200
}

export function refund(w: World, who: Who, id: string, amount: number | null): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  const total = o.item + o.shipping
  if (who !== 'owner' || o.status !== 'problem') return 409
  if (amount !== null && amount > total) return 400
  if (amount === null || amount === total) return end(w, o, 'refunded')
  o.offered = amount
  return 200
}

export function answer(w: World, who: Who, id: string, agree: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner') {
    if (o.status !== 'problem' || o.offered === null) return 409
    if (agree) return end(w, o, 'completed', o.offered)
    o.offered = null
    return 200
  }
  if (o.status === 'problem') return 200
  if (o.status !== 'paid' || o.cancelBy === null) return 409
  if (agree) return end(w, o, 'cancelled')
  o.cancelBy = null
  return 200
}

export function review(w: World, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || o.reviewed || !(o.status === 'completed' || o.status === 'refunded')) return 409
  if (w.now > o.endedAt! + 30 * DAY) return 409
  o.reviewed = true
  return 201
}

// --- payments and holds (completions 7) ---

/** How a method ends at the provider. */
export type Method = { name: string; truth: Exclude<Payment['truth'], null>; trouble?: 'lost' | 'rate_limited' }

/** First half of a payment: it may be tried, and the try is written down. Null: go on with the second half. */
export function beginPay(w: World, made: Made, who: Who, id: string, method: Method): number | null {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who === 'owner' || o.status !== 'awaiting_payment') return 409
  if (dueOf(o) > 0) return openTry(w, made, { order: id, hold: null }, dueOf(o), method)
  return sell(w, o) ? 200 : 409
}

export function beginPayHold(w: World, made: Made, who: Who, id: string, method: Method): number | null {
  const h = holdOf(w, who, id)
  if (!h) return 404
  if (who === 'owner' || h.status !== 'asked') return 409
  const l = buyable(w, who, h.listing)
  if (typeof l === 'number') return l
  if (keptFor(w, h.listing)) return 409
  return openTry(w, made, { order: null, hold: id }, h.deposit, method)
}

function openTry(w: World, made: Made, of: { order: string | null; hold: string | null }, amount: number, method: Method): number | null {
  const open = openTryOf(w, of)
  made.payment = open?.id
  if (open) return open.method === method.name ? null : 409
  const id = takeFresh(w, of, method.name)
  if (id === undefined) return null
  made.payment = id
  w.payments.push({ id, ...of, method: method.name, amount, status: 'started', refunded: 0, truth: null })
  return null
}

function takeFresh(w: World, of: { order: string | null; hold: string | null }, method: string): string | undefined {
  const at = w.fresh.findIndex((one) => one.order === of.order && one.hold === of.hold && one.method === method)
  return at === -1 ? undefined : w.fresh.splice(at, 1)[0]!.id
}

const openTryOf = (w: World, of: { order: string | null; hold: string | null }): Payment | undefined =>
  w.payments.find((p) => p.order === of.order && p.hold === of.hold && (p.status === 'started' || p.status === 'pending'))

/** Second half: the provider is asked, and its answer counts unless it got lost. */
export function finishPay(w: World, made: Made, method: Method): number {
  const p = byId(w.payments, made.payment ?? null)
  if (!p) return 200
  if (method.trouble !== 'rate_limited') p.truth ??= method.truth
  if (method.trouble) return 503
  learn(w, p, method.truth)
  return method.truth === 'failed' ? 402 : 200
}

const RANK = ['started', 'pending', 'failed', 'succeeded']

/** The one path for what the provider tells, by whatever way and however often. */
export function learn(w: World, p: Payment, status: Exclude<Payment['status'], 'started'>): void {
  if (RANK.indexOf(status) <= RANK.indexOf(p.status)) return
  p.status = status
  if (status !== 'succeeded') return
  const order = byId(w.orders, p.order)
  const hold = byId(w.holds, p.hold)
  if (order?.status === 'awaiting_payment' && p.amount === dueOf(order) && sell(w, order)) return
  if (hold?.status === 'asked' && onRecord(w, hold.listing)?.status === 'live' && !keptFor(w, hold.listing))
    Object.assign(hold, { status: 'active', until: w.now + 72 * HOUR })
  else p.refunded = p.amount
}

function sell(w: World, o: Order): boolean {
  const l = onRecord(w, o.listing)
  if (l?.status !== 'live') return false
  Object.assign(l, { status: 'sold', everSold: true })
  closeOffers(w, o.listing, o.offer)
  Object.assign(o, { status: 'paid', paidAt: w.now, shipBy: workingDaysAfter(w.now, 5) })
  const deposit = w.payments.find((p) => o.hold !== null && p.hold === o.hold && p.status === 'succeeded')
  if (deposit) deposit.refunded += deposit.amount - o.deposit
  return true
}

export function askHold(w: World, made: Made, who: Who, listing: string): number {
  const l = buyable(w, who, listing)
  if (typeof l === 'number') return l
  if (w.holds.some((h) => h.listing === listing && h.buyer === who && (h.status === 'asked' || h.status === 'active'))) return 200
  if (!w.shop.asksHold || keptFor(w, listing)) return 409
  // a tenth in whole dollars, half up; at least 5, never above the price
  const deposit = Math.min(Math.max(Math.floor(l.price! / 1000 + 0.5) * 100, 500), l.price!)
  if (made.hold) w.holds.push({ id: made.hold, listing, buyer: who, deposit, status: 'asked', until: w.now + 15 * MINUTE, order: null })
  return 201
}

export function returnHold(w: World, who: Who, id: string): number {
  const h = holdOf(w, who, id)
  if (!h) return 404
  if (who !== 'owner' || h.status !== 'active') return 409
  giveBack(w, h)
  return 200
}

const holdOf = (w: World, who: Who, id: string): Hold | undefined =>
  w.holds.find((h) => h.id === id && (who === 'owner' || h.buyer === who))

function giveBack(w: World, h: Hold): void {
  h.status = 'returned'
  const paid = w.payments.find((p) => p.hold === h.id && p.status === 'succeeded' && p.refunded === 0)
  if (paid) paid.refunded = paid.amount
}

function keep(w: World, h: Hold): void {
  h.status = 'kept'
  w.payouts[h.id] = h.deposit
}

/** A webhook of the provider, used once; 208 stands for "used before". */
export function takeEvent(w: World, event: { id: string; payment: string | null; status: Payment['truth'] }): number {
  if (w.usedEvents.includes(event.id)) return 208
  w.usedEvents.push(event.id)
  const p = byId(w.payments, event.payment)
  if (p && event.status !== null) learn(w, p, event.status)
  return 200
}

// --- time ---

/** What the clock alone makes true, whether a job ran or not. */
export function passTime(w: World, now: number): void {
  w.now = now
  for (const o of w.offers) if (stands(o) && o.until <= now) o.status = 'expired'
  for (const h of w.holds) {
    if (h.until > now) continue
    if (h.status === 'asked') h.status = 'expired'
    if (h.status === 'active') keep(w, h)
  }
  for (const o of w.orders) if (o.status === 'awaiting_payment' && o.payBy <= now) unpaid(w, o, 'expired')
}

/** What the settlement worker does when it runs. */
export function settle(w: World, only?: string): void {
  for (const o of w.orders) {
    if (only !== undefined && o.id !== only) continue
    if (o.status === 'paid' && ((o.cancelBy !== null && o.cancelBy <= w.now) || o.shipBy! <= w.now)) end(w, o, 'cancelled')
    if ((o.status === 'shipped' || o.status === 'delivered') && o.protectUntil! <= w.now) end(w, o, 'completed')
  }
}

/** Monday to Friday, the same time of day, UTC. */
function workingDaysAfter(from: number, days: number): number {
  const at = new Date(from)
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (at.getUTCDay() % 6 !== 0) left--
  }
  return at.getTime()
}
