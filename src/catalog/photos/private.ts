import type { Context, Tx } from '#platform/context/index.ts'
import { requireFreeQuota } from '#identity/quotas/index.ts'
import { invalid } from '#platform/errors/index.ts'
import type { PrivateUpload } from '#platform/context/hooks.ts'
import type { PreparedPhoto } from './intake.ts'
import { fetchPhotos, storeFiles, takeUploads } from './store.ts'
import * as queries from './queries.ts'

/**
 * Stores private photos before the transaction starts. The files are orphans until `storePrivately` assigns them to the account. Errors:
 * 400 `files` for too many photos or a video, 400 `photo_urls[0]`, 409 `quota`, 413, 415.
 */
export async function takePrivately(ctx: Context, ownerId: string, { urls, files, max, subject }: PrivateUpload): Promise<PreparedPhoto[]> {
  if (files.length + urls.length > max) throw invalid('files', `${subject} can have at most ${max} photos.`)
  if (files.length + urls.length === 0) return []
  await requireFreeQuota(ctx, ownerId, 'media')
  const uploaded = await takeUploads(ctx, files)
  if (uploaded.some(({ isVideo }) => isVideo)) throw invalid('files', 'Send photos only. This endpoint does not accept videos.')
  const { value: fetched } = await fetchPhotos(ctx, urls, 'photo_urls')
  return [...uploaded, ...fetched]
}

/** Assigns private photos to the account, and prevents `/media` from serving them. Errors: 409 `quota`, 503. */
export async function storePrivately(tx: Tx, ownerId: string, photos: readonly PreparedPhoto[]): Promise<void> {
  if (photos.length === 0) return
  await queries.hideFiles(
    tx.db,
    photos.flatMap(({ variants }) => variants.map(({ key }) => key)),
  )
  await storeFiles(tx, ownerId, photos)
}
