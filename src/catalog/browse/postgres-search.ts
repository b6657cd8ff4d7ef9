import type { Core } from '#platform/context/index.ts'
import { facetsOfLines, passesFacets } from '#catalog/browse/rules/facets/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { ApiError } from '#platform/errors/index.ts'
import { FacetTally } from '#search/facets.ts'
import type { MarketQuery, SearchResult } from '#search/market-index.ts'
import { hasFacetFilter } from './market-query.ts'
import * as queries from './queries.ts'

type TenantQuery = MarketQuery & { tenant: Tenant }

/** Maximum number of listings per search for which facets are derived (docs/decisions/0040-facets.md). */
const MOST_DERIVED = 20_000
const PAGE = 2_000

/**
 * Runs a search in Postgres. Used in test mode, while the index is being built, and if the index is turned off. Errors: 503 if facets must
 * be derived for too many listings. With `skipsCostlyFacets`, the facets are null instead, unless the query filters by a facet.
 */
export async function searchInPostgres(
  ctx: Core,
  query: TenantQuery,
  { skipsCostlyFacets = false }: { skipsCostlyFacets?: boolean } = {},
): Promise<SearchResult> {
  if (!query.facets && !hasFacetFilter(query)) return searchByColumns(ctx, query)
  const read = query.facets ? { ...query, category: null, minCents: null, maxCents: null, offersOnly: false } : query
  if ((await queries.countMatches(ctx.reads, read)).total <= MOST_DERIVED) return searchByFacets(ctx, query, read)
  if (skipsCostlyFacets && !hasFacetFilter(query)) return searchByColumns(ctx, query)
  throw tooMany()
}

async function searchByColumns(ctx: Core, query: TenantQuery): Promise<SearchResult> {
  const [ids, counts] = await Promise.all([queries.searchIds(ctx.reads, query, query.sort, query), queries.countMatches(ctx.reads, query)])
  return { ids, ...counts, exact: await isExact(ctx, query, counts.total), facets: null }
}

/** Derives the facets by the same rules as the index. Postgres then sorts the listings whose facets match. */
async function searchByFacets(ctx: Core, query: TenantQuery, read: TenantQuery): Promise<SearchResult> {
  const tally = query.facets ? new FacetTally(query) : null
  const passing: string[] = []
  const shops = new Set<string>()
  for (let afterId: string | null = ''; afterId !== null;) {
    const rows: queries.FacetRow[] = await queries.facetRows(ctx.reads, read, afterId, PAGE)
    for (const { id, shop_id, category, price_cents: priceCents, take_offers: takeOffers, fields } of rows) {
      const facets = facetsOfLines(fields)
      if (!(tally ? tally.add({ category, priceCents, takeOffers, facets }) : passesFacets(facets, query.values ?? {}))) continue
      passing.push(id)
      shops.add(shop_id)
    }
    afterId = rows.length < PAGE ? null : rows.at(-1)!.id
  }
  const ids = passing.length === 0 ? [] : await queries.searchIds(ctx.reads, { ...query, ids: passing }, query.sort, query)
  const exact = await isExact(ctx, query, passing.length)
  return { ids, total: passing.length, stores: shops.size, exact, facets: tally?.result() ?? null }
}

/** Returns true if any listing matches the words, even a listing that the filters exclude. The in-memory index applies the same rule. */
const isExact = async (ctx: Core, { q, tenant }: TenantQuery, total: number): Promise<boolean> =>
  q === null || total > 0 || (await queries.anyMatches(ctx.reads, tenant, q))

const tooMany = (): ApiError =>
  new ApiError(
    'unavailable',
    'Filters by brand, size, condition and colour are temporarily unavailable. Search without them, or try again in a minute.',
    {
      headers: { 'Retry-After': '5' },
    },
  )
