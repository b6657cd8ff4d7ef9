import type { Context } from '#platform/context/index.ts'

/**
 * Inserts rows directly, without the API, for states that would take many API calls or that the API cannot create. Omitted fields get
 * plausible values.
 */

let made = 0

export type ShopRow = { id: string; slug: string; ownerId: string }

type ShopFields = {
  slug?: string
  name?: string
  about?: string | null
  location?: string | null
  tone?: 'lemon' | 'mint' | 'pink' | 'leaf' | 'blush'
  visibility?: 'public' | 'link' | 'private'
  paused?: boolean
  lowestPercent?: number
  createdAt?: Date
}

/** Creates a shop with a slug. */
export async function makeShop(ctx: Context, ownerId: string, fields: ShopFields = {}): Promise<ShopRow> {
  const id = ctx.newId('shp')
  const slug = fields.slug ?? `shop-${++made}`
  const at = fields.createdAt ?? ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('shops')
      .values({
        id,
        owner_id: ownerId,
        slug,
        name: fields.name ?? `Shop ${slug}`,
        about: fields.about ?? null,
        location: fields.location ?? null,
        tone: fields.tone ?? 'lemon',
        visibility: fields.visibility ?? 'public',
        paused: fields.paused ?? false,
        lowest_percent: fields.lowestPercent ?? 15,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await tx.insertInto('shop_slugs').values({ slug, shop_id: id, owner_id: ownerId }).execute()
  })
  return { id, slug, ownerId }
}

/** Changes the slug of a shop, as the API does. */
export async function renameShop(ctx: Context, shop: ShopRow, newSlug: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('shop_slugs').set({ moved_at: ctx.now() }).where('slug', '=', shop.slug).execute()
    await tx.insertInto('shop_slugs').values({ slug: newSlug, shop_id: shop.id, owner_id: shop.ownerId }).execute()
    await tx.updateTable('shops').set({ slug: newSlug }).where('id', '=', shop.id).execute()
  })
}

type ListingFields = {
  title?: string | null
  oneLiner?: string | null
  description?: string | null
  category?: string | null
  priceCents?: number | null
  lowestPriceCents?: number | null
  shippingCents?: number | null
  takeOffers?: boolean
  fields?: { key: string; label: string; value: string; source: string }[]
  status?: 'draft' | 'live' | 'sold'
  visibility?: 'everyone' | 'link'
  link?: string | null
  publishedAt?: Date
  soldAt?: Date
}

/** Creates a listing in any state. Returns the listing's id and the last path segment of its URL. */
export async function makeListing(ctx: Context, shop: ShopRow, fields: ListingFields = {}): Promise<{ id: string; link: string | null }> {
  const id = ctx.newId('lst')
  const status = fields.status ?? 'live'
  const link = fields.link === undefined ? (status === 'draft' ? null : `thing-${++made}`) : fields.link
  const now = ctx.now()
  await ctx.db
    .insertInto('listings')
    .values({
      id,
      shop_id: shop.id,
      owner_id: shop.ownerId,
      status,
      link,
      visibility: fields.visibility ?? 'everyone',
      title: fields.title === undefined ? 'Wool coat' : fields.title,
      one_liner: fields.oneLiner ?? null,
      description: fields.description ?? null,
      category: fields.category ?? null,
      price_cents: fields.priceCents === undefined ? 60_00 : fields.priceCents,
      lowest_price_cents: fields.lowestPriceCents ?? null,
      shipping_cents: fields.shippingCents === undefined ? 6_00 : fields.shippingCents,
      take_offers: fields.takeOffers ?? true,
      fields: JSON.stringify(fields.fields ?? []),
      ever_sold: status === 'sold',
      published_at: status === 'draft' ? null : (fields.publishedAt ?? now),
      sold_at: status === 'sold' ? (fields.soldAt ?? now) : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, link }
}

type PhotoFields = { source?: 'own' | 'web'; isVideo?: boolean; alt?: string | null; position: number }

/** Creates the database row for a photo in three sizes, without stored files. Returns the key of the largest size. */
export async function makePhoto(
  ctx: Context,
  listingId: string,
  { source = 'own', isVideo = false, alt = null, position }: PhotoFields,
): Promise<string> {
  const name = String(++made).padStart(32, '0')
  const sizes = [
    ['small', 320],
    ['medium', 800],
    ['large', 1600],
  ] as const
  const variants = isVideo
    ? [{ size: 'video', key: `${name}-video.mp4`, width: 720, height: 900, bytes: 1000, type: 'video/mp4' }]
    : sizes.map(([size, width]) => ({ size, key: `${name}-${size}.webp`, width, height: width * 1.25, bytes: 1000, type: 'image/webp' }))
  await ctx.db
    .insertInto('photos')
    .values({
      id: ctx.newId('pho'),
      listing_id: listingId,
      position,
      source,
      is_video: isVideo,
      alt,
      variants: JSON.stringify(variants),
      created_at: ctx.now(),
    })
    .execute()
  return variants.at(-1)!.key
}

type OrderFields = {
  buyerId: string
  status?: 'awaiting_payment' | 'paid' | 'shipped' | 'delivered' | 'completed' | 'problem' | 'refunded' | 'cancelled' | 'expired'
  shopName?: string
  title?: string
  itemCents?: number
  shippingCents?: number
  shipBy?: Date
  paidAt?: Date
}

/** Creates an order in the given state, and records the step that led to this state. Returns the order's id. */
export async function makeOrder(
  ctx: Context,
  shop: ShopRow,
  listing: { id: string; link: string | null },
  fields: OrderFields,
): Promise<string> {
  const id = ctx.newId('ord')
  const now = ctx.now()
  const status = fields.status ?? 'completed'
  const isPaid = !['awaiting_payment', 'expired'].includes(status)
  const paidAt = fields.paidAt ?? now
  await ctx.db
    .insertInto('orders')
    .values({
      id,
      listing_id: listing.id,
      shop_id: shop.id,
      seller_id: shop.ownerId,
      buyer_id: fields.buyerId,
      listing_title: fields.title ?? 'Wool coat',
      listing_link: listing.link ?? 'wool-coat',
      shop_slug: shop.slug,
      shop_name: fields.shopName ?? `Shop ${shop.slug}`,
      item_cents: fields.itemCents ?? 60_00,
      shipping_cents: fields.shippingCents ?? 6_00,
      fee_cents: 0,
      pickup: false,
      status,
      payment: isPaid ? 'paid' : 'unpaid',
      pay_by: new Date(now.getTime() + 900_000),
      ship_by: status === 'paid' ? (fields.shipBy ?? new Date(now.getTime() + 5 * 86_400_000)) : null,
      paid_at: isPaid ? paidAt : null,
      completed_at: status === 'completed' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await ctx.db.insertInto('order_steps').values({ order_id: id, at: now, status, by: 'service' }).execute()
  return id
}

type OfferFields = {
  buyerId: string
  status?: 'open' | 'countered' | 'declined' | 'withdrawn' | 'expired'
  amountCents?: number
  counterCents?: number
  expiresAt?: Date
  title?: string
}

/** Creates an offer in the given state. Open offers and counteroffers expire after 48 hours. Returns the id of the offer. */
export async function makeOffer(ctx: Context, shop: ShopRow, listing: { id: string }, fields: OfferFields): Promise<string> {
  const id = ctx.newId('off')
  const now = ctx.now()
  const expiresAt = fields.expiresAt ?? new Date(now.getTime() + 48 * 3600_000)
  const isCounter = fields.status === 'countered'
  await ctx.db
    .insertInto('offers')
    .values({
      id,
      listing_id: listing.id,
      shop_id: shop.id,
      seller_id: shop.ownerId,
      buyer_id: fields.buyerId,
      listing_title: fields.title ?? 'Wool coat',
      listing_price_cents: 60_00,
      shop_slug: shop.slug,
      shop_name: `Shop ${shop.slug}`,
      amount_cents: fields.amountCents ?? 40_00,
      status: fields.status ?? 'open',
      counter_cents: isCounter ? (fields.counterCents ?? 50_00) : null,
      counter_by: isCounter ? 'owner' : null,
      counter_expires_at: isCounter ? expiresAt : null,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
