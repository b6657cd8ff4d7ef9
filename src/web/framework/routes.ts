import { isLive, type Tenant } from '#core/tenant.ts'
import type { Person } from '#platform/context/index.ts'

/**
 * Addresses on the main host that a buyer is sent to from anywhere, shops' own hosts too. Each asks to sign in first
 * where it must and comes back (completions 3: shops carry no cookie). What one taps, hearts and follows, a script does in place.
 */
export const ROUTES = {
  like: (listingId: string) => `/like/${listingId}`,
  follow: (slug: string) => `/follow/${slug}`,
  shareListing: (listingId: string) => `/share/listing/${listingId}`,
  shareShop: (slug: string) => `/share/shop/${slug}`,
  editShop: (slug: string) => `/app/shop?shop=${encodeURIComponent(slug)}`,
  buy: (listingId: string) => `/checkout/${listingId}`,
  offer: (listingId: string) => `/offer/${listingId}`,
  hold: (listingId: string) => `/hold/${listingId}`,
  ask: (listingId: string) => `/ask/${listingId}`,
  report: (listingId: string) => `/report/${listingId}`,
} as const

/** A path below a shop's front. A shop of the market has a host of its own; a test shop is on the main address, for its owner. */
export const pathIn = ({ slug, world }: { slug: string; world: Tenant }, path: string): string =>
  isLive(world) ? path : `${TEST_PAGES}/${slug}${path}`

/** Where the pages of test shops are. */
export const TEST_PAGES = '/test'

/** What of a page is for a person who is known, where it is of a shop (`For`). */
export const looksOf = ({ accountId }: Person, ownerId: string): string[] => ['person', accountId === ownerId ? 'owner' : 'other']

/** What only a session opens, such as a problem's picture, by its path alone: a record names it for programs, whose host may be another. */
export const pathHere = (url: string): string => new URL(url).pathname

/** `/c/clothing`. */
export const categoryPath = (category: string): string => `/c/${category.toLowerCase()}`

export type SearchParts = {
  q?: string | undefined
  category?: string | undefined
  price?: string | undefined
  offers?: boolean | undefined
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** The address of a search; what is not set, or is as it is anyway, is left out. `at` the front of a shop it is a search of its shelf. */
export function searchPath(asked: SearchParts, at: '/search' | '/' = '/search'): string {
  const parts = searchParts(asked)
  return parts.size === 0 ? at : `${at}?${parts.toString()}`
}

/** The fields of a search that are set. */
export function searchParts({ q, category, price, offers, sort, limit, offset }: SearchParts): URLSearchParams {
  const parts = new URLSearchParams()
  if (q) parts.set('q', q)
  if (category) parts.set('category', category)
  if (price && price !== 'any') parts.set('price', price)
  if (offers) parts.set('offers', 'true')
  if (sort) parts.set('sort', sort)
  if (limit && limit !== 20) parts.set('limit', String(limit))
  if (offset) parts.set('offset', String(offset))
  return parts
}
