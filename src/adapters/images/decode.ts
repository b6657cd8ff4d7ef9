import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Metadata } from 'sharp'
import type { Job, Picture, Size, Variant } from './protocol.ts'

export const MAX_PIXELS = 50_000_000
export const MAX_SIDE_PX = 12_000
const WEBP_QUALITY = 80
/** Measured at 12 megapixels: effort 2 takes a third of the time of 4 for 6 % more bytes. Small ones are seen most, so they get 4. */
const EFFORT = { small: 4, medium: 4, large: 2 } as const
/** libvips counts from the start of the picture; the pool's kill comes later and needs no cooperation. */
const SHARP_TIMEOUT_S = 9

// Everything libvips could open is closed, then the four wanted formats are opened again, from memory only:
// no SVG, no TIFF, no "load by file name", nothing that a new libvips brings.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

/** A picture that is refused for what it is, with the reason that its sender is told. */
export class Refusal extends Error {
  readonly reason: 'unsupported' | 'too_many_pixels' | 'unreadable'

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

/**
 * Decodes once and writes each size as WebP: upright, sRGB, 8 bits, one frame, pixels only.
 * Runs in the decoding process and nowhere else.
 */
export async function decode(job: Job): Promise<Picture> {
  const bytes = await readFile(job.inputPath)
  const header = await readHeader(bytes)
  const largestPx = Math.max(...job.sizes.map((size) => size.longSidePx))
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: largestPx, height: largestPx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: SHARP_TIMEOUT_S })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const variants: Variant[] = []
  for (const size of job.sizes) variants.push(await write(data, raw, size, job.outFolder))
  return { width: header.autoOrient.width, height: header.autoOrient.height, variants }
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  const header = await open(bytes).metadata()
  if (header.format === 'heif' && header.compression !== 'av1') throw new Refusal('unsupported', 'heif without av1')
  if (header.width > MAX_SIDE_PX || header.height > MAX_SIDE_PX || header.width * header.height > MAX_PIXELS) {
    throw new Refusal('too_many_pixels', `${header.width}x${header.height}`)
  }
  return header
}

function open(bytes: Buffer) {
  return sharp(bytes, {
    pages: 1,
    animated: false,
    failOn: 'warning',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
  })
}

async function write(
  data: Buffer,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
  size: Size,
  folder: string,
): Promise<Variant> {
  const path = join(folder, `${size.name}.webp`)
  const side = { width: size.longSidePx, height: size.longSidePx }
  const info = await sharp(data, { raw })
    .resize({ ...side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, effort: EFFORT[size.name] })
    .toFile(path)
  return { size: size.name, path, width: info.width, height: info.height, bytes: info.size, contentType: 'image/webp' }
}
