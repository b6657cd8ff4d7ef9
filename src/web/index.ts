import type { Context, Core } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { counted, failureResponse, type App } from '#platform/http/mount.ts'
import { SELLER_PAGES } from './seller/index.ts'
import { prefersMarkdown } from '#web/framework/agent-copy.ts'
import { goToAddress, type Call } from '#web/framework/answer.ts'
import { mountAssets } from '#web/public/assets.ts'
import { checkPage } from './public/shopping-check/mount.tsx'
import { mountDevMail } from '#web/public/dev-mail.tsx'
import { mountDocs } from './docs/index.tsx'
import { authorizePage } from './auth/oauth/authorize.tsx'
import { mountMetadata } from './auth/oauth/metadata.ts'
import { mountBag } from '#web/buyer/bag-change.ts'
import { mountViewerState } from '#web/buyer/viewer-state.ts'
import { readHost } from '#web/framework/hosts.ts'
import { mountLive } from '#web/public/live.ts'
import { mountMainPages } from '#web/public/main-pages.tsx'
import { sendNotFound } from '#web/framework/page/notices.tsx'
import { mountAll, sendFailure } from '#web/framework/page/page.tsx'
import { shopPages } from '#web/public/shop-pages.tsx'
import { MARKET_SITEMAP_PATH, SITEMAP_PATH } from './public/sitemaps.ts'
import { TEST_SHOP_PAGES } from '#web/public/test-shops.tsx'
import { mountShares } from '#web/public/shares.ts'
import { mountUnsubscribe } from '#web/public/unsubscribe.tsx'
import { mountQuickActions } from '#web/public/quick-actions.tsx'
import { OPERATOR_PAGES } from './admin/index.ts'
import { AUTH_PAGES } from './auth/index.ts'
import { BUYER_PAGES } from './buyer/index.ts'

export type Pages = {
  /** Sends the page for an unknown path. Returns null if the caller prefers JSON. */
  notFound(c: Call): Promise<Response> | null
  /** Sends the page for an error outside a page's handler. Returns null if the caller prefers JSON. */
  failed(c: Call, error: unknown): Promise<Response> | null
}

/** Paths that robots.txt excludes: private pages, and pages that would only send a crawler to the sign-in page. */
const NOT_FOR_ROBOTS = [
  '/v1/',
  '/mcp',
  '/ucp/',
  '/oauth/',
  '/app',
  '/operator',
  '/you',
  '/agent/',
  '/dev/',
  '/listings/',
  '/sign-in',
  '/sign-up',
  '/forgot',
  '/verify',
  '/unsubscribe/',
  '/like/',
  '/follow/',
  '/share/',
  '/offer/',
  '/ask/',
  '/bag/',
  '/bundle/',
  '/hold/',
  '/report/',
  '/block/',
  '/checkout/',
  '/pay/',
  '/test/',
]
const ROBOTS = `User-agent: *\n${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}`

const HEALTH = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Registers the pages. Call this before any other route is registered, because the host name determines which routes apply. A shop's host
 * serves only shop pages, so there even `metrics` can be the slug of a listing.
 */
export function mountPages(app: App, ctx: Context): Pages {
  const shops = shopPages(ctx)
  app.use(async (c, next) => {
    const host = readHost(c.req.header('Host'), ctx.config)
    if (host.kind === 'main' || (host.kind === 'unknown' && isProbe(ctx, c))) return next()
    if (host.kind === 'programs' && !isVisit(c)) return next()
    if (host.kind === 'programs' || host.kind === 'old shop') {
      c.set('operation', 'page elsewhere')
      const base = host.kind === 'programs' ? ctx.config.publicUrl : ctx.urls.shop(host.slug)
      c.res = await counted(ctx, () => goSame(c, base))(c)
      return undefined
    }
    if (host.kind === 'unknown') {
      c.res = await counted(ctx, () => (acceptsHtml(c) ? sendNotFound(ctx, c) : notFoundHere(ctx, c)))(c)
      return undefined
    }
    c.set('operation', 'page shop')
    c.res = await shops.fetch(c.req.raw, c.env)
    return undefined
  })
  mountAssets(
    app,
    ctx,
    () => `${ROBOTS}\n${[SITEMAP_PATH, MARKET_SITEMAP_PATH].map((path) => `Sitemap: ${ctx.config.publicUrl}${path}\n`).join('')}`,
  )
  mountMainPages(app, ctx)
  mountDocs(app, ctx)
  mountMetadata(app, ctx)
  mountQuickActions(app, ctx)
  mountShares(app, ctx)
  mountUnsubscribe(app, ctx)
  mountBag(app, ctx)
  mountViewerState(app, ctx)
  mountLive(app, ctx)
  mountAll(app, ctx, [checkPage, ...AUTH_PAGES, authorizePage, ...SELLER_PAGES, ...TEST_SHOP_PAGES, ...BUYER_PAGES, ...OPERATOR_PAGES])
  if (ctx.config.mode === 'local' && ctx.config.mail.kind === 'mailbox') mountDevMail(app, ctx)
  return {
    notFound: (c) => (acceptsHtml(c) ? sendNotFound(ctx, c) : null),
    failed: (c, error) => (acceptsHtml(c) ? sendFailure(ctx, c, error) : null),
  }
}

/**
 * Returns true for a health request, which is served under any host name. The exception is /metrics in local mode. There, `/metrics` needs
 * no token, so it is served only under the service's own host names.
 */
const isProbe = ({ config }: Core, c: Call): boolean => HEALTH.has(c.req.path) && (config.mode === 'public' || c.req.path !== '/metrics')

/** Rejects unknown host names. Otherwise, a different site could reach a local service by DNS rebinding. */
const notFoundHere = ({ config }: Core, c: Call): Response =>
  failureResponse(c, new ApiError('not_found', `This service does not use this host name. Use ${config.programsUrl}.`, { param: 'Host' }))

/**
 * Redirects to the same path under a different host name of the service. The redirect is temporary, because browsers remember permanent
 * redirects, and another program may use `localhost` later.
 */
function goSame(c: Call, base: string): Response {
  const { pathname, search } = new URL(c.req.url)
  return goToAddress(c, `${base}${pathname}${search}`, 302)
}

/** Returns true for a request that opens a page, and false for other requests, such as those for files or the API. */
const isVisit = (c: Call): boolean =>
  ['GET', 'HEAD'].includes(c.req.method) &&
  !HEALTH.has(c.req.path) &&
  c.req.header('Authorization') === undefined &&
  !/^\/(mcp|ucp|media|static|\.well-known)(\/|$)|\.\w+$/.test(c.req.path) &&
  !API_PATH.test(c.req.path) &&
  !(c.req.path.startsWith('/agent/') && prefersMarkdown(c.req.header('Accept')))

/** Matches API paths, and paths that clients try when they look for an API. No page has such a path. */
const API_PATH = /^\/(v\d+|api|rest|rpc|graphql)(\/|$)/i

const acceptsHtml = (c: Call): boolean =>
  !/^\/(mcp|ucp|media)(\/|$)/.test(c.req.path) && !API_PATH.test(c.req.path) && (c.req.header('Accept') ?? '').includes('text/html')
