import type { CachedResponse } from '#platform/cache/sized-cache.ts'
import type { TestApp } from './app.ts'

/** Returns the cached response for a host and path, given as `host path`. Returns null if no fresh response is cached. */
export async function cachedResponseAt({ service: { ctx } }: TestApp, address: string): Promise<CachedResponse | null> {
  return (await ctx.responseCache.fresh()) ? ctx.responseCache.get(address) : null
}
