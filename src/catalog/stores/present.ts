import type { Core } from '#platform/context/index.ts'
import { agoText, agoTextExpiresAtMs, monthYear } from '#core/format/time.ts'
import { dollarsFromCents } from '#core/money.ts'
import { firstSentence } from '#core/text.ts'
import { awayExpiresAtMs } from '#catalog/shops/rules/away.ts'
import { cardsExpireAtMs, presentCard } from '#catalog/browse/present.ts'
import type { ListedStore, StoreFront } from './records.ts'

/** Builds the public view of a store from explicit fields (spec: interface, store). */
export const presentStore = (store: ListedStore) => ({
  object: 'store' as const,
  slug: store.slug,
  name: store.name,
  owner: store.owner.name,
  tagline: firstSentence(store.about),
  about: store.about,
  location: store.location,
  since: monthYear(store.createdAt),
  for_sale: store.forSale,
  sold: store.sold,
  paused: store.paused,
  away_until: store.awayUntil?.toISOString() ?? null,
  bundle_tiers: store.bundleTiers.map(({ from, percent }) => ({ from, percent })),
  bundle_shipping: store.bundleShipping,
  picture_url: store.pictureUrl,
  url: store.url,
})

/** Builds the public view of a single store (spec: interface, store). */
export const presentStoreFront = (ctx: Core, front: StoreFront) => ({
  ...presentStore(front.store),
  followers: front.followers,
  following: front.following,
  listings: front.cards.map((card) => presentCard(ctx, card)),
  ...(front.shelf.facets && { facets: front.shelf.facets.lists }),
  recently_sold: front.recentlySold.map(({ title, priceCents, soldAt }) => ({
    title,
    price: dollarsFromCents(priceCents),
    when: agoText(soldAt, ctx.now()),
  })),
})

/** Returns the time in ms since 1970 at which the view changes even without new data (for example, when a reservation ends). */
export const storeFrontExpiresAtMs = (ctx: Core, { store, cards, recentlySold }: StoreFront): number =>
  Math.min(
    cardsExpireAtMs(ctx, cards),
    awayExpiresAtMs(store.awayUntil, ctx.now()),
    ...recentlySold.map(({ soldAt }) => agoTextExpiresAtMs(soldAt, ctx.now())),
  )
