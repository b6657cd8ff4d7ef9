import { isLive, REAL, type Tenant } from '#core/tenant.ts'

/** On which side of a sale somebody stands. */
export type Role = 'seller' | 'buyer'

/**
 * The addresses that the service writes, always from settings and never from a Host header. Pages are at `publicUrl`; what programs fetch,
 * which are pictures and files, is at the name that all of them find (`programsUrl`).
 */
export type Urls = {
  /** Without a world: the market. What is of a test world has its page on the main address, where its owner's session is. */
  shop(slug: string, world?: Tenant): string
  listing(shopSlug: string, link: string, world?: Tenant): string
  /** A listing that was never published has no link yet: its page is found by id, for its owner. */
  draft(id: string): string
  edit(id: string): string
  media(key: string): string
  approval(id: string): string
  /** Where each side looks after its offers, one order, one conversation. */
  offers(role: Role): string
  order(role: Role, id: string): string
  thread(role: Role, id: string): string
  /** A picture of a problem, which only the two sides and the operator are shown. Pages name its path alone: the session is at theirs. */
  problemPhoto(orderId: string, number: number): string
  payouts(): string
  developers(): string
  /** What the operator hid or suspended of one's own, and where to object. */
  measures(): string
  /** Where notices are switched on and off. */
  settings(): string
  /** The page of what a search finds; what is not set is left out. */
  search(filter: { q?: string | null; category?: string | null; price?: string; offers?: boolean }): string
}

const AREA: Record<Role, string> = { seller: 'app', buyer: 'you' }

type Bases = { publicUrl: string; programsUrl: string; storeDomain: string }

export function createUrls({ publicUrl, programsUrl, storeDomain }: Bases): Urls {
  const scheme = new URL(publicUrl).protocol
  const shop = (slug: string, world = REAL) => (isLive(world) ? `${scheme}//${slug}.${storeDomain}` : `${publicUrl}/test/${slug}`)
  return {
    shop,
    listing: (slug, link, world = REAL) => `${shop(slug, world)}/${link}`,
    draft: (id) => `${publicUrl}/listings/${id}`,
    edit: (id) => `${publicUrl}/app/listings/${id}`,
    media: (key) => `${programsUrl}/media/${key}`,
    approval: (id) => `${publicUrl}/app/approvals/${id}`,
    offers: (role) => `${publicUrl}/${AREA[role]}/offers`,
    order: (role, id) => `${publicUrl}/${AREA[role]}/orders/${id}`,
    thread: (role, id) => `${publicUrl}/${AREA[role]}/messages/${id}`,
    problemPhoto: (orderId, number) => `${programsUrl}/v1/orders/${orderId}/problem/photos/${number}`,
    payouts: () => `${publicUrl}/app/payouts`,
    developers: () => `${publicUrl}/app/developers`,
    measures: () => `${publicUrl}/app/measures`,
    settings: () => `${publicUrl}/you/settings`,
    search: ({ q, category, price = 'any', offers = false }) => {
      const set = { ...(q && { q }), ...(category && { category }), ...(price !== 'any' && { price }), ...(offers && { offers: 'true' }) }
      return `${publicUrl}/search?${new URLSearchParams(set).toString()}`
    },
  }
}
