import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { Tenant } from '#core/tenant.ts'

export const SHOP_VISIBILITIES = ['public', 'link', 'private'] as const
export type ShopVisibility = (typeof SHOP_VISIBILITIES)[number]

/**
 * Relation to a shop: its owner, a different account in the same tenant, or an account in a different tenant, which cannot see the shop
 * (docs/sandbox.md).
 */
export type Viewer = 'owner' | 'other' | 'elsewhere'

/** Returns how an account or an anonymous user is related to `owner`. */
export function viewerOf(owner: { id: string; tenant: Tenant }, viewer: { accountId: string | null; tenant: Tenant }): Viewer {
  if (owner.tenant !== viewer.tenant) return 'elsewhere'
  return owner.id === viewer.accountId ? 'owner' : 'other'
}

export type ShopFacts = { visibility: ShopVisibility; paused: boolean }

export type ShopSeen = {
  /** True if lists of stores, the sitemap and feeds show the shop. */
  listed: boolean
  /** State of the shop's page and API response. The page of a paused shop shows no listings. */
  page: 'open' | 'paused' | 'hidden'
}

/** Returns where a shop is shown (spec: completions 5, What is seen). `listed` is the same for all viewers within a tenant. */
export function shopSeen(shop: ShopFacts, viewer: Viewer): ShopSeen {
  if (viewer === 'elsewhere' || (shop.visibility === 'private' && viewer === 'other')) return { listed: false, page: 'hidden' }
  if (shop.paused) return { listed: false, page: 'paused' }
  return { listed: shop.visibility === 'public', page: 'open' }
}

export type ListingSeen = {
  /** True if search, the sitemap and feeds show the listing. */
  search: boolean
  store: 'for_sale' | 'recently_sold' | null
  read: boolean
}

/**
 * Returns where a listing is shown (spec: completions 5 and 11). A draft is shown nowhere, and its owner reads it under `/listings`. If the
 * operator hid the listing, or its shop is private or paused, only the owner can read it.
 */
export function listingSeen(
  shop: ShopFacts,
  listing: { status: ListingStatus; visibility: EffectiveVisibility },
  viewer: Viewer,
): ListingSeen {
  if (listing.status === 'draft') return NOWHERE
  const { listed, page } = shopSeen(shop, viewer)
  if (page !== 'open' || listing.visibility === 'hidden') return { ...NOWHERE, read: viewer === 'owner' }
  if (listing.visibility === 'link') return { ...NOWHERE, read: true }
  if (listing.status === 'sold') return { search: false, store: 'recently_sold', read: true }
  return { search: listed, store: 'for_sale', read: true }
}

const NOWHERE: ListingSeen = { search: false, store: null, read: false }

/** Maximum number of recently sold items on a shop's page (spec: completions 5, Sold items). */
export const RECENTLY_SOLD_COUNT = 12

/** Categories of the market (spec: interface, public_listing). */
export const MARKET_CATEGORIES = ['Clothing', 'Shoes', 'Bags', 'Home', 'Collectibles', 'Books', 'Tech', 'Kids', 'Garden'] as const

/** Category that research returns if it cannot categorize an item. No listing has this category. */
export const UNKNOWN_CATEGORY = 'Other'

/** Categories that research may return (spec: interface, helpers 2 and 4). */
export const RESEARCH_CATEGORIES = [...MARKET_CATEGORIES, UNKNOWN_CATEGORY] as const

export const PRICE_BANDS = ['any', 'under-25', '25-100', 'over-100'] as const
export type PriceBand = (typeof PRICE_BANDS)[number]

/** Bounds of the price bands in cents, inclusive; null means that there is no bound (spec: completions 5, `price`). */
export const PRICE_BAND_CENTS: Readonly<Record<PriceBand, { minCents: number | null; maxCents: number | null }>> = {
  any: { minCents: null, maxCents: null },
  'under-25': { minCents: null, maxCents: 24_99 },
  '25-100': { minCents: 25_00, maxCents: 100_00 },
  'over-100': { minCents: 100_01, maxCents: null },
}

export const MARKET_SORTS = ['best', 'newest', 'price-asc', 'price-desc'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** Weights of the activity score (spec: completions 5, Busiest first). */
export const BUSY_WEIGHTS = { views: 1, likes: 5, messages: 10, offers: 20, sales: 50 } as const

export type WeekCounts = Record<keyof typeof BUSY_WEIGHTS, number>

/**
 * Returns the activity score of a shop for one week. Shops with equal scores are sorted by the number of items for sale, and then by age,
 * oldest first.
 */
export const busyScore = (week: WeekCounts): number =>
  BUSY_WEIGHTS.views * week.views +
  BUSY_WEIGHTS.likes * week.likes +
  BUSY_WEIGHTS.messages * week.messages +
  BUSY_WEIGHTS.offers * week.offers +
  BUSY_WEIGHTS.sales * week.sales
