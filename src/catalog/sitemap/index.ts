import type { Context } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { Kind, Part } from './queries.ts'

export type { Kind, Part } from './queries.ts'

/** Addresses in one file of a map: small enough to be made while somebody waits. */
const EACH = 5_000
/** A reading of all ids is kept so long: nobody can ask for it as often as they like. */
const KEPT_MS = 60_000

/** Of what: one shop's listings, or all of the market's. */
export type Scope = { kind: Kind; shopId: string | null }
/** An address of a listing or a shop, and when it last was news. */
export type SitemapEntry = { url: string; changed: Date }

const kept = new WeakMap<Context['endpoints'], Map<string, { untilMs: number; parts: Promise<Part[]> }>>()

/**
 * The parts of a list, so that all of them together hold each thing once; the last one is open, for what comes meanwhile. Read once
 * a minute for the market; of one shop whenever it is asked for.
 */
export function partsOf(ctx: Context, { kind, shopId }: Scope): Promise<Part[]> {
  const read = async () => toParts(await queries.listEnds(ctx.reads, kind, shopId, EACH))
  if (shopId !== null) return read()
  const all = kept.get(ctx.endpoints) ?? new Map<string, { untilMs: number; parts: Promise<Part[]> }>()
  kept.set(ctx.endpoints, all)
  const known = all.get(kind)
  const nowMs = ctx.now().getTime()
  if (known && nowMs < known.untilMs) return known.parts
  const parts = read()
  all.set(kind, { untilMs: nowMs + KEPT_MS, parts })
  // one that failed is asked again
  parts.catch(() => all.delete(kind))
  return parts
}

/** What a part holds, in the order of its making. */
export async function entriesIn(ctx: Context, { kind, shopId }: Scope, part: Part): Promise<SitemapEntry[]> {
  const rows = await queries.listPlaces(ctx.reads, kind, shopId, part)
  return rows.map(({ slug, link, changed }) => ({ url: link === null ? `${ctx.urls.shop(slug)}/` : ctx.urls.listing(slug, link), changed }))
}

const toParts = (ends: readonly string[]): Part[] => [...ends, null].map((until, at) => ({ after: ends[at - 1] ?? '', until }))
