import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { presentProduct, presentProductDetail, type Product } from './present.ts'
import { MOST_IDS, type GetCatalogProduct, type LookUpCatalog, type SearchCatalog } from './schema.ts'

type Caller = Anonymous | Person
type Message = { type: 'info'; code: string; content: string }
type Filters = { filters?: SearchCatalog['filters'] | undefined; context?: SearchCatalog['context'] | undefined }

const USUAL = 10
const MOST = 50
const LAST = 100_000

/**
 * Returns one page of the market. If the search names several categories, merges their results; the cursor then contains one offset per
 * category. Errors: 400.
 */
export async function searchCatalog(ctx: Context, actor: Caller, requested: SearchCatalog) {
  const limit = Math.min(requested.pagination?.limit ?? USUAL, MOST)
  const categories = categoriesOf(requested.filters?.categories)
  const offsets = offsetsOf(requested.pagination?.cursor, categories.length)
  const part = Math.ceil(limit / Math.max(1, categories.length))
  const { cents, messages } = priceOf(requested)
  const page = { q: requested.query, price: 'any' as const, limit: part, ...facetsOf(requested), ...rangeOf(cents) }
  const found = await Promise.all(
    categories.map(async (category, at) => {
      const offset = offsets[at]!
      const { cards, total } = await market.search(ctx, actor, { ...page, offset, ...(category && { category }) })
      return { cards, total, offset }
    }),
  )
  const { cards, taken } = interleave(found, limit)
  // a page may have fewer listings than requested, because some are no longer public since the last update of the index; the offset
  // therefore advances by the full size of the page
  const next = found.map((one, at) => one.offset + (taken[at] === one.cards.length ? part : taken[at]!))
  const total = found.reduce((sum, one) => sum + one.total, 0)
  const more = found.some((one, at) => next[at]! < one.total) && next.every((offset) => offset <= LAST)
  return {
    products: cards.map((card) => presentProduct(ctx, card)),
    pagination: { has_next_page: more, total_count: total, ...(more && { cursor: cursorOf(next) }) },
    ...withMessages(messages),
  }
}

type CategoryPart = { cards: readonly Card[]; offset: number }

/**
 * Merges the results for several categories by the rank of each result within its category. `taken` is the number of results from each
 * category.
 */
function interleave(found: readonly CategoryPart[], limit: number): { cards: Card[]; taken: number[] } {
  const all = found.flatMap(({ cards, offset }, of) => cards.map((card, at) => ({ card, of, rank: offset + at })))
  const shown = all.toSorted((one, other) => one.rank - other.rank).slice(0, limit)
  return { cards: shown.map(({ card }) => card), taken: found.map((_, at) => shown.filter(({ of }) => of === at).length) }
}

/** Looks up listings by their ids, ignores repeated ids, and reports ids that were not found. Errors: 400 for too many ids. */
export async function lookUpCatalog(ctx: Context, actor: Caller, requested: LookUpCatalog) {
  const ids = [...new Set(requested.ids)]
  if (ids.length > MOST_IDS)
    throw new ApiError('invalid_request', `ids must have at most ${MOST_IDS} items.`, {
      param: 'ids',
      more: { outcome: 'request_too_large' },
    })
  const { fitting, messages } = filterOf(requested)
  const cards = await market.visibleCards(ctx, actor, ids)
  const seen = new Set(cards.map(({ id }) => id))
  const products = (await fitting(ctx, cards)).map((card) => withInputs(presentProduct(ctx, card)))
  const missing = ids.filter((id) => !seen.has(id)).map((id): Message => ({ type: 'info', code: 'not_found', content: id }))
  return { products, ...withMessages([...messages, ...missing]) }
}

/** Returns one listing with all of its details. Errors: 404. */
export async function catalogProduct(ctx: Context, actor: Caller, requested: GetCatalogProduct) {
  const detail = await market.readListing(ctx, actor, requested.id)
  const { fitting, messages } = filterOf(requested)
  if ((await fitting(ctx, [detail])).length === 0)
    throw new ApiError('not_found', 'The listing does not match the filters. Change or remove them.')
  return { product: presentProductDetail(ctx, detail), ...withMessages(messages) }
}

/** Adds the requested id to the product's only variant. The variant has the same id as the product. */
const withInputs = (product: Product) => ({
  ...product,
  variants: product.variants.map((variant) => ({ ...variant, inputs: [{ id: product.id, match: 'exact' }] })),
})

/** Returns the requested categories that exist. Returns `[null]`, which means all categories, if the search names none. */
function categoriesOf(requested: readonly string[] | undefined): ((typeof MARKET_CATEGORIES)[number] | null)[] {
  if (requested === undefined || requested.length === 0) return [null]
  const names = new Set(requested.map((name) => name.toLowerCase()))
  return MARKET_CATEGORIES.filter((name) => names.has(name.toLowerCase()))
}

/** Returns the price range. Ignores a range in a different currency, and adds a message that says so. */
function priceOf({ filters, context }: Filters): {
  cents: { minCents: number | null; maxCents: number | null } | null
  messages: Message[]
} {
  if (!filters?.price) return { cents: null, messages: [] }
  const currency = context?.currency?.toUpperCase() || 'USD'
  if (currency !== 'USD')
    return {
      cents: null,
      messages: [
        {
          type: 'info',
          code: 'price_filter_ignored',
          content: 'The price filter was ignored because its currency is not USD. All prices are in USD.',
        },
      ],
    }
  const { min = null, max = null } = filters.price
  return { cents: { minCents: min, maxCents: max }, messages: [] }
}

const facetsOf = ({ filters: { brand, size, condition, color } = {} }: Filters) => ({ brand, size, condition, color })

function rangeOf(cents: ReturnType<typeof priceOf>['cents']) {
  const { minCents = null, maxCents = null } = cents ?? {}
  if (minCents !== null && maxCents !== null && minCents > maxCents)
    throw invalid('filters.price.min', 'filters.price.min must not be above filters.price.max.')
  return { ...(minCents !== null && { min_price: minCents }), ...(maxCents !== null && { max_price: maxCents }) }
}

function filterOf(requested: Filters) {
  const { cents, messages } = priceOf(requested)
  const categories = categoriesOf(requested.filters?.categories)
  const { values } = market.filterOf({ price: 'any', ...facetsOf(requested) })
  const fits = ({ priceCents, category }: Card): boolean =>
    (cents?.minCents ?? 0) <= priceCents! &&
    priceCents! <= (cents?.maxCents ?? Infinity) &&
    categories.some((one) => one === null || one.toLowerCase() === category?.toLowerCase())
  const fitting = async (ctx: Context, cards: readonly Card[]): Promise<Card[]> => {
    const candidates = cards.filter(fits)
    const passing = await market.passingFacets(
      ctx,
      candidates.map(({ id }) => id),
      values,
    )
    return candidates.filter(({ id }) => passing.has(id))
  }
  return { fitting, messages }
}

const withMessages = (messages: readonly Message[]) => (messages.length === 0 ? {} : { messages })

const cursorOf = (offsets: readonly number[]): string => Buffer.from(`from ${offsets.join(' ')}`).toString('base64url')

/** Returns the offset for each category from the cursor. Errors: 400 if the cursor belongs to a different search. */
function offsetsOf(cursor: string | undefined, categories: number): number[] {
  if (cursor === undefined) return Array.from({ length: categories }, () => 0)
  const [, numbers] = /^from (\d{1,6}(?: \d{1,6})*)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const offsets = (numbers ?? '').split(' ').map(Number)
  if (numbers === undefined || offsets.length !== categories || offsets.some((offset) => offset > LAST))
    throw invalid('pagination.cursor', 'pagination.cursor must be the cursor from a response to the same search.')
  return offsets
}
