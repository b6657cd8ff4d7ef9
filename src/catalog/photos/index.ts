import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { decideListing } from '#catalog/listings/rules/listing.ts'
import { requireFreeQuota } from '#identity/quotas/index.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'
import { takeInUrls, type PreparedPhoto } from './intake.ts'
import { storeFiles, takeUploads } from './store.ts'
import * as queries from './queries.ts'
import type { PhotoRow, Variant } from './queries.ts'
import { MAX_PHOTOS } from './schema.ts'

export { takeIn } from './intake.ts'
export { fetchPhotos, takeUploads } from './store.ts'
export { storePrivately, takePrivately } from './private.ts'
export { MAX_PHOTOS } from './schema.ts'
export type { PreparedPhoto } from './intake.ts'
export type { PhotoRow } from './queries.ts'

type Owner = Pick<Person, 'accountId'>

export type PhotoDetails = { source: 'own' | 'web'; alt: string | null }

/** Checks, before any download, that the actor owns the listing and has room in the photo quota. Errors: 404, 409 `quota`. */
export async function requireOwnListing(ctx: Context, actor: Person, listingId: string): Promise<void> {
  if (!(await queries.ownsListing(ctx.db, actor.accountId, listingId))) throw notFound('listing')
  await requireFreeQuota(ctx, actor.accountId, 'media')
}

/** Appends photos to a listing. Errors: 404. 409 if the listing is sold. 400 for more than 24 photos or a second video. */
export async function addPhotos(
  tx: Tx,
  actor: Person,
  listingId: string,
  photos: readonly PreparedPhoto[],
  details: PhotoDetails,
): Promise<PhotoRow[]> {
  await lockEditable(tx, actor, listingId)
  await attachPhotos(tx, actor.accountId, listingId, photos, details)
  return changed(tx, actor, listingId)
}

/** Appends photos that the seller took to a new listing. */
export const addOwnPhotos = async (tx: Tx, actor: Person, listingId: string, photos: readonly PreparedPhoto[]): Promise<void> =>
  void (await addPhotos(tx, actor, listingId, photos, { source: 'own', alt: null }))

/**
 * Appends photos that an import downloaded. Does not delete the recorded errors of failed downloads. Throws the same errors as `addPhotos`.
 */
export async function appendPhotos(
  tx: Tx,
  owner: Owner,
  listingId: string,
  photos: readonly PreparedPhoto[],
  details: PhotoDetails,
): Promise<void> {
  await lockEditable(tx, owner, listingId)
  await attachPhotos(tx, owner.accountId, listingId, photos, details)
  await recordChange(tx, owner, listingId)
}

/** Inserts rows for stored photos. Errors: 400, 409 `quota`. */
export async function attachPhotos(
  tx: Tx,
  ownerId: string,
  listingId: string,
  photos: readonly PreparedPhoto[],
  { source, alt }: PhotoDetails,
): Promise<void> {
  if (photos.length === 0) return
  const before = await queries.findPhotos(tx.db, [listingId])
  if (before.length + photos.length > MAX_PHOTOS)
    throw invalid('photos', `A listing can have at most ${MAX_PHOTOS} photos. This listing has ${before.length}.`)
  if ([...before.map((row) => row.is_video), ...photos.map((photo) => photo.isVideo)].filter(Boolean).length > 1)
    throw invalid('photos', 'A listing can have only one video.')
  const now = tx.now()
  await queries.insertPhotos(
    tx.db,
    photos.map((photo, index) => ({
      id: tx.newId('pho'),
      listing_id: listingId,
      // the positions of a listing's photos have no gaps
      position: before.length + index,
      source,
      is_video: photo.isVideo,
      alt,
      variants: photo.variants,
      created_at: now,
    })),
  )
  await storeFiles(tx, ownerId, photos)
}

/**
 * Sorts photos in the order of `ids`. Errors: 400 `photo_ids` unless the list contains every id exactly once and starts with a photo that
 * the seller took.
 */
export async function orderPhotos(tx: Tx, actor: Person, listingId: string, ids: readonly string[]): Promise<PhotoRow[]> {
  await lockEditable(tx, actor, listingId)
  const rows = await queries.findPhotos(tx.db, [listingId])
  const known = new Set(rows.map(({ id }) => id))
  if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id))) {
    throw invalid('photo_ids', 'photo_ids must name every photo of the listing exactly once.')
  }
  const first = rows.find(({ id }) => id === ids[0])
  if (first && !isOwnPicture(first))
    throw invalid('photo_ids', 'photo_ids must begin with one of your own photos, not with a web photo or the video.')
  await queries.setPositions(tx.db, ids)
  return changed(tx, actor, listingId)
}

/** Changes the alternative text of a photo, or clears it if `alt` is null. Errors: 404, 409, as for any edit to the listing. */
export async function describePhoto(tx: Tx, actor: Person, listingId: string, photoId: string, alt: string | null): Promise<PhotoRow[]> {
  await lockEditable(tx, actor, listingId)
  if (!(await queries.setAlt(tx.db, listingId, photoId, alt || null))) throw notFound('photo')
  return changed(tx, actor, listingId)
}

/** Removes a photo. If it was the cover, the next photo that the seller took becomes the cover (spec: completions 4). */
export async function removePhoto(tx: Tx, actor: Person, listingId: string, photoId: string): Promise<PhotoRow[]> {
  await lockEditable(tx, actor, listingId)
  const rows = await queries.findPhotos(tx.db, [listingId])
  const gone = rows.find(({ id }) => id === photoId)
  if (!gone) throw notFound('photo')
  await queries.deletePhoto(tx.db, photoId)
  await loseFiles(tx, [listingId], [gone])
  const rest = rows.filter(({ id }) => id !== photoId)
  const cover = gone === rows[0] ? rest.find(isOwnPicture) : undefined
  await queries.setPositions(
    tx.db,
    [...(cover ? [cover] : []), ...rest.filter((row) => row !== cover)].map(({ id }) => id),
  )
  return changed(tx, actor, listingId)
}

/** Returns the photos of listings, in order, by listing id. */
export async function listPhotos(ctx: Core, listingIds: readonly string[]): Promise<Map<string, PhotoRow[]>> {
  return Map.groupBy(await queries.findPhotos(ctx.db, listingIds), ({ listing_id }) => listing_id)
}

/** Marks the files of listings as orphans, before the listings are deleted. A periodic job then deletes the files. */
export async function orphanPhotosOf(tx: Tx, listingIds: readonly string[]): Promise<void> {
  await loseFiles(tx, listingIds, await queries.findPhotos(tx.db, listingIds))
}

async function loseFiles(tx: Tx, listingIds: readonly string[], photos: readonly PhotoRow[]): Promise<void> {
  const keys = photos.flatMap(({ variants }) => keysOf(variants))
  await queries.leaveOrders(tx.db, listingIds, keys)
  await queries.orphanFiles(tx.db, keys, tx.now())
}

/** Marks files as orphans. Other modules call this function when they delete the rows that refer to the files. */
export const orphanFilesOf = (tx: Tx, keys: readonly string[]): Promise<void> => queries.orphanFiles(tx.db, keys, tx.now())

/** Stores a shop's picture before the transaction starts. Errors: 400 unless the request contains exactly one picture. */
export async function takePicture(ctx: Context, files: readonly Upload[], url: string | undefined): Promise<PreparedPhoto> {
  if (files.length + (url === undefined ? 0 : 1) !== 1) throw invalid('url', 'Send one photo as multipart form data, or send url.')
  const [picture] = url === undefined ? await takeUploads(ctx, files) : await takeInUrls(ctx, [url], () => 'url')
  if (picture!.isVideo) throw invalid('url', 'Send a photo, not a video.')
  return picture!
}

/** Assigns the new files to the account, and marks the old files as orphans. */
export async function replaceFiles(
  tx: Tx,
  ownerId: string,
  before: readonly Variant[] | null,
  after: readonly Variant[] | null,
): Promise<void> {
  if (before) await queries.orphanFiles(tx.db, keysOf(before), tx.now())
  if (after) await storeFiles(tx, ownerId, [{ variants: [...after] }])
}

/** Returns the first photo that the seller took, never a photo from the web or the video (spec: completions 13.10). */
export const coverOf = <P extends Pick<PhotoRow, 'source' | 'is_video'>>(photos: readonly P[]): P | undefined => photos.find(isOwnPicture)

/** Returns true if a file may be served. A deleted photo must not be served, even before its bytes are deleted. */
export const isServed = (ctx: Core, key: string): Promise<boolean> => queries.isServed(ctx.db, key)

const ORPHANED_MS = 3600_000
const ORPHANS_AT_ONCE = 200

/** Deletes files that have been orphans for an hour (spec: reliability I25). */
export async function deleteOrphanFiles(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const remove = async (key: string) => {
    await ctx.storage.delete(key)
    await queries.forgetFile(ctx.db, key)
  }
  const failed = (error: unknown, key: string) => ctx.log.warn({ err: error, key }, 'deleting a file failed and will be retried')
  const orphans = await queries.takeOrphans(ctx.db, new Date(ctx.now().getTime() - ORPHANED_MS), ORPHANS_AT_ONCE)
  const done = await forEachDue(orphans, stopped, remove, failed)
  return batchResult(orphans, { limit: ORPHANS_AT_ONCE, done })
}

async function lockEditable(tx: Tx, actor: Owner, listingId: string): Promise<void> {
  const listing = await queries.lockListingForPhotos(tx.db, actor.accountId, listingId)
  if (!listing) throw notFound('listing')
  const decision = decideListing('edit', {
    status: listing.status,
    title: listing.title,
    priceCents: listing.price_cents,
    everSold: listing.ever_sold,
    hasUnfinishedOrder: false,
  })
  if (decision.kind === 'refuse') throw conflict(decision.message)
}

/** Records that the owner has changed the photos. Also deletes the errors of failed imports, which the owner has seen by now. */
async function changed(tx: Tx, actor: Person, listingId: string): Promise<PhotoRow[]> {
  await queries.forgetProblems(tx.db, listingId)
  await recordChange(tx, actor, listingId)
  return queries.findPhotos(tx.db, [listingId])
}

async function recordChange(tx: Tx, { accountId }: Owner, listingId: string): Promise<void> {
  await queries.touchListing(tx.db, listingId, tx.now())
  await record(tx, { accountId, type: 'photos.changed', object: { object: 'listing', id: listingId } })
}

const isOwnPicture = (row: Pick<PhotoRow, 'source' | 'is_video'>): boolean => row.source === 'own' && !row.is_video
const keysOf = (variants: readonly Variant[]): string[] => variants.map(({ key }) => key)
