import type { Core } from '#platform/context/index.ts'
import { nameOf, stepOf } from '#catalog/listings/rules/listing.ts'
import { eachText } from '#catalog/listings/rules/texts.ts'
import { dollarsOrNull } from '#core/money.ts'
import { presentPhoto } from '#catalog/photos/present.ts'
import { priceAfterStep } from '#catalog/listings/rules/price-drop.ts'
import type { ListingRow, ListingSurroundings, StoredDrop } from './queries.ts'

/** Builds the owner's view of a listing, which includes the private minimum price (spec: interface, listing). */
export const presentListing = (ctx: Core, row: ListingRow, { photos, pendingPhotos, stats, priceDrop }: ListingSurroundings) => ({
  object: 'listing' as const,
  id: row.id,
  shop: row.shop_slug,
  status: row.status,
  visibility: row.visibility,
  step: stepOf({
    status: row.status,
    title: row.title,
    priceCents: row.price_cents,
    hasOwnPhoto: photos.some(({ source, is_video }) => source === 'own' && !is_video),
  }),
  name: listingName(row),
  prompt: row.prompt,
  ...eachText((name) => row[name]),
  price: dollarsOrNull(row.price_cents),
  was_price: dollarsOrNull(row.was_cents),
  price_basis: row.price_cents === null ? null : (row.price_basis ?? ('seller' as const)),
  lowest_price: dollarsOrNull(row.lowest_price_cents),
  price_drop: priceDrop && presentPriceDrop(row, priceDrop),
  shipping: dollarsOrNull(row.shipping_cents),
  take_offers: row.take_offers,
  fields: row.fields.map(({ key, label, value, source }) => ({ key, label, value, source })),
  parcel: presentParcel(row.parcel),
  photos: photos.map((photo) => presentPhoto(ctx, photo)),
  photos_wanted: pendingPhotos.map(({ url, problem }) => ({ url, problem })),
  url: listingUrl(ctx, row),
  edit_url: ctx.urls.edit(row.id),
  stats: {
    views: stats.views,
    views_7d: stats.views_7d,
    likes: stats.likes,
    shares: stats.shares,
    offers: stats.offers,
    offers_waiting: stats.offers_waiting,
  },
  research: row.research,
  published_at: row.published_at?.toISOString() ?? null,
  sold_at: row.sold_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const presentParcel = (parcel: ListingRow['parcel']) =>
  parcel && { weight_oz: parcel.weight_oz, length_in: parcel.length_in, width_in: parcel.width_in, height_in: parcel.height_in }

function presentPriceDrop({ price_cents, lowest_price_cents }: ListingRow, drop: StoredDrop) {
  const schedule = { percent: drop.percent, amountCents: drop.amount_cents, baseCents: drop.base_cents, everyDays: drop.every_days }
  const bounds = { priceCents: price_cents!, lowestPriceCents: lowest_price_cents, lowestPercent: drop.lowest_percent }
  return {
    percent: drop.percent,
    amount: dollarsOrNull(drop.amount_cents),
    every_days: drop.every_days,
    next_price: dollarsOrNull(priceAfterStep(schedule, bounds)),
    next_at: new Date(drop.next_at).toISOString(),
  }
}

type EventListing = Pick<ListingRow, 'id' | 'shop_slug' | 'tenant' | 'status' | 'visibility' | 'title' | 'price_cents' | 'link'>

/** Returns the data of a listing event. It never includes the minimum price (spec: reliability I9). */
export const presentListingEvent = (ctx: Core, row: EventListing) => ({
  object: 'listing' as const,
  id: row.id,
  shop: row.shop_slug,
  status: row.status,
  visibility: row.visibility,
  title: row.title,
  price: dollarsOrNull(row.price_cents),
  url: listingUrl(ctx, row),
})

/** Returns a listing's public URL, or the URL of its draft page before the first publication. */
export const listingUrl = (ctx: Core, { id, shop_slug, link, tenant }: Pick<ListingRow, 'id' | 'shop_slug' | 'link' | 'tenant'>): string =>
  link === null ? ctx.urls.draft(id) : ctx.urls.listing(shop_slug, link, tenant)

/** Returns the listing's short name (spec: completions 4, `name`). */
export const listingName = ({ title, research, prompt }: Pick<ListingRow, 'title' | 'research' | 'prompt'>): string =>
  nameOf({ title, identified: research?.identified ?? null, prompt })
