import type { Context } from '#platform/context/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { pictureUrl } from './picture/present.ts'
import type { StoreCounts, StoreRow } from './queries.ts'

/** A shop with the fields that everybody who may see it may know: the API's record and every page are made from it (decision 5). */
export type Store = Pick<StoreRow, 'id' | 'slug' | 'name' | 'about' | 'location' | 'tone' | 'visibility' | 'paused' | 'world'> & {
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

/** How many listings match, and whether those shown match exactly or are only similar. `lasting`: as of a search's answer. */
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

/** A paused store has nothing for sale. */
export const listedOf = (store: Store, { for_sale, sold }: StoreCounts = { for_sale: 0, sold: 0 }): ListedStore => ({
  ...store,
  forSale: store.paused ? 0 : for_sale,
  sold,
})
