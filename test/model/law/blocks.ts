import type { Who, Model } from '#test/model/world.ts'
import { isActive, isOpen } from './shared.ts'

/* The model's version of the rules for blocks between a buyer and the shop (spec: completions 13.3). */

export function block(w: Model, who: Who): number {
  if (who === 'owner') return 409
  if (w.shop.visibility === 'private') return 404
  if (!w.blocks.includes(who)) w.blocks.push(who)
  for (const o of w.offers) if (o.buyer === who && isActive(o)) o.status = 'closed'
  if (who !== 'guest') for (const i of w.invitations) if (i[who] === 'open' && isOpen(w, i)) i[who] = 'closed'
  return 200
}

/**
 * Returns the buyer who would lose the most through a block: the one with the newest paid hold, or else the one with the newest open offer.
 */
export const mayLose = (w: Model): Who | undefined =>
  w.holds.findLast((h) => h.status === 'active')?.buyer ?? w.offers.findLast(isActive)?.buyer

/**
 * Removes a block, even if the shop is now private. In that case, a buyer who is not blocked gets 404, because only the owner can see the
 * shop.
 */
export function unblock(w: Model, who: Who): number {
  if (who !== 'owner' && !w.blocks.includes(who) && w.shop.visibility === 'private') return 404
  w.blocks = w.blocks.filter((one) => one !== who)
  return 200
}
