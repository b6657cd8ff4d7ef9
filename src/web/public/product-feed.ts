import type { Context } from '#platform/context/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { productLines } from '#catalog/product-feed/index.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { FEED_HEADERS } from './feeds.ts'

/**
 * Path to the metadata of the product feed for the Agentic Commerce Protocol, release 2026-04-17. The feed is a complete snapshot (offline
 * full replacement) that is built on request.
 */
export const METADATA_PATH = '/acp/metadata.json'
export const PRODUCTS_PATH = '/acp/products.jsonl'

/** Sends the feed's metadata, which is not cached. If `slug` is null, the feed covers the whole marketplace. */
export async function sendFeedMetadata(ctx: Context, c: Call, slug: string | null): Promise<Response> {
  const id = slug === null ? 'market' : (await requireVisibleStore(ctx, anonymousCaller(c), slug)).store.slug
  return c.json({ id, updated_at: ctx.now().toISOString() }, 200, FEED_HEADERS)
}

export async function sendFeedProducts(ctx: Context, c: Call, slug: string | null): Promise<Response> {
  const shopId = slug === null ? null : (await requireVisibleStore(ctx, anonymousCaller(c), slug)).store.id
  return c.body(productLines(ctx, shopId), 200, { ...FEED_HEADERS, 'Content-Type': 'application/jsonl; charset=utf-8' })
}
