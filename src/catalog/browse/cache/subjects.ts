import type { MarketChange } from './queries.ts'

/** All that is for sale anywhere: searches hang on it. */
export const MARKET = 'market'

/** All shops: lists of them hang on it. */
export const SHOPS = 'shops'

/** What a listing's own page hangs on. */
export const ofListing = ({ id, shop, seller }: { id: string; shop: { id: string }; seller: { id: string } }): string[] => [
  `listing ${id}`,
  `shop ${shop.id}`,
  `owner ${seller.id}`,
]

/** What a store's own page hangs on: its shop, and whatever is in it. */
export const ofStore = ({ id, owner }: { id: string; owner: { id: string } }): string[] => [`shelf ${id}`, `owner ${owner.id}`]

/** What a shop's rating hangs on. */
export const ofReviews = (shopId: string): string[] => [`reviews ${shopId}`]

/** The subjects that a change touches. */
export function subjectsOf({ kind, id, shopId }: MarketChange): string[] {
  if (kind === 'listing') return [`listing ${id}`, `shelf ${shopId}`, MARKET]
  if (kind === 'shop') return [`shop ${id}`, `shelf ${id}`, MARKET, SHOPS]
  if (kind === 'owner') return [`owner ${id}`, MARKET]
  return kind === 'reviews' ? ofReviews(id) : [`shelf ${id}`]
}
