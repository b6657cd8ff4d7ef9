import { eachText } from '#catalog/listings/rules/texts.ts'
import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import type { FieldSource } from '#catalog/listings/rules/fields.ts'
import { attachPhotos, fetchPhotos, orphanPhotosOf, type PreparedPhoto } from '#catalog/photos/index.ts'
import { lockQuota, mostOf, overQuota } from '#identity/quotas/index.ts'
import { shopForListing, slugFor, type HeldShop } from '#catalog/shops/index.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { eventInsert } from '#platform/events/index.ts'
import { boundsOf } from '#platform/http/price-range.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import { allow, allowed, draftEvent, lockListing, recordDrafts, recordListing, type Owner } from './access.ts'
import { contentAfter } from './change.ts'
import { transitionTo } from './publish.ts'
import { claimSku } from './sku.ts'
import * as queries from './queries.ts'
import type { ListingFilter, ListingRow, ListingContent, NewListingRow } from './queries.ts'
import type { CreateListing, ListListings } from './schema.ts'

export { allow, lockListing } from './access.ts'
export { approvalsToChange, approvalsToEdit, approvalsToResearch, describeEdit } from './approvals.ts'
export { mergeResearch } from './merge.ts'
export { presentListing } from './present.ts'
export {
  lockForBuyer,
  lockForEveryBuyer,
  lockForSale,
  lockListingOf,
  readForSale,
  requireNotAway,
  type Buyable,
  type SaleListing,
} from './purchase-lock.ts'
export { Listing, researchFields, Span } from './schema.ts'
export { sellListing } from './sell.ts'
export { setListingLine } from './set.ts'
export { lockSkus } from './sku.ts'

export { readListing } from './access.ts'
export { EMPTY_DETAILS, listingDetailsOf } from './details.ts'
export { changeListing, wouldChange } from './change.ts'
export { markSold, publishListing, relistListing, unpublishListing } from './publish.ts'
export type { ListingRow } from './queries.ts'

/** Validates a new listing, then downloads its photos. Throws the same errors as `createListing`. */
export async function prepareListing(ctx: Context, actor: Person, input: CreateListing): Promise<Prepared<PreparedPhoto[]>> {
  if (!input.photo_urls?.length) return { value: [] }
  firstContent(input, 'you')
  await inTransaction(ctx, (tx) => shopForListing(tx, actor, input.shop))
  return fetchPhotos(ctx, input.photo_urls, 'photo_urls')
}

/**
 * Creates a draft or, with `publish`, a live listing. With `research`, a research run starts after the commit. Errors: 400 `shop` if the
 * shop does not belong to the actor. 400 `title` or `price` if that field is missing and `publish` is set. 400 `lowest_price` if it is
 * above the price. 400 `fields`. 409 `sku`, 409 `quota`.
 */
export async function createListing(
  tx: Tx,
  actor: Person,
  input: CreateListing,
  photos: readonly PreparedPhoto[] = [],
): Promise<ListingRow> {
  const draft = newDraft(tx, actor, input, 'you')
  if (draft.sku !== null) await claimSku(tx, actor, draft.sku)
  const slug = input.shop === undefined ? (await shopForListing(tx, actor, undefined)).slug : slugFor(input.shop)
  const event = eventInsert(tx, [draftEvent(tx, draft, { slug, tenant: actor.tenant })], 'made')
  const row = await queries.insertDraft(tx.db, draft, { slug, tenant: actor.tenant, most: mostOf(tx, 'listings'), event })
  if (!row) {
    await shopForListing(tx, actor, slug)
    throw overQuota(tx, 'listings')
  }
  await attachPhotos(tx, actor.accountId, row.id, photos, { source: 'own', alt: null })
  if (input.research) await tx.hooks.researchRequested(tx, { listingId: row.id, accountId: actor.accountId })
  return input.publish ? transitionTo(tx, row, 'live', 'listing.published') : row
}

/** A validated draft that later checks cannot reject. */
export type Draft = { row: NewListingRow; shop: Pick<HeldShop, 'slug' | 'tenant'> }

/** Returns the draft that `createListing` would create, without writing anything. Throws the same errors as `createListing`. */
export async function draftOf(tx: Tx, actor: Person, input: CreateListing, source: FieldSource, shopOf = shopForListing): Promise<Draft> {
  const draft = newDraft(tx, actor, input, source)
  const shop = await shopOf(tx, actor, input.shop)
  if (draft.sku !== null) await claimSku(tx, actor, draft.sku)
  return { row: { ...draft, shop_id: shop.id }, shop }
}

function newDraft(tx: Tx, actor: Person, input: CreateListing, source: FieldSource): Omit<NewListingRow, 'shop_id'> {
  const content = firstContent(input, source)
  const now = tx.now()
  return { id: tx.newId('lst'), owner_id: actor.accountId, prompt: input.prompt ?? null, ...content, created_at: now, updated_at: now }
}

/** Locks the account's quota. Returns the number of drafts that it still permits, and the error for any further draft. */
export const draftQuota = async (tx: Tx, actor: Person): Promise<{ room: number; refusal: ApiError }> => ({
  room: await lockQuota(tx, actor.accountId, 'listings'),
  refusal: overQuota(tx, 'listings'),
})

/** Creates several drafts with few statements. The caller must not pass more drafts than `draftQuota` permits. */
export async function createDrafts(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return
  await queries.insertListings(
    tx.db,
    drafts.map(({ row }) => row),
  )
  await recordDrafts(tx, drafts)
}

/** Returns one page of listings, and the total number. Errors: 400 for an empty price range. */
export async function listListings(ctx: Core, actor: Person, by: ListListings): Promise<{ rows: ListingRow[]; total: number }> {
  const filter = filterOf(actor, by)
  const [rows, total] = await Promise.all([queries.pageOfListings(ctx.db, filter, by), queries.countListings(ctx.db, filter)])
  return { rows, total }
}

/**
 * Deletes a listing and its photos, closes its offers and refunds deposits. Errors: 404, 409 if the listing was ever sold or has an
 * unfinished order.
 */
export async function deleteListing(tx: Tx, actor: Owner, id: string): Promise<void> {
  const row = await lockListing(tx, actor, id)
  await allow(tx, 'delete', row)
  await tx.hooks.listingDelisted(tx, [id], 'removed')
  await orphanPhotosOf(tx, [id])
  await queries.deleteListing(tx.db, id)
  await recordListing(tx, 'listing.deleted', row)
}

/** Returns the actor's listings whose ids are in `ids`, keyed by id. */
export async function listingsByIds(ctx: Core, actor: Person, ids: readonly string[]): Promise<Map<string, ListingRow>> {
  const rows = ids.length === 0 ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

const EXPORT_STEP = 500

/** Yields the actor's listings in batches, sorted by id. */
export async function* eachListing(ctx: Core, actor: Person, by: Pick<ListListings, 'shop' | 'status'>): AsyncGenerator<ListingRow[]> {
  const filter = filterOf(actor, by)
  let after = ''
  for (;;) {
    const rows = await queries.listingsAfter(ctx.db, filter, after, EXPORT_STEP)
    if (rows.length > 0) yield rows
    if (rows.length < EXPORT_STEP) return
    after = rows.at(-1)!.id
  }
}

const filterOf = (
  actor: Person,
  { shop, status, updated_after, q, ...range }: Pick<ListListings, 'shop' | 'status'> & Partial<ListListings>,
): ListingFilter => ({
  ownerId: actor.accountId,
  shop: shop?.trim().toLowerCase(),
  status,
  updatedAfter: updated_after,
  q: q?.trim() || null,
  ...boundsOf(range),
})

const EMPTY_CONTENT: ListingContent = {
  ...eachText(() => null),
  price_cents: null,
  lowest_price_cents: null,
  shipping_cents: null,
  take_offers: true,
  visibility: 'everyone',
  fields: [],
  parcel: null,
}

function firstContent(input: CreateListing, source: FieldSource): ListingContent {
  const content = contentAfter(EMPTY_CONTENT, input, source)
  if (input.publish)
    allowed('publish', {
      status: 'draft',
      title: content.title,
      priceCents: content.price_cents,
      everSold: false,
      hasUnfinishedOrder: false,
    })
  return content
}
