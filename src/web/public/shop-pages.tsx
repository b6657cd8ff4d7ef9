import { Hono } from 'hono'
import type { Context, Core } from '#platform/context/index.ts'
import { MARKET, ofListing, ofReviews, ofStore, cardsExpireAtMs, detailExpiresAtMs } from '#catalog/browse/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card, Detail } from '#catalog/browse/index.ts'
import { readQuestions } from '#catalog/questions/index.ts'
import { storeRating } from '#catalog/reviews/index.ts'
import { storeFrontExpiresAtMs, currentAddress, readStore, requireVisibleStore, storesByIds, storeTrust } from '#catalog/stores/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { failureResponse, type App } from '#platform/http/mount.ts'
import { goToAddress, sendPage, anonymousCaller, type Call, type Viewer } from '#web/framework/answer.ts'
import { mountAssets } from './assets.ts'
import { sendListingCard, sendShopCard } from './cards.ts'
import { sendEmbed } from './embed.tsx'
import { sendAtom, sendJsonFeed } from './feeds.ts'
import { sendShopMerchantFeed } from './merchant-feed.ts'
import { MARKET_SITEMAP_PATH, sendShopSitemap, SITEMAP_PATH } from './sitemaps.ts'
import { PROFILE_PATH, sendProfile } from '#ucp/profile.ts'
import { pathIn } from '#web/framework/routes.ts'
import { readHost } from '#web/framework/hosts.ts'
import { mountArticles } from './main-pages.tsx'
import { sendNotFound, sendNotice } from '#web/framework/page/notices.tsx'
import { api, call, type Handler, notFound, served } from '#web/framework/page/index.ts'
import { ListingPage, Others } from './listing.tsx'
import { ReviewsPage } from './reviews.tsx'
import { COUNT_PATH, ShopPage } from './shop.tsx'
import { METADATA_PATH, PRODUCTS_PATH, sendFeedMetadata, sendFeedProducts } from './product-feed.ts'
import { parseSearch } from './search-query.ts'
import { SimilarPage, similarTo } from './similar.tsx'

type ShopHandler = (c: Call, slug: string) => Promise<Response>

/** Returns the web app for a shop's host, `{slug}.{store_domain}`: the front page, listings and feeds. This host does not serve the API. */
export function shopPages(ctx: Context): App {
  const app: App = new Hono()
  mountAssets(app, ctx, (c) => {
    const own = `${ctx.urls.shop(slugOf(ctx, c) ?? '')}${SITEMAP_PATH}`
    return `User-agent: *\nAllow: /\n\nSitemap: ${own}\nSitemap: ${ctx.config.publicUrl}${MARKET_SITEMAP_PATH}\n`
  })
  mountArticles(app, ctx, '/offline')
  const pages: Record<string, [name: string, handle: ShopHandler]> = {
    '/': ['shop', (c, slug) => sendShop(ctx, c, slug)],
    [COUNT_PATH]: ['count', (c, slug) => sendCount(ctx, c, slug)],
    '/reviews': ['reviews', (c, slug) => sendReviews(ctx, c, slug)],
    '/feed.xml': ['feed', (c, slug) => sendAtom(ctx, c, slug)],
    '/feed.json': ['feed', (c, slug) => sendJsonFeed(ctx, c, slug)],
    '/google.xml': ['feed', (c, slug) => sendShopMerchantFeed(ctx, c, slug)],
    [SITEMAP_PATH]: ['sitemap', (c, slug) => sendShopSitemap(ctx, c, slug)],
    [METADATA_PATH]: ['feed', (c, slug) => sendFeedMetadata(ctx, c, slug)],
    [PRODUCTS_PATH]: ['feed', (c, slug) => sendFeedProducts(ctx, c, slug)],
    [PROFILE_PATH]: ['ucp profile', (c) => sendProfile(ctx, c)],
    '/embed': ['embed', (c, slug) => sendEmbed(ctx, c, slug)],
    '/og.png': ['card', (c, slug) => sendShopCard(ctx, c, slug)],
    '/:link/og.png': ['card', (c, slug) => sendListingCard(ctx, c, { slug, link: c.req.param('link')! })],
    '/:link/similar': ['similar', (c, slug) => sendSimilar(ctx, c, slug)],
    '/:link': ['listing', (c, slug) => sendListing(ctx, c, slug, c.req.param('link')!)],
  }
  for (const [path, [name, handle]] of Object.entries(pages)) app.get(path, served(ctx, name, redirectRenamedOr(ctx, handle)))
  app.all(
    '*',
    served(
      ctx,
      'none',
      redirectRenamedOr(ctx, async (c) => (c.req.path.startsWith('/v1/') ? apiNotFound(c) : Promise.reject(notFound()))),
    ),
  )
  return app
}

/** Maximum number of listings on a page of a shop. */
export const SHELF_PAGE = 48

async function sendShop(ctx: Context, c: Call, slug: string): Promise<Response> {
  const query = { ...parseSearch(c), limit: SHELF_PAGE, facets: true, skipsCostlyFacets: true }
  const front = await readStore(ctx, anonymousCaller(c), slug, query)
  const { store } = front
  const [rating, trust] = await Promise.all([storeRating(ctx, store.id), storeTrust(ctx, store)])
  const visited = store.paused ? {} : { visited: store.id }
  return sendPage(ctx, c, <ShopPage ctx={ctx} front={front} rating={rating} trust={trust} query={query} />, {
    cache: 'public',
    cachePolicy: front.shelf.lasting
      ? {
          subjects: [...ofStore(store), ...ofReviews(store.id)],
          untilMs: Math.min(storeFrontExpiresAtMs(ctx, front), trust.untilMs),
          ...visited,
        }
      : undefined,
    // search engines index a shop's front page, but not the further pages of its listings
    headers: robots(store.visibility === 'link' || new URL(c.req.url).search !== ''),
  })
}

/** Counts a shop's items for the filters in the query. Does not record a visit to the shop. */
async function sendCount(ctx: Context, c: Call, slug: string): Promise<Response> {
  const viewer = anonymousCaller(c)
  const query = { ...parseSearch(c), limit: 1 }
  const { store, page } = await requireVisibleStore(ctx, viewer, slug)
  const { total } = page === 'open' ? await market.searchShelf(ctx, viewer, store, query) : { total: 0 }
  return c.json({ total }, 200, { 'Cache-Control': 'private, no-store' })
}

const STARS = [5, 4, 3, 2, 1] as const
/** Maximum number of reviews to count for each star rating. A rating with this many reviews has a full bar. */
const MOST_COUNTED = 50

async function sendReviews(ctx: Context, c: Call, slug: string): Promise<Response> {
  const read = await readReviews(ctx, c, anonymousCaller(c), slug)
  return sendPage(ctx, c, <ReviewsPage ctx={ctx} {...read} />, { cache: 'public', headers: robots(read.store.visibility === 'link') })
}

/** Reads the data for a shop's reviews page. Errors: 404. */
export async function readReviews(ctx: Context, c: Call, viewer: Viewer, slug: string) {
  const { rating, limit, cursor } = c.req.query()
  const { store } = await requireVisibleStore(ctx, viewer, slug)
  const [listed] = await storesByIds(ctx, [store.id])
  if (!listed) throw notFound()
  const read = (query: object) => call(ctx, viewer, api.listStoreReviews, { params: { slug }, query })
  const page = await read({ rating, limit, cursor })
  const stars = await Promise.all(
    page.rating.count === 0
      ? []
      : STARS.map(async (star) => ({ star, count: (await read({ rating: star, limit: MOST_COUNTED })).data.length })),
  )
  const rest = new URLSearchParams({ ...(rating ? { rating } : {}), cursor: page.next_cursor ?? '' })
  const next = page.next_cursor === null ? null : pathIn(store, `/reviews?${rest.toString()}`)
  return { store: listed, page, stars, only: rating ? Number(rating) : undefined, next }
}

async function sendListing(ctx: Context, c: Call, slug: string, link: string): Promise<Response> {
  const { store } = await requireVisibleStore(ctx, anonymousCaller(c), slug)
  const found = await market.readAtLink(ctx, anonymousCaller(c), store.id, link)
  if (found.kind === 'nothing') return sendNotFound(ctx, c)
  if (found.kind === 'withdrawn') {
    const others = await similarTo(ctx, anonymousCaller(c), found.detail, OTHERS)
    return sendNotice(
      ctx,
      c,
      {
        title: 'No longer for sale',
        text: `${store.name} removed this listing.`,
        tone: store.tone,
        children: <Others ctx={ctx} cards={others} title="Similar items" />,
      },
      { status: 410 },
    )
  }
  const { detail } = found
  const isSold = detail.status === 'sold'
  const [others, questions, rating, trust] = await Promise.all([
    othersThan(ctx, anonymousCaller(c), detail),
    readQuestions(ctx, detail),
    storeRating(ctx, store.id),
    storeTrust(ctx, store),
  ])
  const seller = { picture: store.pictureUrl, rating, trust, since: store.createdAt, tiers: store.bundleTiers }
  const hidden = store.visibility === 'link' || detail.visibility === 'link'
  return sendPage(ctx, c, <ListingPage ctx={ctx} detail={detail} questions={questions} others={others} seller={seller} />, {
    cache: 'public',
    cachePolicy: {
      subjects: [...ofListing(detail), ...ofStore(store), ...ofReviews(store.id), ...(isSold ? [MARKET] : [])],
      untilMs: Math.min(detailExpiresAtMs(ctx, detail), cardsExpireAtMs(ctx, others), trust.untilMs),
      visited: detail.id,
    },
    headers: robots(hidden),
  })
}

const OTHERS = 6

/** Returns the listings to show below a listing: more listings from the same shop or, if the listing is sold, similar listings. */
export const othersThan = (ctx: Context, viewer: Viewer, detail: Detail): Promise<Card[]> =>
  detail.status === 'sold' ? similarTo(ctx, viewer, detail, OTHERS) : moreOf(ctx, viewer, detail)

const moreOf = async (ctx: Context, viewer: Viewer, { id, shop }: Detail): Promise<Card[]> =>
  (await market.shelf(ctx, viewer, shop.id, { limit: OTHERS + 1 })).filter((card) => card.id !== id).slice(0, OTHERS)

const SIMILAR = 12

async function sendSimilar(ctx: Context, c: Call, slug: string): Promise<Response> {
  const viewer = anonymousCaller(c)
  const { store } = await requireVisibleStore(ctx, viewer, slug)
  const found = await market.findAtLink(ctx, viewer, store.id, c.req.param('link')!)
  if (found.kind !== 'open') return sendNotFound(ctx, c)
  const { detail } = found
  const cards = await similarTo(ctx, viewer, detail, SIMILAR)
  return sendPage(ctx, c, <SimilarPage ctx={ctx} detail={detail} cards={cards} />, {
    cache: 'public',
    cachePolicy: { subjects: [...ofListing(detail), ...ofStore(store), MARKET], untilMs: cardsExpireAtMs(ctx, cards) },
    headers: robots(true),
  })
}

const robots = (hidden: boolean): Record<string, string> => (hidden ? { 'X-Robots-Tag': 'noindex' } : {})

function slugOf(ctx: Core, c: Call): string | null {
  const host = readHost(c.req.header('Host'), ctx.config)
  return host.kind === 'shop' ? host.slug : null
}

/**
 * Wraps a handler and passes it the slug of the host's shop. Redirects to the shop's new host if the shop has moved (spec: completions 4, A
 * moved shop).
 */
function redirectRenamedOr(ctx: Context, handle: ShopHandler): Handler {
  return async (c) => {
    const slug = slugOf(ctx, c)
    if (slug === null) throw notFound()
    const newSlug = await currentAddress(ctx, slug)
    if (newSlug === null) return handle(c, slug)
    const { pathname, search } = new URL(c.req.url)
    return goToAddress(c, `${ctx.urls.shop(newSlug)}${pathname}${search}`, 308)
  }
}

const apiNotFound = (c: Call): Response =>
  failureResponse(c, new ApiError('not_found', 'A shop’s address does not serve the API. Use the marketplace’s address.'))
