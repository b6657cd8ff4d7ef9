import { Hono } from 'hono'
import type { Context } from '#context.ts'
import { readAtLink } from '#features/market/service.ts'
import { movedTo, readStore, seenStore } from '#features/stores/service.ts'
import { ApiError } from '#lib/errors.ts'
import { failure, type App } from '#lib/http/mount.ts'
import { goTo, sendPage, stranger, type Call } from './answer.ts'
import { readHost } from './hosts.ts'
import { ListingPage } from './listing.tsx'
import { sendNotFound, sendNotice } from './notices.tsx'
import { notFound, page, type PageHandler } from './page.tsx'
import { mountAssets } from './assets.ts'
import { ShopPage } from './shop.tsx'

/** Everything on `{slug}.{store_domain}`: the shop's front, its listings, and nothing of the API. */
export function shopPages(ctx: Context): App {
  const app: App = new Hono()
  mountAssets(app, () => 'User-agent: *\nAllow: /\n')
  app.get(
    '/',
    page(
      ctx,
      'shop',
      movedOr(ctx, (c, slug) => sendShop(ctx, c, slug)),
    ),
  )
  app.get(
    '/:link',
    page(
      ctx,
      'listing',
      movedOr(ctx, (c, slug) => sendListing(ctx, c, slug, c.req.param('link')!)),
    ),
  )
  app.all(
    '*',
    page(
      ctx,
      'none',
      movedOr(ctx, async (c) => (c.req.path.startsWith('/v1/') ? noApiHere(c) : Promise.reject(notFound()))),
    ),
  )
  return app
}

async function sendShop(ctx: Context, c: Call, slug: string): Promise<Response> {
  const front = await readStore(ctx, stranger(c), slug)
  return sendPage(ctx, c, <ShopPage ctx={ctx} front={front} />, { cache: 'public', headers: robots(front.store.visibility === 'link') })
}

async function sendListing(ctx: Context, c: Call, slug: string, link: string): Promise<Response> {
  const { store } = await seenStore(ctx, stranger(c), slug)
  const found = await readAtLink(ctx, stranger(c), store.id, link)
  if (found.kind === 'nothing') return sendNotFound(ctx, c)
  if (found.kind === 'withdrawn') {
    return sendNotice(
      ctx,
      c,
      { title: 'No longer for sale', text: `${store.name} has taken this down.`, tone: store.tone },
      { status: 410 },
    )
  }
  const hidden = store.visibility === 'link' || found.detail.listing.visibility === 'link'
  return sendPage(ctx, c, <ListingPage ctx={ctx} detail={found.detail} />, { cache: 'public', headers: robots(hidden) })
}

const robots = (hidden: boolean): Record<string, string> => (hidden ? { 'X-Robots-Tag': 'noindex' } : {})

/** Reads the shop off the host. Where nothing shows and a shop moved away, goes after it (completions 4, A moved shop). */
function movedOr(ctx: Context, handle: (c: Call, slug: string) => Promise<Response>): PageHandler {
  return async (c) => {
    const host = readHost(c.req.header('Host'), ctx.config)
    if (host.kind !== 'shop') throw notFound()
    const newSlug = await movedTo(ctx, host.slug)
    if (newSlug === null) return handle(c, host.slug)
    const { pathname, search } = new URL(c.req.url)
    return goTo(c, `${ctx.urls.shop(newSlug)}${pathname}${search}`, 308)
  }
}

const noApiHere = (c: Call): Response => failure(c, new ApiError('not_found', 'The API is not at the address of a shop.'))
