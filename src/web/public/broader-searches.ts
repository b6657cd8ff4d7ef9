import type { Context } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { SearchMarket } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import type { BroaderSearch } from './search.tsx'
import type { SearchParts } from '#web/framework/routes.ts'

const MOST_WORDS = 3

/**
 * Returns broader searches for a search without results: with one filter removed, with all filters removed, or with a single word that
 * matches by name.
 */
export async function broaderSearches(ctx: Context, viewer: Viewer, query: SearchMarket): Promise<BroaderSearch[]> {
  const { q, category, price, offers } = query
  const parts: SearchParts = { q, category, price, offers }
  const words = [...new Set(q?.split(/\s+/).filter(Boolean))]
  const tries: Omit<BroaderSearch, 'total'>[] = [
    ...(category ? [{ words: 'in other categories', parts: { ...parts, category: undefined } }] : []),
    ...(price !== 'any' ? [{ words: 'at other prices', parts: { ...parts, price: undefined } }] : []),
    ...(offers ? [{ words: 'including items not open to offers', parts: { ...parts, offers: undefined } }] : []),
    ...([category, price !== 'any', offers].filter(Boolean).length > 1 && q ? [{ words: 'without filters', parts: { q } }] : []),
    ...(words.length > 1 ? words.slice(0, MOST_WORDS).map((word) => ({ words: `for “${word}”`, parts: { q: word } })) : []),
  ]
  const found = await Promise.all(
    tries.map(async (one) => {
      const { q, category, price = 'any', offers } = one.parts
      const query = { q, category, price, offers, limit: 1, offset: 0 } as SearchMarket
      const { total, exact } = await market.search(ctx, viewer, query)
      return { ...one, total: exact ? total : 0 }
    }),
  )
  return found.filter(({ total }) => total > 0)
}
