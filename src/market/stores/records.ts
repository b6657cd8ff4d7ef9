import type { Context } from '#platform/context.ts'
import type { ShopVisibility } from '#domain/market.ts'
import type { World } from '#domain/world.ts'
import type { Card } from '#market/browse/index.ts'
import type { StoreCounts, StoreRow } from './queries.ts'

/** A shop as the market knows it, and whoever may see it may: the API's record and every page are made from this (decision 104). */
export type Store = {
  id: string
  slug: string
  name: string
  about: string | null
  location: string | null
  tone: string
  visibility: ShopVisibility
  paused: boolean
  world: World
  owner: { id: string; name: string }
  url: string
  pictureUrl: string | null
  createdAt: Date
}

/** With its counts, as lists show it. */
export type ListedStore = Store & { forSale: number; sold: number }

/** A store with all that its own page shows. */
export type StoreFront = {
  store: ListedStore
  followers: number
  following: boolean
  shelf: Shelf
  cards: Card[]
  recentlySold: readonly { title: string; priceCents: number; soldAt: Date }[]
}

/** How much of it was asked for, and whether that is what is shown: else it is only near it. `lasting` as of what is found. */
export type Shelf = { total: number; exact: boolean; lasting: boolean }

export const storeOf = (ctx: Pick<Context, 'urls'>, row: StoreRow): Store => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  about: row.about,
  location: row.location,
  tone: row.tone,
  visibility: row.visibility,
  paused: row.paused,
  world: row.world,
  owner: { id: row.owner_id, name: row.owner_name },
  url: ctx.urls.shop(row.slug, row.world),
  pictureUrl: pictureUrl(ctx, row),
  createdAt: row.created_at,
})

/** What is for sale in a paused store is for sale to nobody. */
export const listedOf = (store: Store, { for_sale, sold }: StoreCounts = { for_sale: 0, sold: 0 }): ListedStore => ({
  ...store,
  forSale: store.paused ? 0 : for_sale,
  sold,
})

/** The largest size of a shop's picture. */
export const pictureUrl = (ctx: Pick<Context, 'urls'>, { picture }: { picture: readonly { key: string }[] | null }): string | null =>
  picture === null ? null : ctx.urls.media(picture.at(-1)!.key)
