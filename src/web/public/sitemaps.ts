import type { Context, Core } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { partsOf, entriesIn, type Kind, type Part, type Scope } from '#catalog/sitemap/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { writeXml } from '#platform/encoding/xml.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { docPaths } from '#web/framework/doc-paths.ts'
import { categoryPath } from '#web/framework/routes.ts'
import { sendFeed } from './feeds.ts'
import { ARTICLES } from './help.tsx'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
export const SITEMAP_PATH = '/sitemap.xml'
/**
 * Path of the sitemap that contains every shop and listing in the marketplace. It may list pages on shop hosts, because each shop's
 * robots.txt names this sitemap.
 */
export const MARKET_SITEMAP_PATH = '/sitemap-market.xml'

/** Sends the main host's sitemap. */
export async function sendSitemap(ctx: Core, c: Call): Promise<Response> {
  const articles = Object.keys(ARTICLES).filter((path) => path !== '/offline')
  const paths = ['/', '/shops', '/search', '/check', ...MARKET_CATEGORIES.map(categoryPath), ...articles, ...docPaths()]
  return sendUrls(
    c,
    paths.map((path) => ({ url: `${ctx.config.publicUrl}${path}` })),
  )
}

/** Sends the index of the sitemap for the marketplace's listings and shops, or the part of the sitemap that the URL names. */
export async function sendMarketSitemap(ctx: Context, c: Call): Promise<Response> {
  const requested = requestedPart(c)
  if (requested) return sendUrls(c, await entriesIn(ctx, { kind: requested.kind, shopId: null }, requested.part))
  const at = `${ctx.config.publicUrl}${MARKET_SITEMAP_PATH}`
  const files = await Promise.all((['shops', 'listings'] as const).map((kind) => filesOf(ctx, at, { kind, shopId: null })))
  return sendIndex(c, files.flat())
}

/**
 * Sends a shop's sitemap, or an index if one file cannot contain all its pages. An unlisted shop's sitemap contains only the front page.
 */
export async function sendShopSitemap(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, page } = await requireVisibleStore(ctx, anonymousCaller(c), slug)
  const address = ctx.urls.shop(store.slug)
  const own = [{ url: `${address}/` }, { url: `${address}/reviews` }]
  if (page !== 'open' || store.visibility !== 'public') return sendUrls(c, own)
  const scope: Scope = { kind: 'listings', shopId: store.id }
  const requested = requestedPart(c)
  if (requested) return sendUrls(c, [...(requested.part.after === '' ? own : []), ...(await entriesIn(ctx, scope, requested.part))])
  const parts = await partsOf(ctx, scope)
  if (parts.length === 1) return sendUrls(c, [...own, ...(await entriesIn(ctx, scope, parts[0]!))])
  return sendIndex(c, await filesOf(ctx, `${address}${SITEMAP_PATH}`, scope))
}

const PREFIX = { listings: 'lst', shops: 'shp' } as const

/** Returns the part of the sitemap that the URL names, or null if the URL contains no valid part number. */
function requestedPart(c: Call): { kind: Kind; part: Part } | null {
  const { of, after = '', until } = c.req.query()
  if (of !== 'listings' && of !== 'shops') return null
  if ([after, until].some((id) => id !== undefined && id !== '' && !isIdOf(PREFIX[of], id))) return null
  return { kind: of, part: { after, until: until || null } }
}

async function filesOf(ctx: Context, at: string, scope: Scope): Promise<string[]> {
  return (await partsOf(ctx, scope)).map(({ after, until }) => {
    const query = new URLSearchParams({ of: scope.kind, ...(after !== '' && { after }), ...(until !== null && { until }) })
    return `${at}?${query.toString()}`
  })
}

function sendUrls(c: Call, urls: readonly { url: string; changed?: Date }[]): Response {
  const url = urls.map(({ url: loc, changed }) => ({ loc, lastmod: changed?.toISOString() }))
  return sendFeed(c, 'application/xml; charset=utf-8', writeXml({ urlset: { '@xmlns': NAMESPACE, url } }))
}

function sendIndex(c: Call, files: readonly string[]): Response {
  const sitemap = files.map((loc) => ({ loc }))
  return sendFeed(c, 'application/xml; charset=utf-8', writeXml({ sitemapindex: { '@xmlns': NAMESPACE, sitemap } }))
}
