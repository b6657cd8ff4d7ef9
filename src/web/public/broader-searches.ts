import type { Context } from '#platform/context/index.ts'
import { FACETS, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { SearchMarket } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import type { BroaderSearch } from './search.tsx'
import { partsOf } from './search-query.ts'

const MOST_WORDS = 3

const ANY: Readonly<Record<FacetName, string>> = {
  brand: 'of any brand',
  size: 'in any size',
  condition: 'in any condition',
  color: 'in any colour',
}

/**
 * Returns broader searches for a search without results. A broader search drops one filter, drops all filters, or uses only one search
 * term.
 */
export async function broaderSearches(ctx: Context, viewer: Viewer, query: SearchMarket): Promise<BroaderSearch[]> {
  const { q, category, price, offers, min_price, max_price } = query
  const { sort: _sort, limit: _limit, ...parts } = partsOf(query)
  const isPriced = price !== 'any' || min_price !== undefined || max_price !== undefined
  const filters = [category, isPriced, offers, ...FACETS.map((name) => parts[name]?.length)].filter(Boolean)
  const terms = [...new Set(q?.split(/\s+/).filter(Boolean))]
  const tries: Omit<BroaderSearch, 'total'>[] = [
    ...(category ? [{ label: 'in other categories', parts: { ...parts, category: undefined } }] : []),
    ...FACETS.flatMap((name) => (parts[name]?.length ? [{ label: ANY[name], parts: { ...parts, [name]: undefined } }] : [])),
    ...(isPriced ? [{ label: 'at other prices', parts: { ...parts, price: undefined, min_price: undefined, max_price: undefined } }] : []),
    ...(offers ? [{ label: 'including items not open to offers', parts: { ...parts, offers: undefined } }] : []),
    ...(filters.length > 1 && q ? [{ label: 'without filters', parts: { q } }] : []),
    ...(terms.length > 1 ? terms.slice(0, MOST_WORDS).map((word) => ({ label: `for “${word}”`, parts: { q: word } })) : []),
  ]
  const found = await Promise.all(
    tries.map(async (one) => {
      const { price = 'any', min_price: min, max_price: max, ...others } = one.parts
      const range = { ...(min !== undefined && { min_price }), ...(max !== undefined && { max_price }) }
      const query = { ...others, price, ...range, limit: 1, offset: 0 } as SearchMarket
      const { total, exact } = await market.search(ctx, viewer, query)
      return { ...one, total: exact ? total : 0 }
    }),
  )
  return found.filter(({ total }) => total > 0)
}
