import type { Context } from '#platform/context.ts'
import { BUSY_WEIGHTS, RECENTLY_SOLD_COUNT, shopSeen, type ShopSeen } from '#domain/market.ts'
import * as market from '#market/browse/index.ts'
import type { Caller, Card, SearchMarket } from '#market/browse/index.ts'
import { recordVisit } from '#market/views/index.ts'
import { ApiError } from '#platform/errors.ts'
import * as queries from './queries.ts'
import type { SoldRow, StoreCounts, StoreFrontRow, StoreRow } from './queries.ts'

export { pictureUrl } from './present.ts'

/** A store with its counts, as lists show it. */
export type ListedStore = { store: StoreRow; counts: StoreCounts }
/** A store with all that its own page shows. */
export type StoreFront = ListedStore & { followers: number; following: boolean; shelf: Shelf; cards: Card[]; recentlySold: SoldRow[] }
/** How much of it was asked for, and whether that is what is shown: else it is only near it. */
export type Shelf = { total: number; exact: boolean }

/** Most listings that a store's own read holds; search pages through all of them. */
export const SHELF_COUNT = 100

const WEEK_MS = 7 * 86_400_000

/** Public stores that are open, busiest first (completions 5). */
export async function listStores(ctx: Context, page: { limit: number; offset: number }): Promise<{ stores: ListedStore[]; total: number }> {
  const [ids, total] = await Promise.all([
    queries.busiestIds(ctx.reads, { since: new Date(ctx.now().getTime() - WEEK_MS), weights: BUSY_WEIGHTS, ...page }),
    queries.countListed(ctx.reads),
  ])
  return { stores: await storesByIds(ctx, ids), total }
}

/** These stores as lists show them, in the order given. Whether they may be seen is the caller's to know. */
export async function storesByIds(ctx: Context, ids: readonly string[]): Promise<ListedStore[]> {
  const [rows, counts] = await Promise.all([queries.storesByIds(ctx.reads, ids), queries.countShelves(ctx.reads, ids)])
  return rows.map((store) => ({ store, counts: shownCounts(store, counts.get(store.id)) }))
}

/**
 * One store for whoever may see it, and notes the view: its newest listings, or a page of what of it is asked for. A paused one
 * shows no listings. Errors: 404, 400 `sort`.
 */
export async function readStore(ctx: Context, actor: Caller, slug: string, asked: SearchMarket = WHOLE_SHELF): Promise<StoreFront> {
  const account = actor.kind === 'anonymous' ? null : actor.accountId
  const store = await queries.findStoreFront(ctx.reads, slug.toLowerCase(), account, RECENTLY_SOLD_COUNT)
  const page = pageOf(store, actor)
  if (!store || page === 'hidden') throw noStore()
  const open = page === 'open'
  if (open) recordVisit(ctx, actor, { subject: store.id, ownerId: store.owner_id })
  return {
    store,
    counts: shownCounts(store, store),
    followers: store.followers,
    following: store.following,
    ...(open ? await shelfOf(ctx, actor, store, asked) : { cards: [], shelf: { total: 0, exact: true } }),
    recentlySold: open ? store.recently_sold.map(({ sold_ms, ...sale }) => ({ ...sale, sold_at: new Date(sold_ms) })) : [],
  }
}

const WHOLE_SHELF: SearchMarket = { price: 'any', limit: SHELF_COUNT, offset: 0 }

async function shelfOf(
  ctx: Context,
  actor: Caller,
  store: StoreFrontRow,
  asked: SearchMarket,
): Promise<Pick<StoreFront, 'cards' | 'shelf'>> {
  const { q, category, price, offers, sort = 'newest' } = asked
  if (!q && !category && price === 'any' && !offers && sort === 'newest')
    return { cards: await market.shelf(ctx, actor, store.id, asked), shelf: { total: store.for_sale, exact: true } }
  const { cards, total, exact } = await market.searchShelf(ctx, actor, store, asked)
  return { cards, shelf: { total, exact } }
}

/** The store at a slug, and how it shows to the caller. Errors: 404 in the same words for all that does not show. */
export async function seenStore(
  ctx: Context,
  actor: Caller,
  slug: string,
): Promise<{ store: StoreRow; page: Exclude<ShopSeen['page'], 'hidden'> }> {
  const store = await queries.findStore(ctx.reads, slug.toLowerCase())
  const page = pageOf(store, actor)
  if (!store || page === 'hidden') throw noStore()
  return { store, page }
}

const pageOf = (store: StoreRow | undefined, actor: Caller): ShopSeen['page'] =>
  store ? shopSeen(store, market.viewerOf(store.owner_id, actor)).page : 'hidden'

/** The address to which a shop moved from `oldSlug`, or null. A private shop's is nobody's to know. */
export async function movedTo(ctx: Context, oldSlug: string): Promise<string | null> {
  const store = await queries.findMovedStore(ctx.reads, oldSlug)
  return store && shopSeen(store, 'other').page !== 'hidden' ? store.slug : null
}

/** What is for sale in a paused store is for sale to nobody. */
const shownCounts = (store: StoreRow, { for_sale, sold }: StoreCounts = { for_sale: 0, sold: 0 }): StoreCounts => ({
  for_sale: store.paused ? 0 : for_sale,
  sold,
})

export const noStore = () => new ApiError('not_found', 'No such store. Check its slug; it may have moved or closed.')
