import type { Context } from '#platform/context.ts'
import { agoText, agoTextHoldsUntilMs, monthYear } from '#domain/formats/times.ts'
import { dollarsFromCents } from '#domain/money.ts'
import { firstSentence } from '#domain/text.ts'
import { cardsHoldUntilMs, presentCard } from '#market/browse/present.ts'
import type { SoldRow, StoreCounts, StoreRow } from './queries.ts'

type ListedStore = { store: StoreRow; counts: StoreCounts }
type StoreFront = ListedStore & {
  followers: number
  following: boolean
  cards: Parameters<typeof presentCard>[1][]
  recentlySold: SoldRow[]
}

/** interface, store: a field list of its own. */
export const presentStore = (ctx: Context, { store, counts }: ListedStore) => ({
  object: 'store' as const,
  slug: store.slug,
  name: store.name,
  owner: store.owner_name,
  tagline: firstSentence(store.about),
  about: store.about,
  location: store.location,
  since: monthYear(store.created_at),
  for_sale: counts.for_sale,
  sold: counts.sold,
  paused: store.paused,
  picture_url: pictureUrl(ctx, store),
  url: ctx.urls.shop(store.slug, store.world),
})

/** interface, store: the single-store view. */
export const presentStoreFront = (ctx: Context, front: StoreFront) => ({
  ...presentStore(ctx, front),
  followers: front.followers,
  following: front.following,
  listings: front.cards.map((card) => presentCard(ctx, card)),
  recently_sold: front.recentlySold.map((sold) => ({
    title: sold.title,
    price: dollarsFromCents(sold.price_cents),
    when: agoText(sold.sold_at, ctx.now()),
  })),
})

/** Until when the single-store view reads as it does now, if nothing changes; in ms since 1970. */
export const storeFrontHoldsUntilMs = (ctx: Context, { cards, recentlySold }: StoreFront): number =>
  Math.min(cardsHoldUntilMs(ctx, cards), ...recentlySold.map((sold) => agoTextHoldsUntilMs(sold.sold_at, ctx.now())))

/** The largest size of a shop's picture. */
export const pictureUrl = (ctx: Context, { picture }: { picture: readonly { key: string }[] | null }): string | null =>
  picture === null ? null : ctx.urls.media(picture.at(-1)!.key)
