import type { Core } from '#platform/context/index.ts'
import { minorUnits } from '#ucp/rules.ts'
import { presentCard, presentDetail } from '#catalog/browse/present.ts'
import type { Card, Detail } from '#catalog/browse/index.ts'

type Seen = ReturnType<typeof presentCard>

/** Converts a listing to a product with one variant. Both have the id of the listing, as they do in a checkout. */
export const presentProduct = (ctx: Core, card: Card) => {
  const seen = presentCard(ctx, card)
  return productOf(seen, {
    shop: ctx.urls.shop(card.shop.slug, card.shop.tenant),
    text: seen.one_liner ?? seen.title,
    pictures: seen.photo === null ? [] : [{ url: seen.photo, video: false }],
  })
}

/** Converts a listing to a product with the full description and all photos. */
export const presentProductDetail = (ctx: Core, detail: Detail) => {
  const seen = presentDetail(ctx, detail)
  const lines = seen.details.map(({ label, value }) => `${label}: ${value}`)
  return productOf(seen, {
    shop: ctx.urls.shop(detail.shop.slug, detail.shop.tenant),
    text: [...seen.description, ...lines].join('\n') || seen.title,
    pictures: seen.photos,
  })
}

type More = { shop: string; text: string; pictures: readonly { url: string; video: boolean }[] }

function productOf(seen: Seen, { shop, text, pictures }: More) {
  const price = { amount: minorUnits(seen.price), currency: 'USD' }
  const listPrice = seen.was_price === null ? null : { amount: minorUnits(seen.was_price), currency: 'USD' }
  const common = {
    id: seen.id,
    title: seen.title,
    description: { plain: text },
    url: seen.url,
    ...(seen.category === null ? {} : { categories: [{ value: seen.category, taxonomy: 'merchant' }] }),
    media: pictures.map(({ url, video }) => ({ type: video ? 'video' : 'image', url, ...(video ? {} : { alt_text: seen.title }) })),
  }
  return {
    ...common,
    handle: seen.slug,
    price_range: { min: price, max: price },
    ...(listPrice && { list_price_range: { min: listPrice, max: listPrice } }),
    variants: [
      {
        ...common,
        price,
        ...(listPrice && { list_price: listPrice }),
        availability: seen.sold || seen.reserved ? { available: false, status: 'out_of_stock' } : { available: true, status: 'in_stock' },
        seller: { name: seen.seller.name, links: [{ type: 'shop', url: `${shop}/`, title: seen.store }] },
      },
    ],
    metadata: {
      brand: seen.brand,
      size: seen.size,
      // second-hand items count as used unless the seller says otherwise
      condition: seen.condition ?? 'used',
      open_to_offers: seen.open_to_offers,
      reserved: seen.reserved,
      shipping: shippingOf(seen.shipping),
      shop: seen.store,
    },
  }
}

export type Product = ReturnType<typeof productOf>

const shippingOf = (dollars: number | null) =>
  dollars === null
    ? { kind: 'by_message' }
    : dollars === 0
      ? { kind: 'pickup' }
      : { kind: 'flat', amount: minorUnits(dollars), currency: 'USD' }
