import { isLive, REAL, type Tenant } from '#core/tenant.ts'

/** Role of an account in a sale. */
export type Role = 'seller' | 'buyer'

/** Filters on a search page. Prices are in dollars. */
export type SearchFilters = {
  q?: string | null
  category?: string | null
  price?: string
  offers?: boolean
  brand?: readonly string[]
  size?: readonly string[]
  condition?: readonly string[]
  color?: readonly string[]
  min_price?: number
  max_price?: number
}

/**
 * URLs that the service generates from its settings, never from a Host header. Pages are at `publicUrl`. Images and files are at
 * `programsUrl`, because every program can resolve its host name.
 */
export type Urls = {
  /**
   * Returns the URL of a shop, by default in live mode. Shops in test mode are on the main host, because their owner's session cookie is
   * valid only there.
   */
  shop(slug: string, tenant?: Tenant): string
  listing(shopSlug: string, link: string, tenant?: Tenant): string
  /** Returns the URL of a draft's page. A listing that was never published has no public URL yet. */
  draft(id: string): string
  edit(id: string): string
  media(key: string): string
  approval(id: string): string
  /** Returns the URL of the seller's or the buyer's offers page. `order` and `thread` return the URL of a single order or conversation. */
  offers(role: Role): string
  order(role: Role, id: string): string
  label(orderId: string): string
  purchase(id: string): string
  bundle(shopSlug: string, listings: readonly string[]): string
  thread(role: Role, id: string): string
  /**
   * Returns the URL of a photo in a problem report, which the buyer, the seller and operators may open. Pages use only the path, because
   * the session cookie belongs to the page's host.
   */
  problemPhoto(orderId: string, number: number): string
  /** Returns the URL of a photo in a message, which only the two people in the conversation may open. Pages use only the path. */
  messagePhoto(threadId: string, messageId: string, number: number): string
  payouts(): string
  developers(): string
  /** Returns the URL of the page with the account's hidden and suspended items and the appeal form. */
  measures(): string
  settings(): string
  likes(): string
  searches(): string
  unsubscribe(token: string): string
  search(filter: SearchFilters): string
}

const AREA: Record<Role, string> = { seller: 'app', buyer: 'you' }

type Bases = { publicUrl: string; programsUrl: string; storeDomain: string }

export function createUrls({ publicUrl, programsUrl, storeDomain }: Bases): Urls {
  const scheme = new URL(publicUrl).protocol
  const shop = (slug: string, tenant = REAL) => (isLive(tenant) ? `${scheme}//${slug}.${storeDomain}` : `${publicUrl}/test/${slug}`)
  return {
    shop,
    listing: (slug, link, tenant = REAL) => `${shop(slug, tenant)}/${link}`,
    draft: (id) => `${publicUrl}/listings/${id}`,
    edit: (id) => `${publicUrl}/app/listings/${id}`,
    media: (key) => `${programsUrl}/media/${key}`,
    approval: (id) => `${publicUrl}/app/approvals/${id}`,
    offers: (role) => `${publicUrl}/${AREA[role]}/offers`,
    order: (role, id) => `${publicUrl}/${AREA[role]}/orders/${id}`,
    label: (orderId) => `${publicUrl}/app/labels/print?${new URLSearchParams({ order: orderId }).toString()}`,
    purchase: (id) => `${publicUrl}/you/purchases/${id}`,
    bundle: (slug, listings) =>
      `${publicUrl}/bundle/${slug}?${new URLSearchParams(listings.map((id): [string, string] => ['item', id])).toString()}`,
    thread: (role, id) => `${publicUrl}/${AREA[role]}/messages/${id}`,
    problemPhoto: (orderId, number) => `${programsUrl}/v1/orders/${orderId}/problem/photos/${number}`,
    messagePhoto: (threadId, messageId, number) => `${programsUrl}/v1/threads/${threadId}/messages/${messageId}/photos/${number}`,
    payouts: () => `${publicUrl}/app/payouts`,
    developers: () => `${publicUrl}/app/developers`,
    measures: () => `${publicUrl}/app/measures`,
    settings: () => `${publicUrl}/you/settings`,
    likes: () => `${publicUrl}/you/likes`,
    searches: () => `${publicUrl}/you/searches`,
    unsubscribe: (token) => `${publicUrl}/unsubscribe/${token}`,
    search: ({ q, category, price = 'any', offers = false, ...filters }) => {
      const set = { ...(q && { q }), ...(category && { category }), ...(price !== 'any' && { price }), ...(offers && { offers: 'true' }) }
      const parts = new URLSearchParams(set)
      for (const [name, values] of Object.entries(filters)) for (const value of [values].flat()) parts.append(name, String(value))
      return `${publicUrl}/search?${parts.toString()}`
    },
  }
}
