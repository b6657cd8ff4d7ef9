import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { facetsOf, LAST_CENTS, type Facets } from '#search/facets.ts'
import type { SearchResult as Matched, MarketQuery } from '#search/market-index.ts'
import { listingSeen, PRICE_BAND_CENTS, viewerOf, type ShopVisibility, type Viewer } from '#catalog/browse/rules/market.ts'
import { isLive, REAL, type Tenant } from '#core/tenant.ts'
import { understand } from '#search/understand.ts'
import { recordNamedVisit, recordShare, recordVisit } from '#catalog/views/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { cachedList, cachedRow, cachedRows, type ListOf, type RowsOf } from './cache/rows.ts'
import { ofListing } from './cache/subjects.ts'
import * as queries from './queries.ts'
import type { DetailRow } from './queries.ts'
import { cardOf, detailOf, type Card, type Detail, type UnlikedCard } from './records.ts'
import type { SearchMarket } from './schema.ts'

export { presentCard, variantOf } from './present.ts'
export type { Card, Detail, Picture } from './records.ts'
export type { SearchMarket } from './schema.ts'

export type Caller = Anonymous | Person

/**
 * `exact`: what was asked for by name is in the market, so that alone is found; else what is found is only near it, or nothing is.
 * `lasting`: found by the index, which finds the same until something changes. Not so where a provider is asked what the words
 * mean: it may fail this time and not the next.
 */
export type MarketResult = { cards: Card[]; total: number; stores: number; exact: boolean; facets: Facets | null; lasting: boolean }

/** A search in words of the API; `cents`: any range of prices instead of a band. */
export type Search = SearchMarket & { cents?: { minCents: number | null; maxCents: number | null } }

/** Searches the market (completions 5). Errors: 400 `sort` for the best match of nothing. */
export async function search(ctx: Context, actor: Caller, query: Search): Promise<MarketResult> {
  const page = pageOf(query)
  const world = tenantSeenBy(actor)
  const indexed = isLive(world) ? await ctx.search.find(page) : null
  const { ids, total, stores, exact, facets } = indexed ?? (await searchInPostgres(ctx, { ...page, world }))
  return {
    cards: await foundCards(ctx, actor, ids),
    total,
    stores,
    exact,
    facets,
    lasting: indexed !== null && lasts(ctx, page),
  }
}

/** Where a provider is asked what words mean, it may say so this time and not the next; an index that lags may not know yet. */
const lasts = ({ providers, search }: Context, { q }: MarketQuery): boolean => !search.lags && (q === null || !providers.embedder)

/** One page of what is asked for, in the terms of both searches. Errors: 400 `sort` for the best match of nothing. */
function pageOf(query: Search): MarketQuery {
  const q = query.q === undefined || query.q === '' ? null : query.q
  if (query.sort === 'best' && q === null)
    throw invalid('sort', 'sort=best needs q: say what to look for, or use newest, price-asc or price-desc.')
  return {
    // Small words alone ask for nothing in particular, by whichever search.
    q: q !== null && understand(q).length > 0 ? q : null,
    category: query.category ?? null,
    ...(query.cents ?? PRICE_BAND_CENTS[query.price]),
    offersOnly: query.offers === true,
    sort: query.sort ?? (q === null ? 'newest' : 'best'),
    limit: query.limit,
    offset: query.offset,
    facets: query.facets === true,
  }
}

/** The plain search by words: in a test world, while the index is being built, or where it is switched off. */
async function searchInPostgres(ctx: Context, query: MarketQuery & { world: Tenant }): Promise<Matched> {
  const [ids, counts, cells] = await Promise.all([
    queries.searchIds(ctx.reads, query, query.sort, query),
    queries.countMatches(ctx.reads, query),
    query.facets ? queries.countCells(ctx.reads, query.world, query.q, LAST_CENTS) : null,
  ])
  // Whatever the filters hide, as the index has it.
  const exact = query.q === null || counts.total > 0 || (await queries.anyMatches(ctx.reads, query.world, query.q))
  return { ids, ...counts, exact, facets: cells && facetsOf(cells, query) }
}

const CARDS: RowsOf<UnlikedCard> = { kind: 'card', subjects: ofListing }
const SHELVES: ListOf<UnlikedCard> = {
  kind: 'shelf',
  rows: CARDS,
  nameOf: ({ id }) => id,
  // also where nothing is on it: something may come
  subjects: (cards, name) => [`shelf ${name.split(' ')[0]}`, ...new Set(cards.map(({ seller }) => `owner ${seller.id}`))],
}
const DETAILS: RowsOf<Detail | undefined> = { kind: 'detail', subjects: (detail) => (detail ? ofListing(detail) : []) }
/** Apart from those kept by id: what a caller sends as an id may be written like a shop and a link. */
const PAGES: typeof DETAILS = { ...DETAILS, kind: 'page' }

/** What these listings show as cards, in the order given. Whether they may be seen is the caller's to know. */
export async function cardsByIds(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  if (ids.length === 0) return []
  const read = async (missing: readonly string[]) => (await queries.listCards(ctx.reads, missing)).map((row) => cardOf(ctx, row))
  const cards = await cachedRows(ctx, CARDS, ids, read, ({ id }) => id)
  return cardsFor(ctx, actor, cards)
}

/** What a search found, without what left the market since an index that lags was told of it. */
async function foundCards(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  const cards = await cardsByIds(ctx, actor, ids)
  return ctx.search.lags ? cards.filter((card) => seen(card, actor).search) : cards
}

/** Those of these listings that the caller may see, in the order given. */
export async function seenCards(ctx: Context, actor: Caller, ids: readonly string[]): Promise<Card[]> {
  const known = ids.filter((id) => isIdOf('lst', id))
  return (await cardsByIds(ctx, actor, known)).filter((card) => seen(card, actor).read)
}

/** With what the caller likes of them. */
async function cardsFor(ctx: Context, actor: Caller, cards: readonly UnlikedCard[]): Promise<Card[]> {
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

/** The newest of the market with at most so many of one shop, so that no shop has the front page to itself. */
export async function newestOfMany(ctx: Context, actor: Caller, page: { limit: number; mostOfShop: number }): Promise<Card[]> {
  // a test world is one person's: all of it is theirs
  if (!isLive(tenantSeenBy(actor))) return (await search(ctx, actor, { price: 'any', sort: 'newest', limit: page.limit, offset: 0 })).cards
  const all = { q: null, category: null, ...PRICE_BAND_CENTS.any, offersOnly: false, sort: 'newest', offset: 0, ...page } as const
  const indexed = await ctx.search.find(all)
  return cardsByIds(ctx, actor, indexed?.ids ?? (await queries.newestIds(ctx.reads, page)))
}

/** What a store has for sale, newest first, as far as the caller may see it: nothing of one that is paused, or private and another's. */
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

/** A page of all that is in the market, of one shop or of all, in the order of its making: for feeds. `after`: the last one's id. */
export async function feedPage(ctx: Context, page: { after: string; limit: number; shopId: string | null }): Promise<Detail[]> {
  return (await queries.listFeed(ctx.reads, page)).map((row) => detailOf(ctx, row))
}

/**
 * What of a store's shelf is asked for, as `search` of the whole market. One that only who has its address sees is in no index:
 * there Postgres looks, by words alone. Errors: 400 `sort`.
 */
export async function searchShelf(
  ctx: Context,
  actor: Caller,
  store: { id: string; visibility: ShopVisibility; world: Tenant },
  query: SearchMarket,
): Promise<Pick<MarketResult, 'cards' | 'total' | 'exact' | 'lasting'>> {
  const page = { ...pageOf(query), shopId: store.id, facets: false }
  const { world } = store
  const indexed = isLive(world) && store.visibility === 'public' ? await ctx.search.find(page) : null
  const { ids, total, exact } = indexed ?? (await searchInPostgres(ctx, { ...page, world }))
  return { cards: await foundCards(ctx, actor, ids), total, exact: exact && total > 0, lasting: indexed !== null && lasts(ctx, page) }
}

/** Whose likes show. */
const accountOf = (actor: Caller): string | null => (actor.kind === 'anonymous' ? null : actor.accountId)

/** One listing by id, for whoever may see it (completions 5 and 11), and notes the view. Errors: 404. */
export async function readListing(ctx: Context, actor: Caller, id: string): Promise<Detail> {
  const detail = await seenListing(ctx, actor, id)
  noteView(ctx, actor, detail)
  return detail
}

/** A listing that the caller may see, in any store, without a view. Errors: 404 in the same words for all others. */
export async function seenListing(ctx: Context, actor: Caller, id: string): Promise<Detail> {
  const detail = await keptDetail(ctx, actor, DETAILS, id, () => queries.findListing(ctx.reads, id, accountOf(actor)))
  if (!detail || !seen(detail, actor).read) throw noListing()
  return detail
}

/** What stands at a store's address for a listing: it, a note that it is gone from sale, or nothing. */
export type AtLink = { kind: 'open' | 'withdrawn'; detail: Detail } | { kind: 'nothing' }

/** Looks up the page of a listing, and notes the view. */
export async function readAtLink(ctx: Context, actor: Caller, shopId: string, link: string): Promise<AtLink> {
  const find = () => queries.findListingByLink(ctx.reads, shopId, link, accountOf(actor))
  const detail = await keptDetail(ctx, actor, PAGES, `${shopId} ${link}`, find)
  if (!detail) return { kind: 'nothing' }
  if (seen(detail, actor).read) {
    noteView(ctx, actor, detail)
    return { kind: 'open', detail }
  }
  const wouldShow = seen({ ...detail, status: 'live' }, actor).read
  return detail.status === 'draft' && wouldShow ? { kind: 'withdrawn', detail } : { kind: 'nothing' }
}

/** A stranger's answer is cached, since it shows nobody's likes. */
async function keptDetail(
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

/** Who looked at the page of a listing as a stranger is this person (`recordNamedVisit`). What no stranger sees was not looked at. */
export async function nameVisitor(ctx: Context, stranger: Anonymous, person: Person, id: string): Promise<void> {
  const detail = await keptDetail(ctx, stranger, DETAILS, id, () => queries.findListing(ctx.reads, id, null))
  if (detail && seen(detail, stranger).read) recordNamedVisit(ctx, stranger, person, { subject: id, ownerId: detail.seller.id })
}

/** Somebody shared a listing that everybody with its address sees. Errors: 404 for any other. */
export async function noteShare(ctx: Context, actor: Caller, id: string): Promise<void> {
  const { seller } = await seenListing(ctx, NOBODY, id)
  recordShare(ctx, actor, { subject: id, ownerId: seller.id })
}

/** Somebody of whom nothing is known: what they see, everybody sees. */
export const NOBODY: Anonymous = { kind: 'anonymous', address: '' }

/** A listing of the caller's own, in any state: for its owner's preview. Errors: 404. */
export async function readOwn(ctx: Context, actor: Person, id: string): Promise<Detail> {
  const row = await queries.findListing(ctx.db, id, actor.accountId)
  if (row?.owner_id !== actor.accountId) throw noListing()
  return detailOf(ctx, row)
}

/** The world whose market a caller sees. */
export const tenantSeenBy = (actor: Caller): Tenant => (actor.kind === 'anonymous' ? REAL : actor.world)

/** How a caller stands to a shop, or to what is in it. */
export const viewerRole = (ownerId: string, world: Tenant, actor: Caller): Viewer =>
  viewerOf({ id: ownerId, world }, { accountId: accountOf(actor), world: tenantSeenBy(actor) })

const seen = (card: UnlikedCard, actor: Caller) => listingSeen(card.shop, card, viewerRole(card.seller.id, card.shop.world, actor))

const noListing = () => new ApiError('not_found', 'No such listing. Check the id; it may have been taken down.')
