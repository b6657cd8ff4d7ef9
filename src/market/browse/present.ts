import { agoTextHoldsUntilMs } from '#domain/formats/times.ts'
import type { Context } from '#platform/context.ts'
import { publicLines } from '#domain/fields.ts'
import { justListed, justListedHoldsUntilMs, listedText } from '#domain/human-time.ts'
import { dollarsFromCents } from '#domain/money.ts'
import { paragraphs } from '#domain/text.ts'
import type { ListingDetailRow, ListingRow, PhotoRow, Variant } from './queries.ts'

type Card = { listing: ListingRow; cover: PhotoRow | null; liked: boolean }
type Detail = { listing: ListingDetailRow; photos: PhotoRow[]; cover: PhotoRow | null; liked: boolean }

/** interface, public_listing: a field list of its own. Only for what has been published. */
export const presentCard = (ctx: Context, { listing, cover, liked }: Card) => ({
  object: 'public_listing' as const,
  id: listing.id,
  slug: listing.link!,
  store: listing.shop_slug,
  title: listing.title!,
  one_liner: listing.one_liner,
  price: dollarsFromCents(listing.price_cents!),
  shipping: listing.shipping_cents === null ? null : dollarsFromCents(listing.shipping_cents),
  photo: cover === null ? null : ctx.urls.media(largest(cover).key),
  category: listing.category,
  open_to_offers: listing.take_offers && listing.status === 'live',
  sold: listing.status === 'sold',
  just_listed: justListed(listing.published_at!, ctx.now()),
  url: ctx.urls.listing(listing.shop_slug, listing.link!, listing.world),
  seller: { name: listing.owner_name },
  liked,
})

/** Until when these cards read as they do now, if nothing changes; in ms since 1970. */
export const cardsHoldUntilMs = (ctx: Context, cards: readonly Card[]): number =>
  Math.min(...cards.map(({ listing }) => justListedHoldsUntilMs(listing.published_at!, ctx.now())))

/** interface, public_listing: the single-listing view. */
export const presentDetail = (ctx: Context, detail: Detail) => ({
  ...presentCard(ctx, detail),
  description: paragraphs(detail.listing.description),
  details: publicLines(detail.listing.fields).map(({ label, value }) => ({ label, value })),
  photos: detail.photos.map((photo) => ({ url: ctx.urls.media(largest(photo).key), video: photo.is_video })),
  listed: listedText(detail.listing.published_at!, ctx.now()),
})

/** As `cardsHoldUntilMs`, for the single-listing view. */
export const detailHoldsUntilMs = (ctx: Context, detail: Detail): number =>
  Math.min(cardsHoldUntilMs(ctx, [detail]), agoTextHoldsUntilMs(detail.listing.published_at!, ctx.now()))

/** The file of a picture in the size asked for, or the nearest there is; a video has one. */
export const variantOf = (photo: PhotoRow, size: Variant['size']): Variant =>
  photo.variants.find((variant) => variant.size === size) ?? photo.variants.at(-1)!

const largest = (photo: PhotoRow): Variant => variantOf(photo, 'large')
