import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import type { PhotoAddress } from '#catalog/imports/rules/index.ts'
import { clipAtWord } from '#core/text.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { enqueue } from '#platform/jobs/index.ts'
import { appendPhotos, fetchPhotos } from '#catalog/photos/index.ts'
import * as queries from './queries.ts'
import type { PhotoImport } from './queries.ts'

export type { PhotoImport as WantedPhoto } from './queries.ts'

const MAX_ALT = 500
const MAX_PROBLEM = 500
/** Maximum number of photos that one job downloads, so that other jobs can run in between. */
const AT_ONCE = 24

/** Queues photos for listings that have none. A job downloads the photos in order after the commit. */
export async function requestPhotoImports(
  tx: Tx,
  actor: Person,
  pending: readonly { listingId: string; photos: readonly PhotoAddress[] }[],
): Promise<void> {
  const rows = pending.flatMap(({ listingId, photos }) =>
    photos.map(({ url, alt }, position) => ({ listing_id: listingId, position, url, alt: alt && clipAtWord(alt, MAX_ALT), problem: null })),
  )
  if (rows.length === 0) return
  await queries.insertPhotoImports(tx.db, actor.accountId, rows, tx.now())
  await enqueue(tx, 'fetch_photos', { accountId: actor.accountId }, keyOf(actor.accountId))
}

/**
 * Downloads an account's next photos, each in a separate transaction. Removes each downloaded photo from the queue. If a download fails,
 * records the reason in the queue.
 */
export async function fetchPhotoImports(ctx: Context, accountId: string): Promise<void> {
  for (let done = 0; done < AT_ONCE; done++) {
    const next = await queries.nextPhotoImport(ctx.db, accountId)
    if (!next) return
    await fetchOne(ctx, accountId, next)
  }
  await inTransaction(ctx, (tx) => enqueue(tx, 'fetch_photos', { accountId }, keyOf(accountId)))
}

async function fetchOne(ctx: Context, accountId: string, pending: PhotoImport): Promise<void> {
  try {
    const { value: photos } = await fetchPhotos(ctx, [pending.url], 'photos')
    await inTransaction(ctx, async (tx) => {
      // lock order: the listing before the queued photo
      await appendPhotos(tx, { accountId }, pending.listing_id, photos, { source: 'own', alt: pending.alt })
      if (!(await queries.takePhotoImport(tx.db, pending))) throw conflict('This photo was already added or is no longer needed.')
    })
  } catch (error) {
    // the job queue retries after an error in this service, or if there are too many concurrent uploads
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await queries.failPhotoImport(ctx.db, pending, clipAtWord(error.message.replace(/^photos\[0\]: /, ''), MAX_PROBLEM))
  }
}

const keyOf = (accountId: string): string => `fetch photos of ${accountId}`
