import type { Context, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { Kind, Part } from './queries.ts'

export type { Kind, Part } from './queries.ts'

/** Maximum number of URLs per file, so that one request has enough time to build a file. */
const EACH = 5_000
/** Maximum number of URLs in the last file, which also contains new records (sitemaps.org). */
const MOST = 50_000
/** Lifetime of the cached ranges. The service reads all ids at most once in this time. */
const CACHE_MS = 60_000

/** The records in a sitemap: the records of one shop, or those of the whole market. */
export type Scope = { kind: Kind; shopId: string | null }
export type SitemapEntry = { url: string; changed: Date }

const cache = new WeakMap<Context['endpoints'], Map<string, { untilMs: number; parts: Promise<Part[]> }>>()

/**
 * Divides the records into ranges of ids, one per file. The last range has no upper bound, so that it also contains new records. Caches the
 * ranges for the market, but not those for single shops, for one minute.
 */
export function partsOf(ctx: Context, { kind, shopId }: Scope): Promise<Part[]> {
  const read = async () => toParts(await queries.listEnds(ctx.reads, kind, shopId, EACH))
  if (shopId !== null) return read()
  const all = cache.get(ctx.endpoints) ?? new Map<string, { untilMs: number; parts: Promise<Part[]> }>()
  cache.set(ctx.endpoints, all)
  const known = all.get(kind)
  const nowMs = ctx.now().getTime()
  if (known && nowMs < known.untilMs) return known.parts
  const parts = read()
  all.set(kind, { untilMs: nowMs + CACHE_MS, parts })
  // if this fails, the next request reads the ranges again
  parts.catch(() => all.delete(kind))
  return parts
}

/** Returns the sitemap entries in a range of ids, sorted by id. */
export async function entriesIn(ctx: Core, { kind, shopId }: Scope, part: Part): Promise<SitemapEntry[]> {
  const rows = await queries.listSitemapRows(ctx.reads, kind, shopId, part, MOST)
  return rows.map(({ slug, link, changed }) => ({ url: link === null ? `${ctx.urls.shop(slug)}/` : ctx.urls.listing(slug, link), changed }))
}

const toParts = (ends: readonly string[]): Part[] => [...ends, null].map((until, at) => ({ after: ends[at - 1] ?? '', until }))
