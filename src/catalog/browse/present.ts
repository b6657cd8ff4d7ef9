import { agoTextExpiresAtMs } from '#core/format/time.ts'
import type { Core } from '#platform/context/index.ts'
import { awayExpiresAtMs, isAway } from '#catalog/shops/rules/away.ts'
import { justListed, justListedExpiresAtMs, listedText } from '#core/format/relative-time.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import { isReserved, reservationExpiresAtMs } from '#catalog/listings/rules/reservation.ts'
import { paragraphs } from '#core/text.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'
import type { Card, Detail } from './records.ts'

/** Builds the public view of a published listing, field by field (spec: interface, public_listing). */
export const presentCard = (ctx: Core, card: Card) => ({
  object: 'public_listing' as const,
  id: card.id,
  slug: card.link!,
  store: card.shop.slug,
  title: card.title!,
  one_liner: card.oneLiner,
  price: dollarsFromCents(card.priceCents!),
  was_price: dollarsOrNull(card.wasCents),
  shipping: shippingDollars(card),
  photo: card.cover === null ? null : ctx.urls.media(largest(card.cover).key),
  category: card.category,
  ...card.facets,
  open_to_offers: card.takesOffers && card.status === 'live',
  sold: card.status === 'sold',
  reserved: isReserved(card, ctx.now()),
  just_listed: justListed(card.publishedAt!, ctx.now()),
  url: card.url!,
  seller: { name: card.seller.name },
  liked: card.liked,
})

const shippingDollars = ({ shipping }: Card): number | null => dollarsOrNull(shippingCentsOf(shipping))

/** Returns true if a buyer can order the item now. Feeds and link previews then show the item as in stock. */
export const isInStock = (ctx: Core, card: Card): boolean =>
  card.status === 'live' && !isReserved(card, ctx.now()) && !isAway(card.shop.awayUntil, ctx.now())

/**
 * Returns the time, in ms since 1970, when a label on one of the cards ("just listed" or "reserved") next changes, even if no data changes.
 */
export const cardsExpireAtMs = (ctx: Core, cards: readonly Card[]): number =>
  Math.min(...cards.flatMap((card) => [justListedExpiresAtMs(card.publishedAt!, ctx.now()), reservationExpiresAtMs(card, ctx.now())]))

/** Builds the public view of a single listing (spec: interface, public_listing). */
export const presentDetail = (ctx: Core, detail: Detail) => ({
  ...presentCard(ctx, detail),
  description: paragraphs(detail.description),
  details: detail.details,
  photos: detail.pictures.map((picture) => ({ url: ctx.urls.media(largest(picture).key), video: picture.isVideo })),
  listed: listedText(detail.publishedAt!, ctx.now()),
  ships_to: detail.shipsTo,
})

/**
 * Returns the time, in ms since 1970, when the view next changes even if no data changes, for example because the view shows the listing's
 * age.
 */
export const detailExpiresAtMs = (ctx: Core, detail: Detail): number =>
  Math.min(
    cardsExpireAtMs(ctx, [detail]),
    agoTextExpiresAtMs(detail.publishedAt!, ctx.now()),
    awayExpiresAtMs(detail.shop.awayUntil, ctx.now()),
  )

/** Returns the photo's file in this size, or the last of its files if this size is missing. A video has only one file. */
export const variantOf = ({ variants }: { variants: readonly Variant[] }, size: Variant['size']): Variant =>
  variants.find((variant) => variant.size === size) ?? variants.at(-1)!

const largest = (picture: { variants: readonly Variant[] }): Variant => variantOf(picture, 'large')
