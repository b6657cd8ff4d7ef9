import type { Invitation, Listing, Who, Model } from '#test/model/world.ts'
import { startOrder } from './buying.ts'
import { DAY, HOUR } from './clock.ts'
import { type Made, buyable, expireDue, isActive, onRecord, reservedFor, unlessRefused } from './shared.ts'

/*
 * The model's version of the rules for invitations (spec: completions 13.5). Both buyers have liked every listing long enough to be invited
 * (`lane.ts`).
 */

const BUYERS = ['ann', 'bob'] as const
type Buyer = (typeof BUYERS)[number]

export function invite(w: Model, made: Made, listing: string, amount: number): number {
  const l = onRecord(w, listing)
  if (!l) return 404
  if (l.status !== 'live' || w.shop.paused || w.shop.visibility === 'private') return 409
  if (amount < floorOf(l) || amount > Math.floor(l.price! * 0.95)) return 400
  if (w.invitations.some((i) => i.listing === listing && endOf(w, i) === 'open') || reservedFor(w, listing)) return 409
  const invited = BUYERS.filter((one) => isEligible(w, one, listing))
  if (invited.length === 0) return 409
  if (made.invitation) {
    const to = (one: Buyer) => (invited.includes(one) ? 'open' : 'none')
    w.invitations.push({ id: made.invitation, listing, amount, madeAt: w.now, ended: null, ann: to('ann'), bob: to('bob') })
  }
  return 201
}

/** without a minimum price, an invitation may go down to 85 percent of the price, in whole dollars */
const floorOf = (l: Listing): number => Math.min(Math.round((l.price! * 0.85) / 100) * 100, l.price!)

const isEligible = (w: Model, who: Buyer, listing: string): boolean =>
  !w.blocks.includes(who) &&
  !w.offers.some((o) => o.listing === listing && o.buyer === who && isActive(o)) &&
  !w.invitations.some((i) => i.listing === listing && i[who] !== 'none' && i.madeAt > w.now - 7 * DAY)

export const takeInvitation = (w: Model, made: Made, who: Who, id: string): number => unlessRefused(w, () => take(w, made, who, id))

function take(w: Model, made: Made, who: Who, id: string): number {
  const i = answerable(w, who, id)
  if (typeof i === 'number') return i
  const buyer = who as Buyer
  if (w.blocks.includes(buyer)) return 409
  const l = buyable(w, buyer, i.listing)
  if (typeof l === 'number') return 409
  expireDue(w, i.listing)
  if (!startOrder(w, made, l, buyer, Math.min(i.amount, l.price!), null)) return 409
  i[buyer] = 'taken'
  return 200
}

export function declineInvitation(w: Model, who: Who, id: string): number {
  const i = answerable(w, who, id)
  if (typeof i === 'number') return i
  i[who as Buyer] = 'declined'
  return 200
}

/** Returns an invitation that this person may accept or decline now. Otherwise, returns the status code of the refusal. */
function answerable(w: Model, who: Who, id: string): Invitation | number {
  const i = w.invitations.find((one) => one.id === id)
  if (!i || (who !== 'owner' && statusFor(w, i, who) === 'none')) return 404
  return who === 'owner' || statusFor(w, i, who) !== 'open' ? 409 : i
}

export function withdrawInvitation(w: Model, who: Who, id: string): number {
  const i = w.invitations.find((one) => one.id === id)
  if (!i || (who !== 'owner' && statusFor(w, i, who) === 'none')) return 404
  if (who !== 'owner' || endOf(w, i) !== 'open') return 409
  i.ended = 'withdrawn'
  return 200
}

/** Returns the status that the seller sees for an invitation. */
export const endOf = (w: Model, i: Invitation): string => i.ended ?? (i.madeAt + 48 * HOUR <= w.now ? 'expired' : 'open')

/** Returns the status that one person sees for an invitation, or `none` if that person was not invited. */
export function statusFor(w: Model, i: Invitation, who: Who): string {
  if (who === 'owner') return endOf(w, i)
  if (who === 'guest') return 'none'
  return i[who] === 'open' ? endOf(w, i) : i[who]
}
