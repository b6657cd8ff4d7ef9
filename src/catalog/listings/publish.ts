import type { Tx } from '#platform/context/index.ts'
import { afterTransition, type ListingOperation, type ListingStatus, type ListingVisibility } from '#catalog/listings/rules/listing.ts'
import { firstFreeLink, linkFromTitle, linksToTry } from '#catalog/shops/rules/slug.ts'
import type { InternalEventType } from '#platform/events/index.ts'
import { allow, lockListing, recordListing, type Owner } from './access.ts'
import { updateListing } from './update.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'

/**
 * Publishes a draft. For a live listing, only changes its `visibility`. Errors: 404; 400 (field `title` or `price`) if that field is
 * missing; 409 if the listing is sold.
 */
export async function publishListing(tx: Tx, actor: Owner, id: string, visibility?: ListingVisibility): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  const decision = await allow(tx, 'publish', row)
  const change = visibility === undefined || visibility === row.visibility ? {} : { visibility }
  if (decision.kind === 'move') return transitionTo(tx, row, decision.to, 'listing.published', change)
  if (change.visibility === undefined) return row
  const changed = await updateListing(tx, row, { ...change, updated_at: tx.now() })
  await recordListing(tx, 'listing.changed', changed)
  return changed
}

/**
 * Turns a listing back into a draft and closes the offers on it. The link remains reserved for the listing. Errors: 404, 409 if the listing
 * is sold.
 */
export const unpublishListing = (tx: Tx, actor: Owner, id: string): Promise<ListingRow> =>
  transitionOwn(tx, actor, id, 'unpublish', 'listing.unpublished')

/**
 * Marks a listing as sold elsewhere and closes its offers. Does not record the event `listing.sold` (spec: completions 11). Errors: 404,
 * 409 for a draft.
 */
export const markSold = (tx: Tx, actor: Owner, id: string): Promise<ListingRow> =>
  transitionOwn(tx, actor, id, 'mark_sold', 'listing.marked_sold')

/**
 * Publishes a sold listing or a draft under the same link. Errors: 404; 400 (field `title` or `price`) if that field is missing; 409
 * if an order for the listing is unfinished.
 */
export const relistListing = (tx: Tx, actor: Owner, id: string): Promise<ListingRow> =>
  transitionOwn(tx, actor, id, 'relist', 'listing.relisted')

/**
 * Performs a transition of a listing. The first publication creates the listing's link. If the listing is no longer for sale, closes its
 * offers. The caller must lock the listing.
 */
export async function transitionTo(
  tx: Tx,
  row: ListingRow,
  to: ListingStatus,
  event: InternalEventType,
  change: { visibility?: ListingVisibility; published_at?: Date } = {},
): Promise<ListingRow> {
  const now = tx.now()
  const dates = afterTransition({ publishedAt: row.published_at, everSold: row.ever_sold }, to, now)
  const published = await updateListing(tx, row, {
    status: dates.status,
    published_at: dates.publishedAt,
    ...change,
    sold_at: dates.soldAt,
    ever_sold: dates.everSold,
    link: row.link ?? (await newLink(tx, row)),
    updated_at: now,
  })
  await recordListing(tx, event, published)
  if (to === 'live') return published
  await tx.hooks.listingDelisted(tx, [row.id], to === 'sold' ? 'sold' : 'unpublished')
  return published
}

async function transitionOwn(tx: Tx, actor: Owner, id: string, operation: ListingOperation, event: InternalEventType): Promise<ListingRow> {
  const row = await lockListing(tx, actor, id)
  const decision = await allow(tx, operation, row)
  return decision.kind === 'move' ? transitionTo(tx, row, decision.to, event) : row
}

/** Creates the link of a listing that goes live. It is permanent and unique within the shop (spec: completions 4, Link). */
async function newLink(tx: Tx, { shop_id, title }: ListingRow): Promise<string> {
  const base = linkFromTitle(title!)
  await queries.lockLinksOf(tx.db, shop_id)
  // tries few links at first, because few listings have the same title, then eight times as many in each further attempt
  for (let [first, count] = [1, 64]; ; first += count, count *= 8) {
    const tried = linksToTry(base, first, count)
    const free = firstFreeLink(tried, await queries.linksTaken(tx.db, shop_id, tried))
    if (free !== undefined) return free
  }
}
