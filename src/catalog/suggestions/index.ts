import { isLive, type Tenant } from '#core/tenant.ts'
import type { Context } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { lastWord } from '#search/title-words.ts'
import { fold } from '#core/fold.ts'
import { storesNamed } from './queries.ts'

export type Suggestion = { kind: 'words' | 'category' | 'store'; text: string; url: string }

const MOST = 8
const MOST_STORES = 3

/**
 * Completes the last word of `q` with words from titles, categories and stores that are currently on the market (spec: completions 5,
 * Extensions). Suggests no words from titles if there is no search index, as in test mode.
 */
export async function suggest(ctx: Context, tenant: Tenant, q: string): Promise<Suggestion[]> {
  const { before, start } = lastWord(q)
  const [words, stores] = await Promise.all([
    start === '' || !isLive(tenant) ? null : ctx.search.complete(start, MOST),
    storesNamed(ctx.reads, tenant, q, MOST_STORES),
  ])
  const typed = fold(q)
  const others: Suggestion[] = [
    ...MARKET_CATEGORIES.filter((name) => fold(name).startsWith(typed)).map((name) => ({
      kind: 'category' as const,
      text: name,
      url: ctx.urls.search({ category: name }),
    })),
    ...stores.map(({ name, slug }) => ({ kind: 'store' as const, text: name, url: ctx.urls.shop(slug, tenant) })),
  ]
  const completed = (words ?? [])
    .map((word) => before + word)
    .map((text) => ({ kind: 'words' as const, text, url: ctx.urls.search({ q: text }) }))
  return [...completed.slice(0, MOST - others.length), ...others]
}
