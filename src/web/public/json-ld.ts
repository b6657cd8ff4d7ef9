import { ratingText } from '#core/format/count.ts'
import { plainAmount } from '#core/format/money.ts'
import type { Core } from '#platform/context/index.ts'
import { merchantFacts, type MerchantFacts } from '#catalog/product-feed/rules.ts'
import { SHIP_WORKING_DAYS } from '#commerce/orders/rules/order.ts'
import type { Shipping } from '#core/shipping.ts'
import { isInStock, presentDetail } from '#catalog/browse/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import { centsOf } from '#web/framework/page/records.ts'

export type Rating = { average: number; count: number }

/** Returns a listing as schema.org JSON-LD, in the form that Google documents. The result is safe inside a script element. */
export function productJsonLd(ctx: Core, detail: Detail): string {
  const shown = presentDetail(ctx, detail)
  const facts = merchantFacts({ title: shown.title, category: shown.category, lines: shown.details })
  return scriptSafe({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: shown.title,
    description: shown.description.join('\n\n') || shown.one_liner || shown.title,
    image: shown.photos.filter((photo) => !photo.video).map((photo) => photo.url),
    url: shown.url,
    sku: shown.id,
    ...(shown.category === null ? {} : { category: facts.category?.path ?? shown.category }),
    ...(facts.brand === null ? {} : { brand: { '@type': 'Brand', name: facts.brand } }),
    ...(facts.colors.length === 0 ? {} : { color: facts.colors.join('/') }),
    ...(facts.size === null ? {} : { size: facts.size }),
    ...(facts.material === null ? {} : { material: facts.material }),
    ...(facts.gtin === null ? {} : { gtin: facts.gtin }),
    ...(facts.mpn === null ? {} : { mpn: facts.mpn }),
    ...audience(facts),
    itemCondition: CONDITIONS[facts.condition],
    offers: {
      '@type': 'Offer',
      url: shown.url,
      price: plainAmount(centsOf(shown.price)),
      priceCurrency: 'USD',
      ...(shown.was_price === null ? {} : { priceSpecification: crossedOutPrice(centsOf(shown.was_price)) }),
      itemCondition: CONDITIONS[facts.condition],
      availability: `https://schema.org/${shown.sold ? 'SoldOut' : isInStock(ctx, detail) ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: detail.shop.name, url: ctx.urls.shop(shown.store) },
      hasMerchantReturnPolicy: returnPolicy(ctx),
      ...delivery(detail.shipping),
    },
  })
}

const crossedOutPrice = (cents: number): object => ({
  '@type': 'UnitPriceSpecification',
  priceType: 'https://schema.org/StrikethroughPrice',
  price: plainAmount(cents),
  priceCurrency: 'USD',
})

const CONDITIONS: Readonly<Record<MerchantFacts['condition'], string>> = {
  new: 'https://schema.org/NewCondition',
  refurbished: 'https://schema.org/RefurbishedCondition',
  used: 'https://schema.org/UsedCondition',
}

const audience = ({ gender, ageGroup }: MerchantFacts): object =>
  gender === null && ageGroup === null
    ? {}
    : {
        audience: {
          '@type': 'PeopleAudience',
          ...(gender === null ? {} : { suggestedGender: gender }),
          ...(ageGroup === null ? {} : { suggestedAge: AGES[ageGroup] }),
        },
      }

const years = (minValue: number, maxValue?: number) => ({
  '@type': 'QuantitativeValue',
  unitCode: 'ANN',
  minValue,
  ...(maxValue === undefined ? {} : { maxValue }),
})
const AGES = { newborn: years(0, 0.25), infant: years(0.25, 1), toddler: years(1, 5), kids: years(5, 13), adult: years(13) }

/** Buyers cannot return an item that matches its description. For any other item, they report a problem (see `/help`). */
const returnPolicy = (ctx: Core): object => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'US',
  returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  merchantReturnLink: `${ctx.config.publicUrl}/help`,
})

/** Describes the delivery options. Fixed-price shipping has a rate, pickup has a location, and shipping on request has neither. */
function delivery(shipping: Shipping): object {
  if (shipping.kind === 'ask') return {}
  if (shipping.kind === 'sent')
    return {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: plainAmount(shipping.cents), currency: 'USD' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: SHIP_WORKING_DAYS, unitCode: 'DAY' },
        },
      },
    }
  return {
    availableDeliveryMethod: 'https://schema.org/OnSitePickup',
    ...(shipping.place === null ? {} : { availableAtOrFrom: { '@type': 'Place', address: shipping.place } }),
  }
}

/** Returns the breadcrumb that leads from the shop to the listing. */
export const breadcrumbJsonLd = (ctx: Core, { title, shop }: Detail): string =>
  scriptSafe({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: shop.name, item: `${ctx.urls.shop(shop.slug)}/` },
      { '@type': 'ListItem', position: 2, name: title },
    ],
  })

/** Returns a shop with its rating as JSON-LD. Ratings always belong to the shop, never to a listing. */
export function storeJsonLd(ctx: Core, store: ListedStore, rating: Rating): string {
  return scriptSafe({
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: store.name,
    url: `${ctx.urls.shop(store.slug)}/`,
    ...(store.about === null ? {} : { description: store.about }),
    ...(store.pictureUrl === null ? {} : { image: store.pictureUrl, logo: store.pictureUrl }),
    hasMerchantReturnPolicy: returnPolicy(ctx),
    ...(rating.count === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: ratingText(rating.average),
            reviewCount: rating.count,
            bestRating: 5,
          },
        }),
  })
}

/** Serializes a value to JSON that can neither close a script element nor open an HTML comment in it. */
const scriptSafe = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
