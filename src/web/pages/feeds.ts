import type { Context } from '#platform/context.ts'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import { writeXml } from '#platform/xml.ts'
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
  const entry = things.map(({ listing, shown }) => ({
    id: `urn:resale:${listing.id}`,
    title: shown.title,
    link: { '@href': shown.url },
    updated: listing.published_at!.toISOString(),
    summary: summary(listing),
  }))
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: `urn:resale:${store.id}`,
    title: `New at ${store.name}`,
    link: [{ '@href': `${address}/` }, { '@rel': 'self', '@href': `${address}/feed.xml` }],
    updated: updated.toISOString(),
    author: { name: store.name },
    entry,
  }
  return sendFeed(c, 'application/atom+xml; charset=utf-8', writeXml({ feed }))
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
  return sendFeed(c, 'application/feed+json; charset=utf-8', JSON.stringify(feed))
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
    ['/', '/shops', '/search', '/check', ...MARKET_CATEGORIES.map(categoryPath), ...articles, ...docPaths()].map((path) => ({
      url: `${ctx.config.publicUrl}${path}`,
    })),
  )
}

function sendUrls(c: Call, urls: readonly { url: string; changed?: Date }[]): Response {
  const url = urls.map(({ url: loc, changed }) => ({ loc, lastmod: changed?.toISOString() }))
  const urlset = { '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9', url }
  return sendFeed(c, 'application/xml; charset=utf-8', writeXml({ urlset }))
}

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

/** A feed as anybody may read it. */
export const sendFeed = (c: Call, type: string, body: string): Response =>
  c.body(body, 200, {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=600',
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "default-src 'none'",
  })
