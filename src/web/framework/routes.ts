import { isLive, type Tenant } from '#core/tenant.ts'
import type { Person } from '#platform/context/index.ts'

/**
 * Paths on the main host that shop hosts link to, because shop hosts get no session cookie. Each page asks the user to sign in if
 * necessary, and then returns to the shop (spec: completions 3).
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
  bundle: (slug: string, ...listingIds: readonly string[]) => `/bundle/${slug}${itemsQuery(listingIds)}`,
  bundleCheckout: (slug: string, listingIds: readonly string[]) => `/bundle/${slug}/checkout${itemsQuery(listingIds)}`,
  bag: (slug: string) => `/bag/${slug}`,
  purchase: (purchaseId: string) => `/you/purchases/${purchaseId}`,
  printLabels: (orders: readonly string[], failed: readonly string[] = []) =>
    `/app/labels/print?${new URLSearchParams([...orders.map((id) => ['order', id] as [string, string]), ...failed.map((id) => ['failed', id] as [string, string])]).toString()}`,
  shipPurchase: (purchaseId: string) => `/app/purchases/${purchaseId}`,
  statement: (period: string) => `/app/statements/${period}`,
  ask: (listingId: string) => `/ask/${listingId}`,
  report: (listingId: string) => `/report/${listingId}`,
  reportPerson: (person: PersonIn) => `/report/${segmentsOf(person)}`,
  blockPerson: (person: PersonIn) => `/block/${segmentsOf(person)}`,
} as const

/** A person, named by what they have in common with the viewer: a conversation, an order, or their shop (by its slug). */
export type PersonIn = { thread: string } | { order: string } | { store: string }

const segmentsOf = (person: PersonIn): string =>
  'thread' in person ? `thread/${person.thread}` : 'order' in person ? `order/${person.order}` : `shop/${person.store}`

const itemsQuery = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `?${new URLSearchParams(ids.map((id): [string, string] => ['item', id])).toString()}`

/**
 * Returns the URL path of a page in a shop. A live shop has its own host. A test shop is on the main host, where only its owner can see it.
 */
export const pathIn = ({ slug, tenant }: { slug: string; tenant: Tenant }, path: string): string =>
  isLive(tenant) ? path : `${TEST_PAGES}/${slug}${path}`

/** Path prefix for the pages of test shops. */
export const TEST_PAGES = '/test'

/** Returns the audiences that the user belongs to on a shop's pages. The component `For` shows content only to certain audiences. */
export const audiencesOf = ({ accountId }: Person, ownerId: string): string[] => ['person', accountId === ownerId ? 'owner' : 'other']

/**
 * Returns the path of a URL without its host. URLs in API records use the host for API clients, but a photo that requires the session must
 * load from the page's host.
 */
export const localPath = (url: string): string => new URL(url).pathname

/** Returns the path of a category page, such as `/c/clothing`. */
export const categoryPath = (category: string): string => `/c/${category.toLowerCase()}`

export type SearchParts = {
  q?: string | undefined
  category?: string | undefined
  price?: string | undefined
  offers?: boolean | undefined
  brand?: readonly string[] | undefined
  size?: readonly string[] | undefined
  condition?: readonly string[] | undefined
  color?: readonly string[] | undefined
  /** Price range in dollars. */
  min_price?: number | undefined
  max_price?: number | undefined
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Returns the path of a search. Omits parameters that have default values. If `at` is `/`, the path searches the current shop. */
export function searchPath(query: SearchParts, at: '/search' | '/' = '/search'): string {
  const parts = searchParts(query)
  return parts.size === 0 ? at : `${at}?${parts.toString()}`
}

/** Returns the search parameters that have a value. */
export function searchParts({ q, category, price, offers, sort, limit, offset, ...filters }: SearchParts): URLSearchParams {
  const parts = new URLSearchParams()
  if (q) parts.set('q', q)
  if (category) parts.set('category', category)
  if (price && price !== 'any') parts.set('price', price)
  if (offers) parts.set('offers', 'true')
  for (const name of ['brand', 'size', 'condition', 'color'] as const) for (const value of filters[name] ?? []) parts.append(name, value)
  for (const name of ['min_price', 'max_price'] as const) if (filters[name] !== undefined) parts.set(name, String(filters[name]))
  if (sort) parts.set('sort', sort)
  if (limit && limit !== 20) parts.set('limit', String(limit))
  if (offset) parts.set('offset', String(offset))
  return parts
}
