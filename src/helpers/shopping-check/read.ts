import { readFile } from 'node:fs/promises'
import type { ReadPage } from '#platform/browser/index.ts'
import type { Context } from '#platform/context/index.ts'
import { readProductPage } from '#platform/browser/rules/product-page.ts'
import { EgressError } from '#platform/egress/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { ProviderError } from '#platform/providers/error.ts'

const MAX_PAGE_BYTES = 2 * 1_048_576
const FETCH_MS = 8_000
const BROWSER_MS = 30_000

/**
 * Reads the product from a linked page. Tries a guarded fetch first. If the fetched page states no product price, uses a browser. The
 * content is untrusted. Errors: 400 `link` if the URL must not be fetched; 503 if neither the fetch nor the browser can read the page.
 */
export async function readLink(ctx: Context, link: string): Promise<ReadPage> {
  const own = await fetchPage(ctx, link)
  if (own?.priceCents != null) return own
  try {
    return await ctx.providers.browser!.read(link, AbortSignal.timeout(BROWSER_MS))
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    if (own) return own
    throw new ApiError('unavailable', 'This link cannot be read right now. Describe the item in words instead.', { param: 'link', cause })
  }
}

const REFUSED = new Set(['bad_url', 'private_address'])

async function fetchPage(ctx: Context, link: string): Promise<ReadPage | null> {
  try {
    const page = await ctx.egress.download(link, { maxBytes: MAX_PAGE_BYTES, accept: 'text/html', signal: AbortSignal.timeout(FETCH_MS) })
    try {
      if (page.contentType !== null && !/html/.test(page.contentType)) return null
      return readProductPage(await readFile(page.path, 'utf8'))
    } finally {
      await page.cleanup()
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (REFUSED.has(error.reason)) throw invalid('link', `link cannot be read. ${error.message}`)
    return null
  }
}
