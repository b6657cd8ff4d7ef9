import type { ListingStatus, EffectiveVisibility } from '#catalog/listings/rules/listing.ts'
import type { Tenant } from '#core/tenant.ts'

export const SHOP_VISIBILITIES = ['public', 'link', 'private'] as const
export type ShopVisibility = (typeof SHOP_VISIBILITIES)[number]

/** Who looks: the shop's owner, anyone else of its world, or somebody of another, for whom nothing of it exists (docs/sandbox.md). */
export type Viewer = 'owner' | 'other' | 'elsewhere'

/** How an account, or nobody in the market, stands to what `owner` owns. */
export function viewerOf(owner: { id: string; world: Tenant }, looks: { accountId: string | null; world: Tenant }): Viewer {
  if (owner.world !== looks.world) return 'elsewhere'
  return owner.id === looks.accountId ? 'owner' : 'other'
}

export type ShopFacts = { visibility: ShopVisibility; paused: boolean }

export type ShopSeen = {
  /** In lists of stores, the sitemap and feeds. */
  listed: boolean
  /** Its own page and read: open, shown as paused with no listings, or as if it did not exist. */
  page: 'open' | 'paused' | 'hidden'
}

/** Where a shop shows (completions 5, What is seen). What is listed is the same for everybody. */
export function shopSeen(shop: ShopFacts, viewer: Viewer): ShopSeen {
  if (viewer === 'elsewhere' || (shop.visibility === 'private' && viewer === 'other')) return { listed: false, page: 'hidden' }
  if (shop.paused) return { listed: false, page: 'paused' }
  return { listed: shop.visibility === 'public', page: 'open' }
}

export type ListingSeen = {
  /** In search, the sitemap and feeds. */
  search: boolean
  /** Under which heading of its shop's open page. */
  store: 'for_sale' | 'recently_sold' | null
  /** Its own page and its read by id. */
  read: boolean
}

/**
 * Where a listing shows (completions 5 and 11). A draft is nowhere in the market, not even for its owner, who
 * has it under `/listings`. The owner alone reads what is in a private or paused shop, and what the operator hid.
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

/** Most items that a store shows as recently sold (completions 5, Sold items). */
export const RECENTLY_SOLD_COUNT = 12

/** Categories of the marketplace (interface, public_listing). */
export const MARKET_CATEGORIES = ['Clothing', 'Shoes', 'Bags', 'Home', 'Collectibles', 'Books', 'Tech', 'Kids', 'Garden'] as const

/** The category of what research could not tell; no listing gets it. */
export const UNKNOWN_CATEGORY = 'Other'

/** What research may choose from: those and `Other` (interface, helpers 2 and 4). */
export const RESEARCH_CATEGORIES = [...MARKET_CATEGORIES, UNKNOWN_CATEGORY] as const

export const PRICE_BANDS = ['any', 'under-25', '25-100', 'over-100'] as const
export type PriceBand = (typeof PRICE_BANDS)[number]

/** The band's least and greatest price in cents, both included; null is no bound (completions 5, `price`). */
export const PRICE_BAND_CENTS: Readonly<Record<PriceBand, { minCents: number | null; maxCents: number | null }>> = {
  any: { minCents: null, maxCents: null },
  'under-25': { minCents: null, maxCents: 24_99 },
  '25-100': { minCents: 25_00, maxCents: 100_00 },
  'over-100': { minCents: 100_01, maxCents: null },
}

export const MARKET_SORTS = ['best', 'newest', 'price-asc', 'price-desc'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** What each of the week's acts counts for (completions 5, Busiest first). */
export const BUSY_WEIGHTS = { views: 1, likes: 5, messages: 10, offers: 20, sales: 50 } as const

export type WeekCounts = Record<keyof typeof BUSY_WEIGHTS, number>

/** How busy a shop's week was; ties go to the one with more for sale, then to the older one. */
export const busyScore = (week: WeekCounts): number =>
  BUSY_WEIGHTS.views * week.views +
  BUSY_WEIGHTS.likes * week.likes +
  BUSY_WEIGHTS.messages * week.messages +
  BUSY_WEIGHTS.offers * week.offers +
  BUSY_WEIGHTS.sales * week.sales
