import type { Context, Person } from '#context.ts'
import { mergeFields, type FieldSource } from '#domain/fields.ts'
import { applyPrices, refusedClearing } from '#domain/prices.ts'
import { returnHolds } from '#features/holds/returning.ts'
import { closeOffers } from '#features/offers/closing.ts'
import { offersOn } from '#features/offers/counts.ts'
import { attachPhotos, fetchPhotos, listPhotos, orphanPhotosOf, type PreparedPhoto } from '#features/photos/service.ts'
import { openRun } from '#features/research/starting.ts'
import { dayBeforeWeek, shopForListing } from '#features/shops/service.ts'
import { invalid } from '#lib/errors.ts'
import type { Prepared } from '#lib/http/endpoint.ts'
import { allow, allowed, lockListing, recordDrafts, recordListing, type Owner } from './access.ts'
import { moveTo } from './moves.ts'
import * as queries from './queries.ts'
import type { ListingSurroundings } from './present.ts'
import type { ListingFilter, ListingRow, ListingTraffic, ListingWords, NewListingRow } from './queries.ts'
import type { ChangeListing, CreateListing, ListListings } from './schema.ts'

export { readListing } from './access.ts'
export { markSold, publishListing, relistListing, unpublishListing } from './moves.ts'
export type { ListingRow } from './queries.ts'

/** Everything about a new listing that can be refused is, before its pictures are downloaded. Errors as `createListing`. */
export async function prepareListing(ctx: Context, actor: Person, input: CreateListing): Promise<Prepared<PreparedPhoto[]>> {
  if (!input.photo_urls?.length) return { value: [] }
  firstWords(input, 'you')
  await shopForListing(ctx, actor, input.shop)
  return fetchPhotos(ctx, input.photo_urls, 'photo_urls')
}

/**
 * Makes a draft, or with `publish` a live listing; with `research` a run begins once it is committed. Errors: 400 `shop` for none of the actor's, 400 `title` or
 * `price` when publishing without, 400 `lowest_price` above the price, 400 `fields`.
 */
export async function createListing(
  tx: Context,
  actor: Person,
  input: CreateListing,
  photos: readonly PreparedPhoto[] = [],
): Promise<ListingRow> {
  const draft = await draftOf(tx, actor, input, 'you')
  const row = await queries.insertListing(tx.db, draft.row, draft.shopSlug)
  await attachPhotos(tx, row.id, photos, { source: 'own', alt: null })
  await recordListing(tx, 'listing.created', row)
  if (input.research) await openRun(tx, { listingId: row.id, accountId: actor.accountId, prompt: null })
  return input.publish ? moveTo(tx, row, 'live', 'listing.published') : row
}

/** A listing that is as good as made: nothing about it can be refused any more. */
export type Draft = { row: NewListingRow; shopSlug: string }

/** The draft that `createListing` would make. Errors as there; writes nothing. */
export async function draftOf(
  tx: Context,
  actor: Person,
  input: CreateListing,
  source: FieldSource,
  shopOf = shopForListing,
): Promise<Draft> {
  const words = firstWords(input, source)
  const shop = await shopOf(tx, actor, input.shop)
  const now = tx.now()
  const row = {
    id: tx.newId('lst'),
    shop_id: shop.id,
    owner_id: actor.accountId,
    prompt: input.prompt ?? null,
    ...words,
    created_at: now,
    updated_at: now,
  }
  return { row, shopSlug: shop.slug }
}

/** Makes any number of drafts in a few statements. */
export async function createDrafts(tx: Context, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return
  await queries.insertListings(
    tx.db,
    drafts.map(({ row }) => row),
  )
  await recordDrafts(tx, drafts)
}

/** A page of the actor's listings, most recently changed first, and how many there are in all. */
export async function listListings(ctx: Context, actor: Person, by: ListListings): Promise<{ rows: ListingRow[]; total: number }> {
  const filter = filterOf(actor, by)
  const [rows, total] = await Promise.all([queries.pageOfListings(ctx.db, filter, by), queries.countListings(ctx.db, filter)])
  return { rows, total }
}

/**
 * Changes what is sent; null clears. What changes nothing leaves no trace. Errors: 404, 409 when it is sold, 400
 * `title` or `price` cleared while live, 400 `lowest_price`, 400 `fields`.
 */
export async function changeListing(tx: Context, actor: Owner, id: string, change: ChangeListing): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'edit', row)
  const clearing = refusedClearing(row.status, { title: change.title, priceCents: change.price })
  if (clearing) throw invalid(clearing.param, clearing.message)
  const changed = differences(row, wordsAfter(row, change, 'you'))
  if (Object.keys(changed).length === 0) return row
  const after = await queries.updateListing(tx.db, row, { ...changed, updated_at: tx.now() })
  await recordListing(tx, 'listing.changed', after)
  if (changed.take_offers === false) await closeOffers(tx, [id], 'offers_off')
  return after
}

/** Deletes a listing and its photos; its offers close, its holds go back. Errors: 404, 409 when it was ever sold or an order on it is unfinished. */
export async function deleteListing(tx: Context, actor: Person, id: string): Promise<void> {
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'delete', row)
  await closeOffers(tx, [id], 'removed')
  await returnHolds(tx, [id])
  await orphanPhotosOf(tx, [id])
  await queries.deleteListing(tx.db, id)
  await recordListing(tx, 'listing.deleted', row)
}

const NO_TRAFFIC: ListingTraffic = { views: 0, views_7d: 0, likes: 0, shares: 0 }

/** Photos and stats of any number of listings in one go. The week is today and the six days before, UTC. */
export async function surroundingsOf(ctx: Context, rows: readonly ListingRow[]): Promise<(row: ListingRow) => ListingSurroundings> {
  const ids = rows.map(({ id }) => id)
  const photos = await listPhotos(ctx, ids)
  const traffic = await queries.listingTraffic(ctx.db, ids, dayBeforeWeek(ctx.now()))
  const offers = await offersOn(ctx, ids)
  return ({ id }) => ({ photos: photos.get(id) ?? [], stats: { ...NO_TRAFFIC, ...traffic.get(id), ...offers(id) } })
}

const EXPORT_STEP = 500

/** The actor's listings in the order of their making, a few hundred at a time. */
export async function* eachListing(ctx: Context, actor: Person, by: Pick<ListListings, 'shop' | 'status'>): AsyncGenerator<ListingRow[]> {
  const filter = filterOf(actor, by)
  let after = ''
  for (;;) {
    const rows = await queries.listingsAfter(ctx.db, filter, after, EXPORT_STEP)
    if (rows.length > 0) yield rows
    if (rows.length < EXPORT_STEP) return
    after = rows.at(-1)!.id
  }
}

const filterOf = (actor: Person, { shop, status }: Pick<ListListings, 'shop' | 'status'>): ListingFilter => ({
  ownerId: actor.accountId,
  shop,
  status,
})

const NO_WORDS: ListingWords = {
  title: null,
  one_liner: null,
  description: null,
  category: null,
  price_cents: null,
  lowest_price_cents: null,
  shipping_cents: null,
  take_offers: true,
  visibility: 'everyone',
  fields: [],
}

function firstWords(input: CreateListing, source: FieldSource): ListingWords {
  const words = wordsAfter(NO_WORDS, input, source)
  if (input.publish)
    allowed('publish', { status: 'draft', title: words.title, priceCents: words.price_cents, everSold: false, hasUnfinishedOrder: false })
  return words
}

function wordsAfter(words: ListingWords, change: ChangeListing, source: FieldSource): ListingWords {
  const prices = applyPrices(
    { priceCents: words.price_cents, lowestPriceCents: words.lowest_price_cents },
    { priceCents: change.price, lowestPriceCents: change.lowest_price },
  )
  if (!prices.ok) throw invalid(prices.param, prices.message)
  const merged = mergeFields(words.fields, change.fields ?? [], source)
  if (!merged.ok) throw invalid('fields', merged.message)
  return {
    title: sent(change.title, words.title),
    one_liner: sent(change.one_liner, words.one_liner),
    description: sent(change.description, words.description),
    category: sent(change.category, words.category),
    price_cents: prices.priceCents,
    lowest_price_cents: prices.lowestPriceCents,
    shipping_cents: sent(change.shipping, words.shipping_cents),
    take_offers: sent(change.take_offers, words.take_offers),
    visibility: sent(change.visibility, words.visibility),
    fields: merged.fields,
  }
}

const sent = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)

function differences(before: ListingWords, after: ListingWords): Partial<ListingWords> {
  const same = (name: keyof ListingWords) => JSON.stringify(before[name]) === JSON.stringify(after[name])
  return Object.fromEntries(Object.entries(after).filter(([name]) => !same(name as keyof ListingWords)))
}
