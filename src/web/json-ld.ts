import type { Context } from '#context.ts'
import { dollarsFromCents } from '#domain/money.ts'
import { presentDetail } from '#features/market/present.ts'
import type { Detail } from '#features/market/service.ts'

/** A listing for search engines, as text that is safe inside a script element. */
export function productJsonLd(ctx: Context, detail: Detail): string {
  const shown = presentDetail(ctx, detail)
  const shippingCents = detail.listing.shipping_cents
  return scriptSafe({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: shown.title,
    description: shown.description.join('\n\n') || shown.one_liner || shown.title,
    image: shown.photos.filter((photo) => !photo.video).map((photo) => photo.url),
    ...(shown.category === null ? {} : { category: shown.category }),
    offers: {
      '@type': 'Offer',
      url: shown.url,
      price: shown.price.toFixed(2),
      priceCurrency: 'USD',
      itemCondition: 'https://schema.org/UsedCondition',
      availability: shown.sold ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: detail.listing.shop_name, url: ctx.urls.shop(shown.store) },
      ...(shippingCents === null || shippingCents === 0
        ? {}
        : {
            shippingDetails: {
              '@type': 'OfferShippingDetails',
              shippingRate: { '@type': 'MonetaryAmount', value: dollarsFromCents(shippingCents).toFixed(2), currency: 'USD' },
            },
          }),
    },
  })
}

/** JSON in which nothing can end the script element or open a comment in it. */
const scriptSafe = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
