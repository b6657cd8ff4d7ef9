import { plainAmount } from '#core/format/money.ts'
import type { Context, Core } from '#platform/context/index.ts'
import { merchantFacts } from '#catalog/product-feed/rules.ts'
import { SHIP_WORKING_DAYS } from '#commerce/orders/rules/order.ts'
import { clipAtWord, firstSentence } from '#core/text.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { writeXml, type XmlNode } from '#platform/encoding/xml.ts'
import { isInStock, variantOf } from '#catalog/browse/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { sendFeed } from './feeds.ts'

/** Number of items per file. Each file links to the next file. */
const PAGE = 1_000
/** Google's limits: characters per title, and number of additional images. */
const MAX_TITLE = 150
const MAX_MORE_IMAGES = 10

/** Sends a shop's listings as a feed for Google Merchant Center. An unlisted shop's feed is empty. */
export async function sendShopMerchantFeed(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, page } = await requireVisibleStore(ctx, anonymousCaller(c), slug)
  const isListed = page === 'open' && store.visibility === 'public'
  const address = ctx.urls.shop(store.slug)
  return sendPage(ctx, c, {
    title: store.name,
    description: firstSentence(store.about) ?? store.name,
    address,
    shopId: isListed ? store.id : null,
    isEmpty: !isListed,
  })
}

/** Sends all listings of the marketplace as a paged feed. */
export const sendMerchantFeed = (ctx: Core, c: Call): Promise<Response> =>
  sendPage(ctx, c, { title: 'resale', description: 'Second-hand items from small shops.', address: ctx.config.publicUrl, shopId: null })

type Feed = { title: string; description: string; address: string; shopId: string | null; isEmpty?: boolean }

async function sendPage(ctx: Core, c: Call, { title, description, address, shopId, isEmpty }: Feed): Promise<Response> {
  const cursor = c.req.query('after') ?? ''
  const after = isIdOf('lst', cursor) ? cursor : ''
  const details = isEmpty ? [] : await market.feedPage(ctx, { after, limit: PAGE, shopId })
  const next = details.length === PAGE ? `${address}/google.xml?after=${details.at(-1)!.id}` : null
  const channel = {
    title,
    link: `${address}/`,
    description,
    ...(next === null ? {} : { 'atom:link': { '@rel': 'next', '@href': next } }),
    item: details.flatMap((detail) => itemOf(ctx, detail)),
  }
  const rss = { '@version': '2.0', '@xmlns:g': 'http://base.google.com/ns/1.0', '@xmlns:atom': 'http://www.w3.org/2005/Atom', channel }
  const response = sendFeed(c, 'application/xml; charset=utf-8', writeXml({ rss }))
  if (next !== null) response.headers.set('Link', `<${next}>; rel="next"`)
  return response
}

/** Returns an array with the feed item for a listing. The array is empty if the listing has no photo or allows only pickup. */
function itemOf(ctx: Core, detail: Detail): XmlNode[] {
  const [cover, ...more] = detail.pictures.filter(({ isVideo }) => !isVideo).toSorted((a, b) => Number(a.isStock) - Number(b.isStock))
  const { shipping } = detail
  if (!cover || shipping.kind === 'pickup') return []
  const facts = merchantFacts({ title: detail.title!, category: detail.category, lines: detail.details })
  const image = (picture: typeof cover) => ctx.urls.media(variantOf(picture, 'large').key)
  const hasIdentifier = facts.gtin !== null || (facts.brand !== null && facts.mpn !== null)
  return [
    {
      'g:id': detail.id,
      'g:title': clipAtWord(detail.title!, MAX_TITLE),
      'g:description': detail.description || detail.oneLiner || detail.title!,
      'g:link': detail.url!,
      'g:image_link': image(cover),
      'g:additional_image_link': more.slice(0, MAX_MORE_IMAGES).map(image),
      'g:availability': isInStock(ctx, detail) ? 'in_stock' : 'out_of_stock',
      'g:price': `${plainAmount(detail.wasCents ?? detail.priceCents!)} USD`,
      'g:sale_price': detail.wasCents === null ? undefined : `${plainAmount(detail.priceCents!)} USD`,
      'g:condition': facts.condition,
      'g:google_product_category': facts.category === null ? undefined : String(facts.category.id),
      'g:product_type': detail.category ?? undefined,
      'g:brand': facts.brand ?? undefined,
      'g:gtin': facts.gtin ?? undefined,
      'g:mpn': facts.mpn ?? undefined,
      'g:identifier_exists': hasIdentifier ? undefined : 'no',
      'g:color': facts.colors.join('/') || undefined,
      'g:size': facts.size ?? undefined,
      'g:material': facts.material ?? undefined,
      'g:gender': facts.gender ?? undefined,
      'g:age_group': facts.ageGroup ?? undefined,
      'g:shipping': shipping.kind === 'sent' ? { 'g:country': 'US', 'g:price': `${plainAmount(shipping.cents)} USD` } : undefined,
      'g:max_handling_time': String(SHIP_WORKING_DAYS),
      'g:external_seller_id': detail.shop.slug,
    },
  ]
}
