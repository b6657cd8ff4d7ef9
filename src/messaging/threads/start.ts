import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import { listingSeen, shopSeen } from '#catalog/browse/rules/market.ts'
import { conflict, invalid, notSeen } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import { guestCannot } from '#platform/http/run.ts'
import type { Upload } from '#platform/http/upload.ts'
import { isIdOf } from '#platform/context/ids.ts'
import * as queries from './queries.ts'
import type { Subject } from './queries.ts'
import type { StartThread } from './schema.ts'
import { requireContent, takeMessagePhotos, withPhotos } from './photos.ts'
import { write, type Written } from './index.ts'

/**
 * Writes to a seller about a listing, or to a shop. Uses the buyer's existing thread or creates one (spec: completions 8). About a hidden
 * listing or shop, only buyers who already wrote or ordered can write, because the parties to a sale must be able to talk. Errors: 400
 * unless exactly one of `listing` and `shop` is given, 404 for any other hidden listing or shop, 409 for the actor's own listing or shop,
 * 429 after 60 messages in an hour.
 */
export async function startThread(tx: Tx, actor: Person, input: StartThread, photos: readonly PreparedPhoto[] = []): Promise<Written> {
  const subject = await writable(tx, actor, input)
  // stores the photos before the thread is locked, because threads are last in the lock order
  await tx.hooks.storePhotos(tx, actor.accountId, photos)
  await tx.rateLimits.take(tx, 'message', actor.accountId)
  const now = tx.now()
  const thread = await queries.openThread(tx.db, {
    id: tx.newId('thr'),
    listing_id: subject.listing_id,
    // the listing of a buyer's order may be a draft again, and a draft may have no title
    listing_title: subject.listing_id === null ? null : (subject.listing_title ?? 'A listing'),
    shop_id: subject.shop_id,
    shop_slug: subject.shop_slug,
    shop_name: subject.shop_name,
    seller_id: subject.seller_id,
    buyer_id: actor.accountId,
    created_at: now,
    updated_at: now,
  })
  return write(tx, thread, 'buyer', input.text, photos)
}

/** Stores a message's photos before the transaction starts. Errors: those of `startThread` and `takeMessagePhotos`. */
export async function prepareThread(
  ctx: Context,
  actor: Person,
  input: StartThread,
  files: readonly Upload[],
): Promise<Prepared<PreparedPhoto[]>> {
  const readSeller = async () => (await writable(ctx, actor, input)).seller_id
  return { value: await takeMessagePhotos(ctx, actor, readSeller, input, files) }
}

/** Returns the summary of a message for its approval. Errors: those of `startThread`. */
export async function startingSummary(ctx: Core, actor: Person, input: StartThread): Promise<string> {
  requireContent(input)
  const { listing_title, shop_name } = await writable(ctx, actor, input)
  return `Write to ${quoteName(shop_name)}${listing_title === null ? '' : ` about ${quoteName(listing_title)}`}: ${quoteText(input.text)}${withPhotos(input)}`
}

async function writable(ctx: Core, actor: Person, input: StartThread): Promise<Subject> {
  const subject = await subjectOf(ctx, actor, input)
  const what = input.listing === undefined ? 'shop' : 'listing'
  // buyers of a different tenant cannot have written about the listing or shop
  if (subject?.tenant !== actor.tenant) throw notSeen(what, what)
  if (subject.seller_id === actor.accountId) throw conflict(`This ${what} is your own. You cannot message yourself.`)
  const key = { ...subject, buyer_id: actor.accountId }
  // a guest may write only about their own order (spec: completions 13.7)
  if (actor.guest && !(subject.listing_id !== null && (await queries.hasOrdered(ctx.db, key)))) throw guestCannot()
  if (!isSeen(subject) && !(await queries.threadExists(ctx.db, key)) && !(await queries.hasOrdered(ctx.db, key))) throw notSeen(what, what)
  return subject
}

function subjectOf(ctx: Core, { tenant }: Person, { listing, shop }: StartThread): Promise<Subject | undefined> {
  if (listing !== undefined && shop !== undefined) throw invalid('shop', 'Send listing or shop, not both.')
  if (listing !== undefined) return isIdOf('lst', listing) ? queries.listingSubject(ctx.db, listing) : Promise.resolve(undefined)
  if (shop === undefined) throw invalid('listing', 'Send listing (an id) or shop (a slug) to choose the recipient.')
  const slug = shop.toLowerCase()
  // queries only valid slugs, because the database rejects some characters, such as NUL
  return /^[a-z0-9-]{1,32}$/.test(slug) ? queries.shopSubject(ctx.db, tenant, slug) : Promise.resolve(undefined)
}

function isSeen({ shop_visibility, shop_paused, listing_status, listing_visibility }: Subject): boolean {
  const shop = { visibility: shop_visibility, paused: shop_paused }
  if (listing_status === null || listing_visibility === null) return shopSeen(shop, 'other').page !== 'hidden'
  return listingSeen(shop, { status: listing_status, visibility: listing_visibility }, 'other').read
}
