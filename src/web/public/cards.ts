import type { Context, Person } from '#platform/context/index.ts'
import { siteCard, shopCard, listingCard, type CardColours, type DrawnCard } from '#catalog/share-cards/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import * as market from '#catalog/browse/index.ts'
import { TONE_COLOURS } from '#web/styles/tokens.ts'
import { isKnown } from '#platform/http/encoded-body.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { notFound } from '#web/framework/page/page.tsx'

/** Sends preview images from a cache. Other sites show these images when someone shares a link to one of our pages. */
export const sendSiteCard = async (ctx: Context, c: Call): Promise<Response> => sendPicture(c, await siteCard(ctx, coloursOf('lemon')))

export async function sendShopCard(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store } = await requireVisibleStore(ctx, anonymousCaller(c), slug)
  return sendPicture(c, await shopCard(ctx, store, coloursOf(store.tone)))
}

type CardRequest = { slug: string; link: string; viewer?: Person }

/**
 * Sends a listing's card. `viewer` is the signed-in user on the main host. By default, the viewer is an anonymous user. Errors: 404 if the
 * viewer cannot see the listing.
 */
export async function sendListingCard(ctx: Context, c: Call, { slug, link, viewer }: CardRequest): Promise<Response> {
  const caller = viewer ?? anonymousCaller(c)
  const { store } = await requireVisibleStore(ctx, caller, slug)
  const found = await market.readAtLink(ctx, caller, store.id, link)
  if (found.kind !== 'open') throw notFound()
  return sendPicture(c, await listingCard(ctx, found.detail, coloursOf(store.tone)), viewer ? 'private' : 'public')
}

/** The card is an image, so it cannot adapt to the color scheme of the site that embeds it. */
const coloursOf = (tone: string): CardColours => TONE_COLOURS[tone as keyof typeof TONE_COLOURS].light

function sendPicture(c: Call, { bytes, etag }: DrawnCard, cache: 'public' | 'private' = 'public'): Response {
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': `${cache}, max-age=3600`,
    ETag: etag,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return isKnown(c.req.header('If-None-Match'), etag) ? c.body(null, 304, headers) : c.body(bytes, 200, headers)
}
