import type { Person, Tx, Core } from '#platform/context/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { brandName, CONDITION_LABELS, sizeName, type Condition } from '#catalog/browse/rules/facets/index.ts'
import * as market from '#catalog/browse/index.ts'
import { priceText } from '#core/format/money.ts'
import { clipAtWord } from '#core/text.ts'
import { storedFacets } from './filters.ts'
import * as queries from './queries.ts'
import type { Filters, SearchRow, StoredFacets } from './queries.ts'
import type { ChangeSearch, SaveSearch } from './schema.ts'

export const MAX_SEARCHES = 50
const MOST_NAME = 200

/**
 * Saves a search, or returns the account's existing search with the same filters. Errors: 400 `q` if the search has no filter. 400 for an
 * invalid price range. 409 if the account already has the maximum number of saved searches.
 */
export async function saveSearch(tx: Tx, actor: Person, input: SaveSearch): Promise<{ row: SearchRow; isNew: boolean }> {
  market.filterOf(input)
  const { price, offers } = input
  const filters: Filters = { q: input.q || null, category: input.category ?? null, price, offers, facets: storedFacets(input) }
  const description = descriptionParts(filters)
  if (description.length === 0) throw invalid('q', 'Enter a search text (q) or choose a filter.')
  await queries.lockAccount(tx.db, actor.accountId)
  const same = await queries.findSame(tx.db, actor.accountId, filters)
  if (same) return { row: same, isNew: false }
  if ((await queries.countSearches(tx.db, actor.accountId)) >= MAX_SEARCHES)
    throw conflict(`You have ${MAX_SEARCHES} saved searches, the maximum. Delete one first.`)
  const row = await queries.insertSearch(tx.db, {
    id: tx.newId('srh'),
    account_id: actor.accountId,
    name: input.name ?? clipAtWord(description.join(', '), MOST_NAME),
    ...filters,
    alert: input.alert,
    alert_by: input.alert_by,
    created_at: tx.now(),
  })
  return { row, isNew: true }
}

/** Lists the account's saved searches, latest first. */
export const listSearches = (ctx: Core, actor: Person, page: Part): Promise<Paged<SearchRow>> =>
  queries.listSearches(ctx.db, actor.accountId, page)

/** Stops all search alerts for an account. The searches remain saved. */
export const stopAlerts = (tx: Tx, accountId: string): Promise<void> => queries.stopAlerts(tx.db, accountId)

/**
 * Changes the name or the alerts of a saved search. Alerts that are turned on again only cover items that are listed later. Errors: 404,
 * also for a different account's search.
 */
export async function changeSearch(tx: Tx, actor: Person, id: string, change: ChangeSearch): Promise<SearchRow> {
  const changed = await queries.updateSearch(tx.db, actor.accountId, id, change, tx.now())
  if (!changed) throw notFound('saved search')
  return changed
}

/** Deletes a saved search. Errors: 404, also for a different account's search. */
export async function deleteSearch(ctx: Core, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteSearch(ctx.db, actor.accountId, id))) throw notFound('saved search')
}

const PRICE_LABELS: Record<string, string> = { 'under-25': 'under $25', '25-100': '$25 to $100', 'over-100': 'over $100' }

/** Returns the filters as phrases. Together, they are the name of a search that the user has not named. */
const descriptionParts = ({ q, category, price, offers, facets }: Filters): string[] =>
  [q, category, PRICE_LABELS[price], ...facetParts(facets), offers ? 'open to offers' : null].filter((word): word is string =>
    Boolean(word),
  )

function facetParts({ brand = [], size = [], condition = [], color = [], min_price_cents: min, max_price_cents: max }: StoredFacets) {
  const grades = condition.map((one) => CONDITION_LABELS[one as Condition].toLowerCase())
  const brands = brand.map((value) => brandName({ value, label: value }))
  const sizes = size.map((value) => `size ${sizeName({ value, label: value })}`)
  const lists = [brands, sizes, grades, color].map((values) => values.join(' or '))
  return [...lists, min === undefined ? null : `from ${priceText(min)}`, max === undefined ? null : `up to ${priceText(max)}`]
}
