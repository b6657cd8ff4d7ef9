import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import { RECENTLY_SOLD_COUNT, shopSeen, type ShopSeen } from '#catalog/browse/rules/market.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { cachedRow, cachedRows, type RowsOf } from '#catalog/browse/cache/rows.ts'
import { ofReviews, ofStore } from '#catalog/browse/cache/subjects.ts'
import * as market from '#catalog/browse/index.ts'
import type { Caller, Search } from '#catalog/browse/index.ts'
import { recordNamedVisit, recordShare, recordVisit } from '#catalog/views/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { StoreFrontRow, StoreRow } from './queries.ts'
import { rankedPage } from './ranking.ts'
import { MEASURED_DAYS, MEASURED_THREADS, medianWait, UNANSWERED_HOURS } from './rules.ts'
import { NO_COUNTS } from '#search/facets.ts'
import { SHELF_COUNT } from './schema.ts'
import { listedOf, storeOf, type ListedStore, type Store, type StoreFront } from './records.ts'

export type { ListedStore, Store, StoreFront } from './records.ts'
export { isRunning, storeFrontExpiresAtMs } from './present.ts'

const STORES: RowsOf<ListedStore> = { kind: 'store', subjects: ofStore }
/** A store's page as anonymous users see it, without the state of the Follow button. */
type Front = Omit<StoreFront, 'cards' | 'shelf'>
const FRONTS: RowsOf<Front | undefined> = { kind: 'front', subjects: (front) => (front ? ofStore(front.store) : []) }
const ADDRESSES: RowsOf<Store | undefined> = {
  kind: 'address',
  subjects: (store) => (store ? [`shop ${store.id}`, `owner ${store.owner.id}`] : []),
}

/** Lists a tenant's public open stores, busiest first. The result may be cached until `untilMs`. */
export async function listStores(
  ctx: Context,
  tenant: Tenant,
  page: { limit: number; offset: number },
): Promise<{ stores: ListedStore[]; total: number; untilMs: number }> {
  const { ids, ...found } = await rankedPage(ctx, tenant, page)
  return { stores: await storesByIds(ctx, ids), ...found }
}

/** Returns the stores in the order of `ids`. The caller must check visibility. */
export async function storesByIds(ctx: Context, ids: readonly string[]): Promise<ListedStore[]> {
  const read = async (missing: readonly string[]) => {
    const [rows, counts] = await Promise.all([queries.storesByIds(ctx.reads, missing), queries.countShelves(ctx.reads, missing)])
    return rows.map((row) => listedOf(storeOf(ctx, row), counts.get(row.id)))
  }
  return cachedRows(ctx, STORES, ids, read, ({ id }) => id)
}

/**
 * Returns a store that the caller may see, with one page of its listings or of search results, and records the view. If the store is
 * paused, returns no listings. Errors: 404, 400 for invalid filters.
 */
export async function readStore(ctx: Context, actor: Caller, slug: string, query: ShelfQuery = {}): Promise<StoreFront> {
  const account = actor.kind === 'anonymous' ? null : actor.accountId
  const address = { slug: slug.toLowerCase(), tenant: market.tenantSeenBy(actor) }
  const find = async () => frontOf(ctx, await queries.findStoreFront(ctx.reads, address, account, RECENTLY_SOLD_COUNT))
  const front = await (account === null ? cachedRow(ctx, FRONTS, address.slug, find) : find())
  const page = pageOf(front?.store, actor)
  if (!front || page === 'hidden') throw noStore()
  const { store } = front
  if (page !== 'open')
    return {
      ...front,
      cards: [],
      shelf: { total: 0, exact: true, facets: query.facets ? NO_COUNTS : null, lasting: true },
      recentlySold: [],
    }
  recordVisit(ctx, actor, { subject: store.id, ownerId: store.owner.id })
  return { ...front, ...(await shelfOf(ctx, actor, store, { ...NEWEST, ...query })) }
}

const frontOf = (ctx: Core, row: StoreFrontRow | undefined): Front | undefined =>
  row && {
    store: listedOf(storeOf(ctx, row), row),
    followers: row.followers,
    following: row.following,
    sale: row.sale && { percent: row.sale.percent, endsAt: new Date(row.sale.ends_ms), partial: row.sale.partial },
    recentlySold: row.recently_sold.map(({ title, price_cents, sold_ms }) => ({
      title,
      priceCents: price_cents,
      soldAt: new Date(sold_ms),
    })),
  }

type ShelfQuery = Partial<Search>
const NEWEST: Search = { price: 'any', limit: SHELF_COUNT, offset: 0 }

async function shelfOf(ctx: Context, actor: Caller, store: ListedStore, query: Search): Promise<Pick<StoreFront, 'cards' | 'shelf'>> {
  if (!query.facets && isUnfiltered(query))
    return {
      cards: await market.shelf(ctx, actor, store.id, query),
      shelf: { total: store.forSale, exact: true, facets: null, lasting: true },
    }
  const { cards, ...found } = await market.searchShelf(ctx, actor, store, query)
  return { cards, shelf: found }
}

/** Returns true if the query has no filter and does not change the default order, newest first. */
function isUnfiltered({ q, category, offers, sort = 'newest', ...query }: Search): boolean {
  const { minCents, maxCents, values } = market.filterOf(query)
  const isFiltered = q || category || offers || minCents !== null || maxCents !== null || market.hasFacetFilter({ values })
  return !isFiltered && sort === 'newest'
}

/** Returns a store and the state of its page for the caller. Errors: 404; the message is the same for a missing and for a hidden store. */
export async function requireVisibleStore(
  ctx: Context,
  actor: Caller,
  slug: string,
): Promise<{ store: Store; page: Exclude<ShopSeen['page'], 'hidden'> }> {
  const store = await storeAt(ctx, market.tenantSeenBy(actor), slug)
  const page = pageOf(store, actor)
  if (!store || page === 'hidden') throw noStore()
  return { store, page }
}

/**
 * Facts about a shop that buyers can rely on. `replySeconds` is null for a shop with few conversations. It may be up to an hour old. The
 * facts are valid until `untilMs`.
 */
export type Trust = { sold: number; replySeconds: number | null; untilMs: number }

const HOUR_MS = 3600_000
type Subject = { store: Pick<Store, 'id' | 'owner'> }
const SOLD: RowsOf<Subject & { sold: number }> = { kind: 'sold', subjects: ({ store }) => ofStore(store) }
// the cache entry has an expiry time, because a new message does not invalidate the reply time
const REPLY: RowsOf<Subject & Omit<Trust, 'sold'>> = {
  kind: 'reply',
  subjects: ({ store }) => ofReviews(store.id),
  untilMs: ({ untilMs }) => untilMs,
}

/** Returns the facts about a shop. The caller must check visibility. */
export async function storeTrust(ctx: Context, { id, owner }: Pick<Store, 'id' | 'owner'>): Promise<Trust> {
  const store = { id, owner }
  const [{ sold }, { replySeconds, untilMs }] = await Promise.all([
    cachedRow(ctx, SOLD, id, async () => ({ store, sold: await queries.countSold(ctx.reads, id) })),
    cachedRow(ctx, REPLY, id, async () => ({ store, ...(await measureReplies(ctx, store)) })),
  ])
  return { sold, replySeconds, untilMs }
}

async function measureReplies(ctx: Core, { id, owner }: Pick<Store, 'id' | 'owner'>): Promise<Omit<Trust, 'sold'>> {
  const now = ctx.now()
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const waits = await queries.replyWaits(
    ctx.reads,
    { id, ownerId: owner.id },
    { now, since: before(MEASURED_DAYS * 24), answeredBy: before(UNANSWERED_HOURS), limit: MEASURED_THREADS },
  )
  return { replySeconds: medianWait(waits), untilMs: now.getTime() + HOUR_MS }
}

/** Converts an anonymous visit to a visit by the signed-in user (`recordNamedVisit`). */
export async function nameVisitor(ctx: Context, visitor: Anonymous, person: Person, slug: string): Promise<void> {
  const store = await storeAt(ctx, REAL, slug)
  if (store && pageOf(store, visitor) === 'open') recordNamedVisit(ctx, visitor, person, { subject: store.id, ownerId: store.owner.id })
}

/** Records that a store was shared. Errors: 404 if anonymous users cannot see the store. */
export async function noteShare(ctx: Context, actor: Caller, slug: string): Promise<void> {
  const { store } = await requireVisibleStore(ctx, market.ANONYMOUS, slug)
  recordShare(ctx, actor, { subject: store.id, ownerId: store.owner.id })
}

const pageOf = (store: Store | undefined, actor: Caller): ShopSeen['page'] =>
  store ? shopSeen(store, market.viewerRole(store.owner.id, store.tenant, actor)).page : 'hidden'

/** Returns a store. Does not check its visibility. */
function storeAt(ctx: Context, tenant: Tenant, slug: string): Promise<Store | undefined> {
  const find = async () => found(ctx, await queries.findStore(ctx.reads, tenant, slug.toLowerCase()))
  return isLive(tenant) ? cachedRow(ctx, ADDRESSES, slug.toLowerCase(), find) : find()
}

const found = (ctx: Core, row: StoreRow | undefined): Store | undefined => row && storeOf(ctx, row)

/** Returns the current slug of a shop that has a new slug, or null. Never reveals a private shop. */
export async function currentAddress(ctx: Context, oldSlug: string): Promise<string | null> {
  // a shop that uses the slug now takes precedence over a shop that released it
  if (await storeAt(ctx, REAL, oldSlug)) return null
  const store = await queries.findRenamedStore(ctx.reads, oldSlug)
  return store && shopSeen(store, 'other').page !== 'hidden' ? store.slug : null
}

export const noStore = () => new ApiError('not_found', 'No such store. Check the slug; the store may have moved or closed.')
