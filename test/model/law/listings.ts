import type { Model } from '#test/model/world.ts'
import { type Made, closeOffers, isUnfinished, leaveMarket, onRecord } from './shared.ts'

export function createListing(w: Model, made: Made, price: number | null, shipping: number, publish: boolean): number {
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

export function publish(w: Model, id: string, again: boolean): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'live') return 200
  if (l.status === 'sold' && !again) return 409
  if (again && isUnfinished(w, id)) return 409
  if (l.price === null) return 400
  l.status = 'live'
  return 200
}

export function unpublish(w: Model, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'draft') return 200
  if (l.status === 'sold' || isUnfinished(w, id)) return 409
  l.status = 'draft'
  leaveMarket(w, id)
  return 200
}

export function markSold(w: Model, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'sold') return 200
  if (l.status === 'draft' || isUnfinished(w, id)) return 409
  l.status = 'sold'
  l.everSold = true
  leaveMarket(w, id)
  return 200
}

export function deleteListing(w: Model, id: string): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.everSold || isUnfinished(w, id)) return 409
  l.gone = true
  leaveMarket(w, id)
  w.invitations = w.invitations.filter(({ listing }) => listing !== id)
  return 200
}

export function changeListing(w: Model, id: string, change: { price?: number; takesOffers?: boolean }): number {
  const l = onRecord(w, id)
  if (!l) return 404
  if (l.status === 'sold') return 409
  l.price = change.price ?? l.price
  if (change.takesOffers === false && l.takesOffers) closeOffers(w, id)
  l.takesOffers = change.takesOffers ?? l.takesOffers
  return 200
}

export function changeShop(w: Model, change: Partial<Model['shop']>): number {
  const closes = (change.paused === true && !w.shop.paused) || (change.visibility === 'private' && w.shop.visibility !== 'private')
  Object.assign(w.shop, change)
  if (closes) for (const { id } of w.listings) leaveMarket(w, id)
  return 200
}
