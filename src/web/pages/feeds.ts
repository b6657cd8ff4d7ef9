import { plainAmount } from '#domain/formats/money.ts'
import type { Context } from '#platform/context.ts'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import { firstSentence } from '#domain/text.ts'
import { presentCard } from '#market/browse/present.ts'
import * as market from '#market/browse/index.ts'
import { seenStore } from '#market/stores/index.ts'
import { stranger, type Call } from '#web/base/answer.ts'
import { docPaths } from '#web/base/doc-paths.ts'
import { ARTICLES } from './help.tsx'
import { categoryPath } from '#web/base/places.ts'
import { priceText, shippingText } from '#web/base/words.ts'

/** Most things in a feed of news, and in those that want all of a shop. */
const NEWEST = 50
const ALL = 1_000

/** What is new in a shop, as Atom. An empty shop's feed is valid and empty. */
export async function sendAtom(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, things, address } = await shopOf(ctx, c, slug, NEWEST)
  const updated = things[0]?.listing.published_at ?? store.created_at
  const entries = things.map(
    ({ listing, shown }) =>
      `<entry><id>${x(`urn:resale:${listing.id}`)}</id><title>${x(shown.title)}</title><link href="${x(shown.url)}"/><updated>${listing.published_at!.toISOString()}</updated><summary>${x(summary(listing))}</summary></entry>`,
  )
  return send(
    c,
    'application/atom+xml; charset=utf-8',
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${x(`urn:resale:${store.id}`)}</id><title>${x(`New at ${store.name}`)}</title><link href="${x(address)}/"/><link rel="self" href="${x(address)}/feed.xml"/><updated>${updated.toISOString()}</updated><author><name>${x(store.name)}</name></author>${entries.join('')}</feed>`,
  )
}

/** The same as JSON Feed 1.1. */
export async function sendJsonFeed(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, things, address } = await shopOf(ctx, c, slug, NEWEST)
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `New at ${store.name}`,
    home_page_url: `${address}/`,
    feed_url: `${address}/feed.json`,
    description: firstSentence(store.about) ?? undefined,
    items: things.map(({ listing, shown }) => ({
      id: `urn:resale:${listing.id}`,
      url: shown.url,
      title: shown.title,
      content_text: summary(listing),
      image: shown.photo ?? undefined,
      date_published: listing.published_at!.toISOString(),
    })),
  }
  return send(c, 'application/feed+json; charset=utf-8', JSON.stringify(feed))
}

/** All of a shop for shopping services, with the condition `used`. What has no picture they do not take. */
export async function sendProductFeed(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, things, address } = await shopOf(ctx, c, slug, ALL)
  const items = things
    .filter(({ shown }) => shown.photo !== null)
    .map(({ listing, shown }) => {
      const cents = listing.shipping_cents
      return `<item><g:id>${x(listing.id)}</g:id><g:title>${x(shown.title)}</g:title><g:description>${x(shown.one_liner ?? shown.title)}</g:description><g:link>${x(shown.url)}</g:link><g:image_link>${x(shown.photo!)}</g:image_link><g:condition>used</g:condition><g:availability>in_stock</g:availability><g:price>${plainAmount(Math.round(shown.price * 100))} USD</g:price>${
        cents ? `<g:shipping><g:country>US</g:country><g:price>${plainAmount(cents)} USD</g:price></g:shipping>` : ''
      }${shown.category ? `<g:product_type>${x(shown.category)}</g:product_type>` : ''}<g:identifier_exists>no</g:identifier_exists></item>`
    })
  return send(
    c,
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>${x(store.name)}</title><link>${x(address)}/</link><description>${x(firstSentence(store.about) ?? store.name)}</description>${items.join('')}</channel></rss>`,
  )
}

/** A shop's own pages for search engines. */
export async function sendShopSitemap(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { things, address } = await shopOf(ctx, c, slug, ALL)
  return sendUrls(c, [
    { url: `${address}/` },
    { url: `${address}/reviews` },
    ...things.map(({ shown, listing }) => ({ url: shown.url, changed: listing.published_at! })),
  ])
}

/** The pages of the main address. Each shop's robots.txt names the map of its own. */
export async function sendSitemap(ctx: Context, c: Call): Promise<Response> {
  const articles = Object.keys(ARTICLES).filter((path) => path !== '/offline')
  return sendUrls(
    c,
    ['/', '/shops', '/search', '/check', ...MARKET_CATEGORIES.map(categoryPath), ...articles, ...docPaths(ctx)].map((path) => ({
      url: `${ctx.config.publicUrl}${path}`,
    })),
  )
}

const sendUrls = (c: Call, urls: readonly { url: string; changed?: Date }[]): Response =>
  send(
    c,
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
      .map(({ url, changed }) => `<url><loc>${x(url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`)
      .join('')}</urlset>`,
  )

/** A shop that lists show, with what it has for sale. One that is found by its link alone is in no feed: as if empty. */
async function shopOf(ctx: Context, c: Call, slug: string, limit: number) {
  const viewer = stranger(c)
  const { store, page } = await seenStore(ctx, viewer, slug)
  const listed = page === 'open' && store.visibility === 'public'
  const cards = listed ? await market.shelf(ctx, viewer, store.id, { limit }) : []
  const things = cards.map((card) => ({ listing: card.listing, shown: presentCard(ctx, card) }))
  return { store, things, address: ctx.urls.shop(store.slug) }
}

const summary = (listing: { one_liner: string | null; price_cents: number | null; shipping_cents: number | null }): string =>
  [priceText(listing.price_cents!), shippingText(listing.shipping_cents), listing.one_liner].filter(Boolean).join(' · ')

/** Text as it may stand in XML: no sign of markup, and no character that XML forbids. */
const x = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const send = (c: Call, type: string, body: string): Response =>
  c.body(body, 200, {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=600',
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "default-src 'none'",
  })
