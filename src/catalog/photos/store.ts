import type { Context, Tx } from '#platform/context/index.ts'
import { requireQuota } from '#identity/quotas/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import type { Upload } from '#platform/http/upload.ts'
import { takeIn, takeInUrls, type PreparedPhoto } from './intake.ts'
import * as queries from './queries.ts'

/** Downloads and stores photos before the transaction starts. Errors: 400, 413 and 415, with `{param}[index]` as the parameter. */
export async function fetchPhotos(ctx: Context, urls: readonly string[], param: string): Promise<Prepared<PreparedPhoto[]>> {
  return { value: await takeInUrls(ctx, urls, (index) => `${param}[${index}]`) }
}

/** Stores uploaded files before the transaction starts. Throws the same errors as `fetchPhotos`, with `{field}[index]` as the parameter. */
export async function takeUploads(ctx: Context, files: readonly Upload[]): Promise<PreparedPhoto[]> {
  return takeIn(
    ctx,
    files.map(({ path, field }, index) => ({ path, param: `${field.replace(/\[\]$/, '')}[${index}]` })),
  )
}

/** Assigns files to an account. Every upload calls this function. Errors: 409 `quota`. 503 if the files have already been deleted. */
export async function storeFiles(tx: Tx, ownerId: string, photos: readonly Pick<PreparedPhoto, 'variants'>[]): Promise<void> {
  const files = photos.flatMap(({ variants }) => variants)
  if ((await queries.adoptFiles(tx.db, ownerId, files)) !== files.length)
    throw new ApiError('unavailable', 'The upload took too long and its files were deleted. Upload them again.')
  await requireQuota(tx, ownerId, 'media')
}
