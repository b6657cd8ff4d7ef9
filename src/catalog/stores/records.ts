import type { BundleShipping, BundleTier } from '#core/bundle.ts'
import type { Context } from '#platform/context/index.ts'
import type { Card, MarketResult } from '#catalog/browse/index.ts'
import { pictureUrl } from './picture/present.ts'
import type { StoreCounts, StoreRow } from './queries.ts'

/** A shop with the fields that every viewer may see. API records and pages are built from it (decision 5). */
export type Store = Pick<StoreRow, 'id' | 'slug' | 'name' | 'about' | 'location' | 'tone' | 'visibility' | 'paused' | 'tenant'> & {
  owner: { id: string; name: string }
  url: string
  pictureUrl: string | null
  awayUntil: Date | null
  bundleTiers: readonly BundleTier[]
  bundleShipping: BundleShipping
  createdAt: Date
}

export type ListedStore = Store & { forSale: number; sold: number }

/** A sale that is running in the shop. `partial` is true if the sale does not reduce every item. */
export type Sale = { percent: number; endsAt: Date; partial: boolean }

export type StoreFront = {
  store: ListedStore
  followers: number
  following: boolean
  sale: Sale | null
  shelf: Shelf
  cards: Card[]
  recentlySold: readonly { title: string; priceCents: number; soldAt: Date }[]
}

/** Results of a search within a store. `exact`, `facets` and `lasting` have the same meaning as in `MarketResult`. */
export type Shelf = Pick<MarketResult, 'total' | 'exact' | 'facets' | 'lasting'>

export const storeOf = (ctx: Pick<Context, 'urls'>, row: StoreRow): Store => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  about: row.about,
  location: row.location,
  tone: row.tone,
  visibility: row.visibility,
  paused: row.paused,
  awayUntil: row.away_until,
  tenant: row.tenant,
  owner: { id: row.owner_id, name: row.owner_name },
  url: ctx.urls.shop(row.slug, row.tenant),
  pictureUrl: pictureUrl(ctx, row),
  bundleTiers: row.bundle_tiers,
  bundleShipping: row.bundle_shipping,
  createdAt: row.created_at,
})

/** Adds counts to a store. A paused store counts as having no items for sale. */
export const listedOf = (store: Store, { for_sale, sold }: StoreCounts = { for_sale: 0, sold: 0 }): ListedStore => ({
  ...store,
  forSale: store.paused ? 0 : for_sale,
  sold,
})
