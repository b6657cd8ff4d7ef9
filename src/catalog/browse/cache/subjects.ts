import type { MarketChange } from './queries.ts'

/** All listings for sale: the subject of searches. */
export const MARKET = 'market'

/** All shops: the subject of lists of shops. */
export const SHOPS = 'shops'

/** Returns the subjects of a listing page. */
export const ofListing = ({ id, shop, seller }: { id: string; shop: { id: string }; seller: { id: string } }): string[] => [
  `listing ${id}`,
  `shop ${shop.id}`,
  `owner ${seller.id}`,
]

/** Returns the subjects of a store page: the shop and everything in it. */
export const ofStore = ({ id, owner }: { id: string; owner: { id: string } }): string[] => [`shelf ${id}`, `owner ${owner.id}`]

/** Returns the subjects of a shop's rating. */
export const ofReviews = (shopId: string): string[] => [`reviews ${shopId}`]

/** Returns the subjects that a change invalidates. */
export function subjectsOf({ kind, id, shopId }: MarketChange): string[] {
  if (kind === 'listing') return [`listing ${id}`, `shelf ${shopId}`, MARKET]
  if (kind === 'shop') return [`shop ${id}`, `shelf ${id}`, MARKET, SHOPS]
  if (kind === 'owner') return [`owner ${id}`, MARKET]
  return kind === 'reviews' ? ofReviews(id) : [`shelf ${id}`]
}
