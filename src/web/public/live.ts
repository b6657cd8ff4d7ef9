import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { failureResponse, type App } from '#platform/http/mount.ts'
import { asApiError } from '#platform/http/failures.ts'
import type { Call } from '#web/framework/answer.ts'
import { viewerOf } from '#web/framework/session.ts'

/**
 * `/you/live` notifies a signed-in user's pages about changes, using server-sent events. Sends only the kinds and ids of the changed
 * records. Accepts requests only from our own pages.
 */
export function mountLive(app: App, ctx: Context): void {
  app.get('/you/live', async (c) => {
    c.set('operation', 'live')
    try {
      return await openLive(ctx, c)
    } catch (error) {
      return failureResponse(c, asApiError(error, ctx.log, c.env.requestId))
    }
  })
}

async function openLive(ctx: Context, c: Call): Promise<Response> {
  await ctx.rateLimits.request({ address: c.env.address })
  // a different site can make the browser send the cookie, but cannot forge `Sec-Fetch-Site`
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin')
    throw new ApiError('permission', 'Only pages of this service can open this stream.', { code: 'origin' })
  const viewer = await viewerOf(ctx, c)
  if (viewer.kind === 'anonymous' || viewer.isSuspended) throw new ApiError('authentication', 'Sign in to receive live updates.')
  const { accountId } = viewer
  const stream = ctx.live.open({
    accountId,
    after: timeOf(c.req.header('Last-Event-ID') ?? c.req.query('after')),
    isValid: async () => {
      const now = await viewerOf(ctx, c)
      return now.kind !== 'anonymous' && now.accountId === accountId && !now.isSuspended
    },
  })
  if (!stream) throw new ApiError('unavailable', 'Too many live connections. Reload the page to see what is new.')
  return c.body(stream, 200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'private, no-store, no-transform',
    // prevents proxies from buffering the events
    'X-Accel-Buffering': 'no',
  })
}

const timeOf = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)
