import type { Context, Core } from '#platform/context/index.ts'
import { asApiError } from '#platform/http/failures.ts'
import { failureResponse } from '#platform/http/mount.ts'
import type { Call } from '#web/framework/answer.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import type { Handler } from './page.tsx'

/**
 * Wraps a handler so that scripts on our pages can read its JSON response or error. Allows each shop's origin explicitly, because the
 * session exists only on the main host. Pages on other sites cannot read any response (decision 19).
 */
export function answerPages(ctx: Context, name: string, handle: Handler): Handler {
  return async (c) => {
    c.set('operation', `page ${name}`)
    const response = await responseOf(ctx, c, handle)
    for (const [header, value] of Object.entries(readable(ctx, c))) response.headers.set(header, value)
    return response
  }
}

async function responseOf(ctx: Context, c: Call, handle: Handler): Promise<Response> {
  try {
    await ctx.rateLimits.request({ address: c.env.address })
    return await handle(c)
  } catch (error) {
    return failureResponse(c, asApiError(error, ctx.log, c.env.requestId))
  }
}

function readable(ctx: Core, c: Call): Record<string, string> {
  const origin = c.req.header('Origin')
  const ours = origin !== undefined && originOfOurs(origin, ctx.config) !== null
  return {
    Vary: 'Origin',
    'Cache-Control': 'no-store',
    ...(ours ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' } : {}),
  }
}
