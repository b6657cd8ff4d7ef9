import type { Context } from '#platform/context/index.ts'
import { ApiError, type ErrorType } from '#platform/errors/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { isVideoType } from '#platform/media/sniff.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import { announceFiles, type Variant } from './queries.ts'
import { MAX_IMAGE_BYTES } from './schema.ts'

export type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'

type Source = { path: string; param: string }

/**
 * Stores photos. A separate process decodes each photo, saves it in three sizes and discards metadata (spec: completions 4, Photo
 * pipeline). Throws at the first photo that fails; the error names `param`.
 */
export async function takeIn(ctx: Context, sources: readonly Source[]): Promise<PreparedPhoto[]> {
  const taken: PreparedPhoto[] = []
  for (const { path, param } of sources) taken.push(await naming(param, () => takeInOne(ctx, path)))
  return taken
}

/** Downloads photos with the HTTP client that refuses to connect to private networks, and then stores them. */
export async function takeInUrls(ctx: Context, urls: readonly string[], paramOf: (index: number) => string): Promise<PreparedPhoto[]> {
  const taken: PreparedPhoto[] = []
  for (const [index, url] of urls.entries()) {
    const param = paramOf(index)
    const download = await naming(param, () => ctx.egress.download(url, { maxBytes: MAX_IMAGE_BYTES, accept: 'image/*' }))
    try {
      taken.push(await naming(param, () => takeInOne(ctx, download.path, true)))
    } finally {
      await download.cleanup()
    }
  }
  return taken
}

const takeInOne = (ctx: Context, path: string, pictureOnly = false): Promise<PreparedPhoto> =>
  store(ctx, (folder) => storableFiles(ctx, path, folder, pictureOnly))

async function store(ctx: Context, make: (folder: string) => Promise<StorableFile[]>): Promise<PreparedPhoto> {
  const folder = await makeTempFolder()
  try {
    const files = await make(folder.path)
    const name = Buffer.from(ctx.randomBytes(16)).toString('hex')
    const variants = files.map(({ path: file, ...facts }) => ({
      file,
      variant: { ...facts, key: `${name}-${facts.size}.${EXTENSIONS[facts.type]}` },
    }))
    await announceFiles(
      ctx.db,
      variants.map(({ variant }) => variant.key),
      ctx.now(),
    )
    for (const { file, variant } of variants) await ctx.storage.put(variant.key, { path: file }, variant.type)
    return { isVideo: variants[0]!.variant.size === 'video', variants: variants.map(({ variant }) => variant) }
  } finally {
    await folder.remove()
  }
}

type StorableFile = Omit<Variant, 'key'> & { path: string }

async function storableFiles(ctx: Context, path: string, folder: string, pictureOnly: boolean): Promise<StorableFile[]> {
  if (!pictureOnly && isVideoType(await ctx.images.typeOf(path))) {
    const { contentType, bytes } = await ctx.images.cleanVideo(path)
    return [{ size: 'video', path, width: 0, height: 0, bytes, type: contentType }]
  }
  const { variants } = await ctx.images.process(path, folder)
  return variants.map(({ contentType, ...variant }) => ({ ...variant, type: contentType }))
}

const EXTENSIONS: Record<string, string> = { 'image/webp': 'webp', 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' }

const IMAGE_ERRORS: Record<ImageError['reason'], ErrorType> = {
  busy: 'unavailable',
  unavailable: 'unavailable',
  heic: 'unsupported_media',
  unsupported: 'unsupported_media',
  timeout: 'invalid_request',
  too_many_pixels: 'invalid_request',
  unreadable: 'invalid_request',
  too_large: 'too_large',
}

async function naming<T>(param: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageError) throw new ApiError(IMAGE_ERRORS[error.reason], `${param}: ${error.message}`, { param, cause: error })
    if (error instanceof EgressError)
      throw new ApiError(error.reason === 'too_large' ? 'too_large' : 'invalid_request', `${param}: ${error.message}`, {
        param,
        cause: error,
      })
    throw error
  }
}
