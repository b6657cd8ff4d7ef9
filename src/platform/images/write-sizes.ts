import { join } from 'node:path'
import sharp from 'sharp'
import type { Job, Size, Variant } from './protocol.ts'

const WEBP_QUALITY = 80
/**
 * Compression effort per size. At 12 megapixels, effort 2 takes a third of the time of effort 4, for 6% more bytes. The small sizes get
 * more effort, because they are viewed most often.
 */
const EFFORT = { small: 4, medium: 4, large: 2 } as const

export type Raw = { width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Writes one WebP file for each size in the job. */
export async function writeSizes(data: Buffer, { width, height, channels }: Raw, job: Job): Promise<Variant[]> {
  const variants: Variant[] = []
  for (const size of job.sizes) variants.push(await write(data, { width, height, channels }, size, job.outFolder))
  return variants
}

async function write(data: Buffer, raw: Raw, size: Size, folder: string): Promise<Variant> {
  const path = join(folder, `${size.name}.webp`)
  const side = { width: size.longSidePx, height: size.longSidePx }
  const info = await sharp(data, { raw })
    .resize({ ...side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, effort: EFFORT[size.name] })
    .toFile(path)
  return { size: size.name, path, width: info.width, height: info.height, bytes: info.size, contentType: 'image/webp' }
}
