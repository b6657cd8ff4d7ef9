import type { Context, Person, Tx } from '#platform/context/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { Filters, SearchRow } from './queries.ts'
import type { SaveSearch } from './schema.ts'

export const MAX_SEARCHES = 50

/**
 * Saves a search. If the account already saved one with the same filters, returns it unchanged. Errors: 400 `q` without a filter, 409 at
 * the account's maximum.
 */
export async function saveSearch(tx: Tx, actor: Person, input: SaveSearch): Promise<{ row: SearchRow; isNew: boolean }> {
  const filters: Filters = { q: input.q || null, category: input.category ?? null, price: input.price, offers: input.offers }
  const description = wordsFor(filters)
  if (description.length === 0) throw invalid('q', 'Enter something to search for: q, category, price or offers.')
  await queries.lockAccount(tx.db, actor.accountId)
  const same = await queries.findSame(tx.db, actor.accountId, filters)
  if (same) return { row: same, isNew: false }
  if ((await queries.countSearches(tx.db, actor.accountId)) >= MAX_SEARCHES)
    throw conflict(`You have ${MAX_SEARCHES} saved searches, the maximum. Delete one first.`)
  const row = await queries.insertSearch(tx.db, {
    id: tx.newId('srh'),
    account_id: actor.accountId,
    name: input.name ?? description.join(', '),
    ...filters,
    alert: input.alert,
    created_at: tx.now(),
  })
  return { row, isNew: true }
}

/** Lists the account's searches, latest first. */
export const listSearches = (ctx: Context, actor: Person, page: Part): Promise<Paged<SearchRow>> =>
  queries.listSearches(ctx.db, actor.accountId, page)

/** Stops the alerts of an account. The searches stay saved. */
export const stopAlerts = (tx: Tx, accountId: string): Promise<void> => queries.stopAlerts(tx.db, accountId)

/** Deletes a search. Errors: 404, also for another account's search. */
export async function deleteSearch(ctx: Context, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteSearch(ctx.db, actor.accountId, id))) throw notFound('saved search')
}

const PRICE_WORDS: Record<string, string> = { 'under-25': 'under $25', '25-100': '$25 to $100', 'over-100': 'over $100' }

/** Returns the filters as text parts, which together name a search that the user did not name. */
const wordsFor = ({ q, category, price, offers }: Filters): string[] =>
  [q, category, PRICE_WORDS[price], offers ? 'open to offers' : null].filter((word): word is string => Boolean(word))
