import type { Context } from '#platform/context/index.ts'
import { facetsOfLines, shownFacets, type ShownFacets } from '#catalog/browse/rules/facets/index.ts'
import { publicLines } from '#catalog/listings/rules/fields.ts'
import type { EffectiveVisibility, ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { ShopVisibility } from '#catalog/browse/rules/market.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'
import { shippingOf, type Shipping } from '#core/shipping.ts'
import { shipsTo } from '#core/ships-to.ts'
import type { Tenant } from '#core/tenant.ts'
import type { CardRow, DetailRow, ListingRow, PhotoRow } from './queries.ts'

export type Picture = { isVideo: boolean; isStock: boolean; alt: string | null; variants: readonly Variant[] }

/**
 * A listing with the fields that every viewer may see (decision 5): the base of cards, pages and API records. A draft may lack a title, a
 * price and a link. Amounts are in cents.
 */
export type Card = {
  id: string
  status: ListingStatus
  visibility: EffectiveVisibility
  title: string | null
  oneLiner: string | null
  category: string | null
  facets: ShownFacets
  priceCents: number | null
  /** The lowest price in the 30 days before the reduction, or null if the price is not reduced. */
  wasCents: number | null
  shipping: Shipping
  shipsTo: readonly string[]
  takesOffers: boolean
  takesDeposit: boolean
  publishedAt: Date | null
  soldAt: Date | null
  reservedUntil: Date | null
  link: string | null
  url: string | null
  shop: {
    id: string
    slug: string
    name: string
    tone: string
    tenant: Tenant
    visibility: ShopVisibility
    paused: boolean
    awayUntil: Date | null
  }
  seller: { id: string; name: string }
  /** The first photo that the seller took, or else the first stock photo, but never the video. */
  cover: Picture | null
  liked: boolean
}

/** A listing with everything that its page shows. `details` contains only the detail lines that are public. */
export type Detail = Card & {
  description: string | null
  details: readonly { label: string; value: string }[]
  pictures: readonly Picture[]
  hasQuestions: boolean
}

/** A card that lacks the field for the viewer's like. */
export type UnlikedCard = Omit<Card, 'liked'>

export const cardOf = (ctx: Pick<Context, 'urls'>, row: CardRow): UnlikedCard => recordOf(ctx, row, row.cover && pictureOf(row.cover))

export function detailOf(ctx: Pick<Context, 'urls'>, row: DetailRow): Detail {
  const pictures = row.photos.map(pictureOf)
  const cover = pictures.find((picture) => !picture.isStock && !picture.isVideo) ?? null
  const details = publicLines(row.fields).map(({ label, value }) => ({ label, value }))
  return {
    ...recordOf(ctx, row, cover),
    liked: row.liked,
    description: row.description,
    details,
    pictures,
    hasQuestions: row.has_questions,
  }
}

const recordOf = ({ urls }: Pick<Context, 'urls'>, row: ListingRow, cover: Picture | null): UnlikedCard => ({
  id: row.id,
  status: row.status,
  visibility: row.visibility,
  title: row.title,
  oneLiner: row.one_liner,
  category: row.category,
  facets: shownFacets(facetsOfLines(row.fields)),
  priceCents: row.price_cents,
  wasCents: row.was_cents,
  shipping: shippingOf(row.shipping_cents, row.shop_location),
  shipsTo: shipsTo({ ships_to: row.ships_to, ship_from: row.ship_country === null ? null : { country: row.ship_country } }),
  takesOffers: row.take_offers,
  takesDeposit: row.asks_deposit,
  publishedAt: row.published_at,
  soldAt: row.sold_at,
  reservedUntil: row.reserved_until,
  link: row.link,
  url: row.link === null ? null : urls.listing(row.shop_slug, row.link, row.tenant),
  shop: {
    id: row.shop_id,
    slug: row.shop_slug,
    name: row.shop_name,
    tone: row.shop_tone,
    tenant: row.tenant,
    visibility: row.shop_visibility,
    paused: row.shop_paused,
    awayUntil: row.shop_away_until,
  },
  seller: { id: row.owner_id, name: row.owner_name },
  cover,
})

const pictureOf = ({ source, is_video, alt, variants }: PhotoRow): Picture => ({
  isVideo: is_video,
  isStock: source === 'web',
  alt,
  variants,
})
