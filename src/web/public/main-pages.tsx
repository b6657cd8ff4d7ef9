import type { Context, Core } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { readAgentLink } from '#identity/credentials/index.ts'
import { MARKET, SHOPS, cardsExpireAtMs } from '#catalog/browse/index.ts'
import * as market from '#catalog/browse/index.ts'
import { listStores } from '#catalog/stores/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { AgentPage } from './agent.tsx'
import { agentMarkdown, agentCopy, prefersMarkdown } from '#web/framework/agent-copy.ts'
import { goTo, goToAddress, securityHeaders, sendPage, type Call } from '#web/framework/answer.ts'
import { sendSiteCard } from './cards.ts'
import { sendEmbedScript } from './embed.tsx'
import { MARKET_SITEMAP_PATH, sendMarketSitemap, sendSitemap, SITEMAP_PATH } from './sitemaps.ts'
import { sendMerchantFeed } from './merchant-feed.ts'
import { broaderSearches } from './broader-searches.ts'
import { METADATA_PATH, PRODUCTS_PATH, sendFeedMetadata, sendFeedProducts } from './product-feed.ts'
import { type Handler, notFound, pageAt, served } from '#web/framework/page/index.ts'
import { CategoryPage, ShopsPage } from './browse.tsx'
import { addressOf, ARTICLES, ArticlePage } from './help.tsx'
import { HomePage } from './home.tsx'
import { SearchPage } from './search.tsx'
import { categoryPath } from '#web/framework/routes.ts'
import { hasFacetParts } from './facet-choices.ts'
import { parseSearch, partsOf } from './search-query.ts'
import { viewerOf } from '#web/framework/session.ts'
import { sendMailPreview, sendMailPreviews, sendStyleguide } from '#web/docs/styleguide/index.tsx'

/** Mounts the pages of the marketplace that need no account. */
export function mountMainPages(app: App, ctx: Context): void {
  const pages: Record<string, [name: string, handle: Handler]> = {
    '/': ['home', (c) => sendHome(ctx, c)],
    '/search': ['search', (c) => sendSearch(ctx, c)],
    '/c/:category': ['category', (c) => sendCategory(ctx, c)],
    '/shops': ['shops', (c) => sendShops(ctx, c)],
    '/agent/:token': ['agent', (c) => sendAgent(ctx, c)],
    '/styleguide': ['styleguide', (c) => sendStyleguide(ctx, c)],
    '/styleguide/mails': ['styleguide', (c) => sendMailPreviews(ctx, c)],
    '/styleguide/mails/:name': ['styleguide', (c) => sendMailPreview(ctx, c)],
    '/og.png': ['card', (c) => sendSiteCard(ctx, c)],
    '/embed.js': ['embed', (c) => sendEmbedScript(c)],
    '/google.xml': ['feed', (c) => sendMerchantFeed(ctx, c)],
    [SITEMAP_PATH]: ['sitemap', (c) => sendSitemap(ctx, c)],
    [MARKET_SITEMAP_PATH]: ['sitemap', (c) => sendMarketSitemap(ctx, c)],
    [METADATA_PATH]: ['feed', (c) => sendFeedMetadata(ctx, c, null)],
    [PRODUCTS_PATH]: ['feed', (c) => sendFeedProducts(ctx, c, null)],
  }
  for (const [path, [name, handle]] of Object.entries(pages)) app.get(path, served(ctx, name, handle))
  mountArticles(app, ctx)
}

/** Mounts the help articles in `public/help.tsx`. */
export function mountArticles(app: App, ctx: Context, only?: string): void {
  for (const [path, article] of Object.entries(ARTICLES)) {
    if (only !== undefined && path !== only) continue
    const handle: Handler = async (c) => {
      // this page must be the same for all viewers, because the service worker caches it for every user of the browser
      if (path === '/offline')
        return sendPage(ctx, c, <ArticlePage ctx={ctx} path={path} article={article} />, { cache: 'public', headers: { 'X-Robots-Tag': 'noindex' } }) // prettier-ignore
      const address = addressOf(ctx, path)
      if (address) return goToAddress(c, address, 302)
      const viewer = c.req.header('Cookie') === undefined ? undefined : await viewerOf(ctx, c)
      return sendPage(ctx, c, <ArticlePage ctx={ctx} path={path} article={article} viewer={viewer} />, cached(c))
    }
    app.get(path, served(ctx, 'article', handle))
  }
}

const HOME = { price: 'any', limit: 24, offset: 0 } as const
/** Maximum number of listings per shop on the home page, so that no single shop fills it. */
const MOST_OF_SHOP = 3
const SHOPS_SHOWN = 30

async function sendHome(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const [newest, { stores, untilMs }] = await Promise.all([
    market.newestAcrossShops(ctx, viewer, { limit: HOME.limit, mostOfShop: MOST_OF_SHOP }),
    listStores(ctx, market.tenantSeenBy(viewer), { limit: 6, offset: 0 }),
  ])
  return sendPage(ctx, c, <HomePage ctx={ctx} viewer={viewer} newest={newest} stores={stores} />, {
    ...cached(c),
    cachePolicy: ofMarket(ctx, newest, untilMs),
  })
}

async function sendSearch(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const query = parseSearch(c)
  const found = await market.search(ctx, viewer, { ...query, facets: true, skipsCostlyFacets: true })
  const looser = found.total === 0 ? await broaderSearches(ctx, viewer, query) : []
  const { headers, ...caching } = cached(c)
  return sendPage(ctx, c, <SearchPage ctx={ctx} viewer={viewer} found={found} query={query} looser={looser} />, {
    ...caching,
    cachePolicy: found.lasting ? ofMarket(ctx, found.cards) : undefined,
    headers: {
      ...headers,
      ...(c.req.query('q') || query.offset > 0 || hasFacetParts(partsOf(query)) ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  })
}

async function sendCategory(ctx: Context, c: Call): Promise<Response> {
  const slug = c.req.param('category')!
  const category = MARKET_CATEGORIES.find((name) => name.toLowerCase() === slug.toLowerCase())
  if (!category) throw notFound()
  if (slug !== slug.toLowerCase()) return goTo(c, categoryPath(category), 308)
  const viewer = await viewerOf(ctx, c)
  const found = await market.search(ctx, viewer, { ...HOME, category, facets: true, skipsCostlyFacets: true })
  return sendPage(ctx, c, <CategoryPage ctx={ctx} viewer={viewer} category={category} found={found} />, {
    ...cached(c),
    cachePolicy: found.lasting ? ofMarket(ctx, found.cards) : undefined,
  })
}

async function sendShops(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const { offset, links } = pageAt(c, SHOPS_SHOWN)
  const { stores, total, untilMs } = await listStores(ctx, market.tenantSeenBy(viewer), { limit: SHOPS_SHOWN, offset })
  return sendPage(ctx, c, <ShopsPage ctx={ctx} viewer={viewer} stores={stores} total={total} {...links(total)} />, {
    ...cached(c),
    cachePolicy: ofMarket(ctx, [], untilMs),
  })
}

/**
 * Returns the cache policy for a page about the whole marketplace. `untilMs`: time when the page expires, if its content depends on the
 * time.
 */
const ofMarket = (ctx: Core, cards: readonly market.Card[], untilMs = Number.POSITIVE_INFINITY): CachePolicy => ({
  subjects: [MARKET, SHOPS],
  untilMs: Math.min(untilMs, cardsExpireAtMs(ctx, cards)),
})

const cached = (c: Call): { cache: 'public' | 'private'; headers: Record<string, string> } =>
  c.req.header('Cookie') === undefined ? { cache: 'public', headers: { Vary: 'Cookie' } } : { cache: 'private', headers: {} }

/** Sends the page that explains an agent link. For an invalid token, the page reveals nothing (spec: completions 3). */
async function sendAgent(ctx: Context, c: Call): Promise<Response> {
  const token = c.req.param('token')!
  const link = await readAgentLink(ctx, token)
  if (link === null) throw notFound()
  const copy = agentCopy(ctx, link, token)
  const secret = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', Vary: 'Accept' }
  if (!prefersMarkdown(c.req.header('Accept'))) return sendPage(ctx, c, <AgentPage ctx={ctx} copy={copy} />, { headers: secret })
  return c.body(agentMarkdown(copy), 200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...securityHeaders(ctx),
    ...secret,
  })
}
