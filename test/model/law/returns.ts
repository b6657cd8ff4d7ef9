import type { Order, Who, Model } from '#test/model/world.ts'
import { DAY, workingDaysAfter } from './clock.ts'
import { orderOf } from './shared.ts'

/* The model's version of the rules for returns (spec: completions 13.6). */

export const isSentBack = ({ returned }: Order): boolean => returned === 'sent' || returned === 'received' || returned === 'contested'

/** Returns the status that a return gets when its order ends. */
export const returnAfter = ({ returned }: Order, status: Order['status']): Order['returned'] =>
  returned === null || status === 'cancelled' ? returned : status === 'refunded' ? 'refunded' : 'closed'

export function offerReturn(w: Model, who: Who, id: string): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner' || o.status !== 'problem' || o.pickup || !o.wasSent || o.disputed > 0 || o.returned !== null) return 409
  Object.assign(o, { returned: 'offered', returnBy: w.now + 3 * DAY })
  return 200
}

export const agreeToReturn = (w: Model, who: Who, id: string): number =>
  step(w, who, id, { by: 'buyer', from: 'offered', to: 'agreed', until: w.now + 7 * DAY })

export const declineReturn = (w: Model, who: Who, id: string): number => step(w, who, id, { by: 'buyer', from: 'offered', to: 'declined' })

export const sendReturn = (w: Model, who: Who, id: string): number => step(w, who, id, { by: 'buyer', from: 'agreed', to: 'sent' })

export const receiveReturn = (w: Model, who: Who, id: string): number =>
  step(w, who, id, { by: 'owner', from: 'sent', to: 'received', until: workingDaysAfter(w.now, 3) })

export function contestReturn(w: Model, who: Who, id: string, hasPhotos: boolean): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if (who !== 'owner' || o.returned !== 'received' || o.returnBy! <= w.now) return 409
  if (!hasPhotos) return 400
  return step(w, who, id, { by: 'owner', from: 'received', to: 'contested' })
}

type Step = { by: 'buyer' | 'owner'; from: Order['returned']; to: NonNullable<Order['returned']>; until?: number }

function step(w: Model, who: Who, id: string, { by, from, to, until }: Step): number {
  const o = orderOf(w, who, id)
  if (!o) return 404
  if ((who === 'owner') !== (by === 'owner') || o.returned !== from) return 409
  Object.assign(o, { returned: to, returnBy: until ?? null })
  return 200
}
