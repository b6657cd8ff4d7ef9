import type { Context, Person, Core } from '#platform/context/index.ts'
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS, quoteBundle, type BundleQuote } from '#core/bundle.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import { presentCard, type Card } from '#catalog/browse/index.ts'
import { bundleSettingsOf } from '#commerce/purchases/index.ts'
import type { CartRow } from './queries.ts'
import { availabilityOf, type Message } from './availability.ts'

/** Returns a cart in the protocol's format, at current prices, without the envelope that `src/ucp` adds. */
export async function presentCart(ctx: Context, actor: Person, row: CartRow, notes: readonly Message[] = []) {
  const { available, messages } = await availabilityOf(ctx, actor, row)
  const all = [...messages, ...notes]
  const [first] = available
  return {
    id: row.id,
    currency: 'USD',
    line_items: available.map((card) => lineOf(ctx, card)),
    ...(row.buyer && { buyer: row.buyer }),
    totals: await totalsOf(ctx, available),
    ...(all.length === 0 ? {} : { messages: all }),
    links: [
      { type: 'terms_of_service', url: `${ctx.config.publicUrl}/terms` },
      { type: 'privacy_policy', url: `${ctx.config.publicUrl}/privacy` },
    ],
    continue_url: first ? pageOf(ctx, first, available) : `${ctx.config.publicUrl}/`,
    expires_at: row.expires_at.toISOString(),
  }
}

/**
 * Returns the URL of the page where the buyer continues to checkout. The page contains the first item or, if possible, all items from the
 * same shop.
 */
function pageOf({ urls }: Core, first: Card, available: readonly Card[]): string {
  const together = sentOf(available).filter(({ shop }) => shop.id === first.shop.id)
  return together.length > 1 && together.includes(first)
    ? urls.bundle(
        first.shop.slug,
        together.slice(0, MAX_BUNDLE_ITEMS).map(({ id }) => id),
      )
    : first.url!
}

const sentOf = (cards: readonly Card[]): Card[] => cards.filter(({ shipping }) => shipping.kind === 'sent')

function lineOf(ctx: Core, card: Card) {
  const { id, title, priceCents: cents } = card
  const { photo } = presentCard(ctx, card)
  return {
    // a cart contains each item only once, so the item's id determines the id of the line
    id: id.replace('lst_', 'li_'),
    item: { id, title: title!, price: cents!, ...(photo && { image_url: photo }) },
    quantity: 1,
    totals: [
      { type: 'subtotal', amount: cents! },
      { type: 'total', amount: cents! },
    ],
  }
}

/**
 * Computes the totals. They include fixed shipping prices. They exclude shipping if the buyer and the seller agree on its price in
 * messages. For several items from one shop, the discount and the shipping are the same as in a purchase (spec: completions 13.4).
 */
async function totalsOf(ctx: Core, cards: readonly Card[]) {
  const items = sumOf(cards.map(({ priceCents }) => priceCents!))
  const named = cards.some(({ shipping }) => shippingCentsOf(shipping) !== null)
  const parcels = await Promise.all(parcelsOf(cards).map((parcel) => quoteParcel(ctx, parcel)))
  const discount = sumOf(parcels.map(({ discountCents }) => discountCents))
  const shipping = sumOf(parcels.map(({ shippingCents }) => shippingCents))
  return [
    { type: 'subtotal', amount: items },
    ...(discount === 0 ? [] : [{ type: 'discount', display_text: 'Bundle discount', amount: -discount }]),
    ...(named ? [{ type: 'fulfillment', display_text: 'Shipping', amount: shipping }] : []),
    { type: 'total', display_text: 'Estimated total', amount: items - discount + shipping },
  ]
}

/** Groups the items that are shipped by shop, like the checkouts that are created from the cart. */
const parcelsOf = (cards: readonly Card[]): Card[][] =>
  [...Map.groupBy(sentOf(cards), ({ shop }) => shop.id).values()].flatMap((ofShop) =>
    Array.from({ length: Math.ceil(ofShop.length / MAX_BUNDLE_ITEMS) }, (_, part) =>
      ofShop.slice(part * MAX_BUNDLE_ITEMS, (part + 1) * MAX_BUNDLE_ITEMS),
    ),
  )

async function quoteParcel(ctx: Core, parcel: readonly Card[]): Promise<Pick<BundleQuote, 'discountCents' | 'shippingCents'>> {
  const items = parcel.map(({ id, priceCents, shipping }) => ({
    id,
    priceCents: priceCents!,
    shippingCents: shippingCentsOf(shipping) ?? 0,
  }))
  if (items.length < MIN_BUNDLE_ITEMS) return { discountCents: 0, shippingCents: sumOf(items.map(({ shippingCents }) => shippingCents)) }
  return quoteBundle(items, await bundleSettingsOf(ctx, parcel[0]!.shop.id))
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, value) => sum + value, 0)
