import type { MarketChange } from './queries.ts'

/** Subject of searches: it stands for all listings for sale. */
export const MARKET = 'market'

/** Subject of lists of shops: it stands for all shops. */
export const SHOPS = 'shops'

/** Returns the subjects of a listing page. */
export const ofListing = ({ id, shop, seller }: { id: string; shop: { id: string }; seller: { id: string } }): string[] => [
  `listing ${id}`,
  `shop ${shop.id}`,
  `owner ${seller.id}`,
]

/** Returns the subjects of a store page: the shop with its listings, and the owner. */
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
