import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { mountAccountPages } from './account-pages.tsx'
import { mountSellerPages } from './app/index.ts'
import { prefersMarkdown } from './agent-words.ts'
import { goToAddress, type Call } from './answer.ts'
import { mountAssets } from './assets.ts'
import { mountCheck } from './check/mount.tsx'
import { mountDevMail } from './dev-mail.tsx'
import { mountDocs } from './docs/index.tsx'
import { mountHere } from './here.ts'
import { readHost } from './hosts.ts'
import { mountLive } from './live.ts'
import { mountMainPages } from './main-pages.tsx'
import { sendNotFound } from './notices.tsx'
import { sendFailure } from './page.tsx'
import { shopPages } from './shop-pages.tsx'
import { mountTaps } from './taps.tsx'
import { mountOperatorPages } from './operator/index.ts'
import { mountWaysIn } from './ways-in/index.ts'
import { mountYouPages } from './you/index.ts'

export type Pages = {
  /** The page for an address that is nobody's, or null where the caller wants JSON. */
  notFound(c: Call): Promise<Response> | null
  /** The page for an error outside of any page's own handler, or null likewise. */
  failed(c: Call, error: unknown): Promise<Response> | null
}

/** What is somebody's own, and what a crawler would only sign in for. */
const NOT_FOR_ROBOTS = [
  '/v1/',
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
  '/like/',
  '/follow/',
  '/offer/',
  '/ask/',
  '/hold/',
  '/report/',
  '/checkout/',
  '/pay/',
]
const ROBOTS = `User-agent: *\n${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}`

/** What an operator's probes ask for by any name. */
const HEALTH = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Puts the pages on the app. Goes before every other route: the host decides first, and a shop's address is the
 * shop's alone, so that a listing may be called `metrics`.
 */
export function mountPages(app: App, ctx: Context): Pages {
  const shops = shopPages(ctx)
  app.use(async (c, next) => {
    const host = readHost(c.req.header('Host'), ctx.config)
    if (host.kind === 'main' || (host.kind === 'unknown' && HEALTH.has(c.req.path))) return next()
    if (host.kind === 'programs' && !isVisit(c)) return next()
    if (host.kind === 'programs' || host.kind === 'old shop') {
      c.set('operation', 'page elsewhere')
      c.res = goSame(c, host.kind === 'programs' ? ctx.config.publicUrl : ctx.urls.shop(host.slug))
      return undefined
    }
    if (host.kind === 'unknown') {
      c.res = await sendNotFound(ctx, c)
      return undefined
    }
    c.set('operation', 'page shop')
    c.res = await shops.fetch(c.req.raw, c.env)
    return undefined
  })
  mountAssets(app, () => `${ROBOTS}\nSitemap: ${ctx.config.publicUrl}/sitemap.xml\n`)
  mountMainPages(app, ctx)
  mountCheck(app, ctx)
  mountDocs(app, ctx)
  mountAccountPages(app, ctx)
  mountWaysIn(app, ctx)
  mountTaps(app, ctx)
  mountHere(app, ctx)
  mountSellerPages(app, ctx)
  mountYouPages(app, ctx)
  mountLive(app, ctx)
  mountOperatorPages(app, ctx)
  if (ctx.config.mode === 'local' && ctx.config.mail.kind === 'mailbox') mountDevMail(app, ctx)
  return {
    notFound: (c) => (wantsPage(c) ? sendNotFound(ctx, c) : null),
    failed: (c, error) => (wantsPage(c) ? sendFailure(ctx, c, error) : null),
  }
}

/** The same path and query at another of our names. Not for ever: `localhost` may be another program's tomorrow. */
function goSame(c: Call, base: string): Response {
  const { pathname, search } = new URL(c.req.url)
  return goToAddress(c, `${base}${pathname}${search}`, 302)
}

/** Somebody looks at a page: at a path that is no file's, and not for Markdown. */
const isVisit = (c: Call): boolean =>
  ['GET', 'HEAD'].includes(c.req.method) &&
  !HEALTH.has(c.req.path) &&
  !/^\/(v1|media|static)(\/|$)|\.\w+$/.test(c.req.path) &&
  !(c.req.path.startsWith('/agent/') && prefersMarkdown(c.req.header('Accept')))

const wantsPage = (c: Call): boolean => !/^\/(v1|media)(\/|$)/.test(c.req.path) && (c.req.header('Accept') ?? '').includes('text/html')
