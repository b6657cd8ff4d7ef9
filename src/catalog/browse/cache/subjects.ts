import type { MarketChange } from './queries.ts'

/** Cache subject of all searches, which every change to a listing or shop invalidates. */
export const MARKET = 'market'

/** Cache subject of all lists of shops, which every change to a shop invalidates. */
export const SHOPS = 'shops'

/** Returns the cache subjects that a listing page depends on. */
export const ofListing = ({ id, shop, seller }: { id: string; shop: { id: string }; seller: { id: string } }): string[] => [
  `listing ${id}`,
  `shop ${shop.id}`,
  `owner ${seller.id}`,
]

/** Returns the cache subjects that a store page depends on: the shop with its listings, and the owner. */
export const ofStore = ({ id, owner }: { id: string; owner: { id: string } }): string[] => [`shelf ${id}`, `owner ${owner.id}`]

/** Returns the cache subject of a shop's rating. */
export const ofReviews = (shopId: string): string[] => [`reviews ${shopId}`]

/** Returns the cache subjects that a change invalidates. */
export function subjectsOf({ kind, id, shopId }: MarketChange): string[] {
  if (kind === 'listing') return [`listing ${id}`, `shelf ${shopId}`, MARKET]
  if (kind === 'shop') return [`shop ${id}`, `shelf ${id}`, MARKET, SHOPS]
  if (kind === 'owner') return [`owner ${id}`, MARKET]
  return kind === 'reviews' ? ofReviews(id) : [`shelf ${id}`]
}
