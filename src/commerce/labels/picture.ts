import { readFile } from 'node:fs/promises'
import type { Context, Person } from '#platform/context/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import { sniff } from '#platform/media/sniff.ts'
import { readLabel } from './void.ts'

const MAX_BYTES = 3 * 1024 * 1024
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif' }

/**
 * Downloads a label's picture from the carrier, so that the browser does not have to load it from a different host (decision 49). Errors:
 * 404 if there is no label or no picture; 503 if the provider does not return the picture.
 */
export async function readLabelPicture(
  ctx: Context,
  actor: Person,
  orderId: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const { image_url: url } = await readLabel(ctx, actor, orderId)
  if (url === null) throw notFound('label')
  try {
    const download = await ctx.egress.download(url, { maxBytes: MAX_BYTES, accept: 'image/png, image/*' })
    try {
      const bytes = new Uint8Array(await readFile(download.path))
      const type = TYPES[sniff(bytes)]
      if (type) return { bytes, type }
    } finally {
      await download.cleanup()
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
  }
  throw new ApiError('unavailable', 'The carrier’s picture of this label is not available. Try again in a minute.')
}
