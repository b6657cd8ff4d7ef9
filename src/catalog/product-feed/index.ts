import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { feedPage } from '#catalog/browse/index.ts'
import { feedProduct } from './present.ts'

const PAGE = 500
/** Maximum number of feeds that one process streams at the same time. Each feed reads the whole market. */
const MOST_AT_ONCE = 4

const running = new WeakMap<Context['endpoints'], number>()

/**
 * Streams all items for sale in the market or in one shop, one product per line, sorted by id. Reads the pages on demand, so that a slow
 * client does not fill the memory. Errors: 503 if too many feeds are running.
 */
export function productLines(ctx: Context, shopId: string | null): ReadableStream<Uint8Array> {
  const now = running.get(ctx.endpoints) ?? 0
  if (now >= MOST_AT_ONCE)
    throw new ApiError('unavailable', 'Too many clients are reading feeds right now. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    })
  running.set(ctx.endpoints, now + 1)
  let isOver = false
  const end = (): void => {
    if (!isOver) running.set(ctx.endpoints, running.get(ctx.endpoints)! - 1)
    isOver = true
  }
  let after = ''
  return new ReadableStream({
    async pull(controller) {
      try {
        const details = await feedPage(ctx, { shopId, after, limit: PAGE })
        after = details.at(-1)?.id ?? after
        if (details.length > 0)
          controller.enqueue(ENCODER.encode(details.map((detail) => `${JSON.stringify(feedProduct(ctx, detail))}\n`).join('')))
        if (details.length === PAGE) return
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel: end,
  })
}

const ENCODER = new TextEncoder()
