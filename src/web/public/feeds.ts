import type { Context } from '#platform/context/index.ts'
import { writeXml } from '#platform/encoding/xml.ts'
import { shippingText } from '#core/shipping.ts'
import { firstSentence } from '#core/text.ts'
import { presentCard } from '#catalog/browse/index.ts'
import * as market from '#catalog/browse/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { priceText } from '#web/framework/format.ts'

/** Number of items per feed page. Each page links to the next (RFC 5005). */
const PAGE = 50
const MOST_PAGES = 200

/** Sends a shop's listings as a paged Atom feed, newest first. An empty shop's feed is valid but has no items. */
export async function sendAtom(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, items, address, number, isLast } = await shopOf(ctx, c, slug)
  const at = (page: number) => `${address}/feed.xml${pageQuery(page)}`
  const updated = items[0]?.publishedAt ?? store.createdAt
  const entry = items.map((card) => ({
    id: `urn:resale:${card.id}`,
    title: card.title!,
    link: { '@href': card.url! },
    updated: card.publishedAt!.toISOString(),
    summary: summary(card),
  }))
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: `urn:resale:${store.id}`,
    title: `New at ${store.name}`,
    link: [
      { '@href': `${address}/` },
      { '@rel': 'self', '@href': at(number) },
      { '@rel': 'first', '@href': at(1) },
      ...(number > 1 ? [{ '@rel': 'previous', '@href': at(number - 1) }] : []),
      ...(isLast ? [] : [{ '@rel': 'next', '@href': at(number + 1) }]),
    ],
    updated: updated.toISOString(),
    author: { name: store.name },
    entry,
  }
  return sendFeed(c, 'application/atom+xml; charset=utf-8', writeXml({ feed }))
}

/** Sends a shop's listings as JSON Feed 1.1, with the same pages as the Atom feed. */
export async function sendJsonFeed(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, items, address, number, isLast } = await shopOf(ctx, c, slug)
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `New at ${store.name}`,
    home_page_url: `${address}/`,
    feed_url: `${address}/feed.json${pageQuery(number)}`,
    next_url: isLast ? undefined : `${address}/feed.json?page=${number + 1}`,
    description: firstSentence(store.about) ?? undefined,
    items: items.map((card) => ({
      id: `urn:resale:${card.id}`,
      url: card.url,
      title: card.title,
      content_text: summary(card),
      image: presentCard(ctx, card).photo ?? undefined,
      date_published: card.publishedAt!.toISOString(),
    })),
  }
  return sendFeed(c, 'application/feed+json; charset=utf-8', JSON.stringify(feed))
}

/** Returns a shop and one page of its listings. If the shop is not public, that page is empty. */
async function shopOf(ctx: Context, c: Call, slug: string) {
  const viewer = anonymousCaller(c)
  const { store, page } = await requireVisibleStore(ctx, viewer, slug)
  const listed = page === 'open' && store.visibility === 'public'
  const number = pageNumber(c.req.query('page'))
  // reads one more listing than the page shows, to find out whether there is a next page
  const cards = listed ? await market.shelf(ctx, viewer, store.id, { limit: PAGE + 1, offset: (number - 1) * PAGE }) : []
  return {
    store,
    items: cards.slice(0, PAGE),
    address: ctx.urls.shop(store.slug),
    number,
    isLast: cards.length <= PAGE || number === MOST_PAGES,
  }
}

const pageQuery = (page: number): string => (page > 1 ? `?page=${page}` : '')

/** Returns the page number, or 1 if the number is missing or out of range. */
const pageNumber = (text = ''): number => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_PAGES ? Number(text) : 1)

const summary = ({ priceCents, shipping, oneLiner }: market.Card): string =>
  [priceText(priceCents!), shippingText(shipping), oneLiner].filter(Boolean).join(' · ')

export const sendFeed = (c: Call, type: string, body: string): Response =>
  c.body(body, 200, {
    'Content-Type': type,
    ...FEED_HEADERS,
  })

/** Headers that let any origin read a feed, and let caches store the feed for ten minutes. */
export const FEED_HEADERS = {
  'Cache-Control': 'public, max-age=600',
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'",
}
