import type { CachedResponse } from '#platform/cache/sized-cache.ts'
import type { TestApp } from './app.ts'

/** What is kept for an address (`host path`) and would be given now. */
export async function keptAt({ service: { ctx } }: TestApp, address: string): Promise<CachedResponse | null> {
  return (await ctx.responseCache.fresh()) ? ctx.responseCache.get(address) : null
}
