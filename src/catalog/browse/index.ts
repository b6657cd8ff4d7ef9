import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import type { Facets } from '#search/facets.ts'
import type { MarketQuery } from '#search/market-index.ts'
import { facetsOfLines, passesFacets, type FacetFilter } from '#catalog/browse/rules/facets/index.ts'
import { listingSeen, PRICE_BAND_CENTS, viewerOf, type ShopVisibility, type Viewer } from '#catalog/browse/rules/market.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { recordNamedVisit, recordShare, recordVisit } from '#catalog/views/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { cachedList, cachedRow, cachedRows, type ListOf, type RowsOf } from './cache/rows.ts'
import { ofListing } from './cache/subjects.ts'
import { marketQueryOf } from './market-query.ts'
import { searchInPostgres } from './postgres-search.ts'
import * as queries from './queries.ts'
import type { DetailRow } from './queries.ts'
import { cardOf, detailOf, type Card, type Detail, type UnlikedCard } from './records.ts'
import type { SearchMarket } from './schema.ts'

export { presentCard, variantOf } from './present.ts'
export type { Card, Detail, Picture } from './records.ts'
export { MARKET, SHOPS, ofListing, ofReviews, ofStore } from './cache/subjects.ts'
export { cardsExpireAtMs, detailExpiresAtMs, isInStock, presentDetail } from './present.ts'
export { SearchMarket } from './schema.ts'
export { filterOf, hasFacetFilter, type PriceAndFacets } from './market-query.ts'

export type Caller = Anonymous | Person

/**
 * `exact` is false if the results are only similar to the query. `lasting` is true if the result stays valid until data changes. With an
 * embedding provider, the result of a text query is not `lasting`, because the result would be different if the provider failed.
 */
export type MarketResult = { cards: Card[]; total: number; stores: number; exact: boolean; facets: Facets | null; lasting: boolean }

/** A search through the API or a page. `skipsCostlyFacets`: if facets would cost too much, the search omits them instead of failing. */
export type Search = SearchMarket & { skipsCostlyFacets?: boolean }

/** Searches the market (spec: completions 5). Errors: the same 400s as `marketQueryOf`. */
export async function search(ctx: Context, actor: Caller, query: Search): Promise<MarketResult> {
  const page = marketQueryOf(query)
  const tenant = tenantSeenBy(actor)
  const indexed = isLive(tenant) ? await ctx.search.find(page) : null
  const { ids, total, stores, exact, facets } = indexed ?? (await searchInPostgres(ctx, { ...page, tenant }, query))
  return {
    cards: await foundCards(ctx, actor, ids),
    total,
    stores,
    exact,
    facets,
    lasting: indexed !== null && lasts(ctx, page),
  }
}

/**
 * Returns true if the result of a query stays valid until data changes. Results from the embedding provider or from a lagging index may
 * change earlier.
 */
const lasts = ({ providers, search }: Context, { q }: MarketQuery): boolean => !search.lags && (q === null || !providers.embedder)

const CARDS: RowsOf<UnlikedCard> = { kind: 'card', subjects: ofListing }
const SHELVES: ListOf<UnlikedCard> = {
  kind: 'shelf',
  rows: CARDS,
  nameOf: ({ id }) => id,
  // even an empty list needs a cache subject, so that a new listing invalidates it
  subjects: (cards, name) => [`shelf ${name.split(' ')[0]}`, ...new Set(cards.map(({ seller }) => `owner ${seller.id}`))],
}
const DETAILS: RowsOf<Detail | undefined> = { kind: 'detail', subjects: (detail) => (detail ? ofListing(detail) : []) }
/** Detail rows by shop and link. They are a separate kind in the cache, because a caller could send an id that equals such a key. */
const PAGES: typeof DETAILS = { ...DETAILS, kind: 'page' }

/** Returns cards in the order of `ids`. Does not check visibility: the caller must do so. */
export async function cardsByIds(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  if (ids.length === 0) return []
  const read = async (missing: readonly string[]) => (await queries.listCards(ctx.reads, missing)).map((row) => cardOf(ctx, row))
  const cards = await cachedRows(ctx, CARDS, ids, read, ({ id }) => id)
  return cardsFor(ctx, actor, cards)
}

/** Returns the cards for search results. Omits listings that are no longer public, which a lagging index may still contain. */
async function foundCards(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  const cards = await cardsByIds(ctx, actor, ids)
  return ctx.search.lags ? cards.filter((card) => seen(card, actor).search) : cards
}

/** Returns the cards that the caller may see, in the order of `ids`. */
export async function visibleCards(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  const known = ids.filter((id) => isIdOf('lst', id))
  return (await cardsByIds(ctx, actor, known)).filter((card) => seen(card, actor).read)
}

/**
 * Filters `ids` to the listings that have a selected value for each facet. Reads these listings from the database, because cached cards do
 * not contain all values. The caller must check visibility.
 */
export async function passingFacets(ctx: Context, ids: readonly string[], filter: FacetFilter): Promise<Set<string>> {
  if (Object.keys(filter).length === 0) return new Set(ids)
  const rows = await queries.listFields(ctx.reads, ids)
  return new Set(rows.filter(({ fields }) => passesFacets(facetsOfLines(fields), filter)).map(({ id }) => id))
}

async function cardsFor(ctx: Core, actor: Caller, cards: readonly UnlikedCard[]): Promise<Card[]> {
  const liked =
    actor.kind === 'anonymous' || cards.length === 0
      ? []
      : await queries.likedOf(
          ctx.reads,
          actor.accountId,
          cards.map(({ id }) => id),
        )
  const isLiked = new Set(liked)
  return cards.map((card) => ({ ...card, liked: isLiked.has(card.id) }))
}

/** Returns the newest listings, at most `mostOfShop` per shop, so that no single shop fills the front page. */
export async function newestAcrossShops(ctx: Context, actor: Caller, page: { limit: number; mostOfShop: number }): Promise<Card[]> {
  // a test market has only one owner, so a limit per shop would be pointless
  if (!isLive(tenantSeenBy(actor))) return (await search(ctx, actor, { price: 'any', sort: 'newest', limit: page.limit, offset: 0 })).cards
  const all = { q: null, category: null, ...PRICE_BAND_CENTS.any, offersOnly: false, sort: 'newest', offset: 0, ...page } as const
  const indexed = await ctx.search.find(all)
  return cardsByIds(ctx, actor, indexed?.ids ?? (await queries.newestIds(ctx.reads, page)))
}

/**
 * Returns a store's items for sale, newest first. Returns no items if the store is paused, or if it is private and belongs to a different
 * account.
 */
export async function shelf(ctx: Context, actor: Caller, shopId: string, page: { limit: number; offset?: number }): Promise<Card[]> {
  const { limit, offset = 0 } = page
  const read = async () => (await queries.listShelf(ctx.reads, shopId, { limit, offset })).map((row) => cardOf(ctx, row))
  const cards = await cachedList(ctx, SHELVES, `${shopId} ${limit} ${offset}`, read)
  return cardsFor(
    ctx,
    actor,
    cards.filter((card) => seen(card, actor).store === 'for_sale'),
  )
}

/**
 * Returns one page of a feed: market listings from one shop or from all shops, ordered by id. `after` is the last id on the previous page.
 */
export async function feedPage(ctx: Core, page: { after: string; limit: number; shopId: string | null }): Promise<Detail[]> {
  return (await queries.listFeed(ctx.reads, page)).map((row) => detailOf(ctx, row))
}

/** Searches one store. Uses Postgres for unlisted stores, because no index contains them. Errors: the same 400s as `marketQueryOf`. */
export async function searchShelf(
  ctx: Context,
  actor: Caller,
  store: { id: string; visibility: ShopVisibility; tenant: Tenant },
  query: Search,
): Promise<Pick<MarketResult, 'cards' | 'total' | 'exact' | 'facets' | 'lasting'>> {
  const page = { ...marketQueryOf(query), shopId: store.id }
  const { tenant } = store
  const indexed = isLive(tenant) && store.visibility === 'public' ? await ctx.search.find(page) : null
  const { ids, total, exact, facets } = indexed ?? (await searchInPostgres(ctx, { ...page, tenant }, query))
  return {
    cards: await foundCards(ctx, actor, ids),
    total,
    exact: exact && total > 0,
    facets,
    lasting: indexed !== null && lasts(ctx, page),
  }
}

const accountOf = (actor: Caller): string | null => (actor.kind === 'anonymous' ? null : actor.accountId)

/** Returns a listing that the caller may see, and records the view (spec: completions 5 and 11). Errors: 404. */
export async function readListing(ctx: Context, actor: Caller, id: string): Promise<Detail> {
  const detail = await requireVisibleListing(ctx, actor, id)
  noteView(ctx, actor, detail)
  return detail
}

/**
 * Returns a listing that the caller may see, without recording a view. Errors: 404; the message is the same for a missing and for a hidden
 * listing.
 */
export async function requireVisibleListing(ctx: Context, actor: Caller, id: string): Promise<Detail> {
  const detail = await cachedDetail(ctx, actor, DETAILS, id, () => queries.findListing(ctx.reads, id, accountOf(actor)))
  if (!detail || !seen(detail, actor).read) throw noListing()
  return detail
}

export type AtLink = { kind: 'open' | 'withdrawn'; detail: Detail } | { kind: 'nothing' }

/** Returns a listing by its link, without recording a view. */
export async function findAtLink(ctx: Context, actor: Caller, shopId: string, link: string): Promise<AtLink> {
  const find = () => queries.findListingByLink(ctx.reads, shopId, link, accountOf(actor))
  const detail = await cachedDetail(ctx, actor, PAGES, `${shopId} ${link}`, find)
  if (!detail) return { kind: 'nothing' }
  if (seen(detail, actor).read) return { kind: 'open', detail }
  const wouldShow = seen({ ...detail, status: 'live' }, actor).read
  return detail.status === 'draft' && wouldShow ? { kind: 'withdrawn', detail } : { kind: 'nothing' }
}

/** Returns a listing by its link and records the view. */
export async function readAtLink(ctx: Context, actor: Caller, shopId: string, link: string): Promise<AtLink> {
  const found = await findAtLink(ctx, actor, shopId, link)
  if (found.kind === 'open') noteView(ctx, actor, found.detail)
  return found
}

/** Returns a listing's details. Uses the cache only for anonymous users, who have no likes. */
async function cachedDetail(
  ctx: Context,
  actor: Caller,
  of: typeof DETAILS,
  name: string,
  find: () => Promise<DetailRow | undefined>,
): Promise<Detail | undefined> {
  const read = async () => {
    const row = await find()
    return row && detailOf(ctx, row)
  }
  return actor.kind === 'anonymous' ? cachedRow(ctx, of, name, read) : read()
}

const noteView = (ctx: Context, actor: Caller, { id, seller }: Detail): void => recordVisit(ctx, actor, { subject: id, ownerId: seller.id })

/**
 * If anonymous users can see the listing, attributes an anonymous visit to the account that the visitor has signed in to
 * (`recordNamedVisit`).
 */
export async function nameVisitor(ctx: Context, visitor: Anonymous, person: Person, id: string): Promise<void> {
  const detail = await cachedDetail(ctx, visitor, DETAILS, id, () => queries.findListing(ctx.reads, id, null))
  if (detail && seen(detail, visitor).read) recordNamedVisit(ctx, visitor, person, { subject: id, ownerId: detail.seller.id })
}

/** Records a share of a listing that anonymous users can see. Errors: 404 for any other listing. */
export async function noteShare(ctx: Context, actor: Caller, id: string): Promise<void> {
  const { seller } = await requireVisibleListing(ctx, ANONYMOUS, id)
  recordShare(ctx, actor, { subject: id, ownerId: seller.id })
}

/** Anonymous user without an IP address, used to read public data. */
export const ANONYMOUS: Anonymous = { kind: 'anonymous', address: '' }

/** Returns one of the caller's own listings in any state, for the preview. Errors: 404. */
export async function readOwn(ctx: Core, actor: Person, id: string): Promise<Detail> {
  const row = await queries.findListing(ctx.db, id, actor.accountId)
  if (row?.owner_id !== actor.accountId) throw noListing()
  return detailOf(ctx, row)
}

/** Returns the tenant whose market the caller sees. */
export const tenantSeenBy = (actor: Caller): Tenant => (actor.kind === 'anonymous' ? REAL : actor.tenant)

/** Returns the caller's relation to a shop and to the shop's listings. */
export const viewerRole = (ownerId: string, tenant: Tenant, actor: Caller): Viewer =>
  viewerOf({ id: ownerId, tenant }, { accountId: accountOf(actor), tenant: tenantSeenBy(actor) })

const seen = (card: UnlikedCard, actor: Caller) => listingSeen(card.shop, card, viewerRole(card.seller.id, card.shop.tenant, actor))

const noListing = () => new ApiError('not_found', 'No such listing. Check the id; the listing may have been taken down.')
