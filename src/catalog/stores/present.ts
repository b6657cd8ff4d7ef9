import type { Core } from '#platform/context/index.ts'
import { agoText, agoTextExpiresAtMs, monthYear } from '#core/format/time.ts'
import { dollarsFromCents } from '#core/money.ts'
import { firstSentence } from '#core/text.ts'
import { awayExpiresAtMs } from '#catalog/shops/rules/away.ts'
import { cardsExpireAtMs, presentCard } from '#catalog/browse/present.ts'
import type { ListedStore, Sale, StoreFront } from './records.ts'

/** Builds the public view of a store (spec: interface, store). */
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

/** Returns true if the shop has a sale that has not yet ended. */
export const isRunning = (sale: Sale | null, now: Date): sale is Sale => sale !== null && sale.endsAt > now

const presentSale = ({ now }: Core, sale: Sale | null) =>
  isRunning(sale, now()) ? { percent: sale.percent, ends_at: sale.endsAt.toISOString(), partial: sale.partial } : null

/** Builds the public view of one store (spec: interface, store). */
export const presentStoreFront = (ctx: Core, front: StoreFront) => ({
  ...presentStore(front.store),
  followers: front.followers,
  following: front.following,
  sale: presentSale(ctx, front.sale),
  listings: front.cards.map((card) => presentCard(ctx, card)),
  ...(front.shelf.facets && { facets: front.shelf.facets.lists }),
  recently_sold: front.recentlySold.map(({ title, priceCents, soldAt }) => ({
    title,
    price: dollarsFromCents(priceCents),
    when: agoText(soldAt, ctx.now()),
  })),
})

/** Returns the time, in ms since 1970, when the view next changes even if no data changes, for example because a reservation ends. */
export const storeFrontExpiresAtMs = (ctx: Core, { store, sale, cards, recentlySold }: StoreFront): number =>
  Math.min(
    cardsExpireAtMs(ctx, cards),
    awayExpiresAtMs(store.awayUntil, ctx.now()),
    isRunning(sale, ctx.now()) ? sale.endsAt.getTime() : Number.POSITIVE_INFINITY,
    ...recentlySold.map(({ soldAt }) => agoTextExpiresAtMs(soldAt, ctx.now())),
  )
