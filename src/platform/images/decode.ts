import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Metadata } from 'sharp'
import type { Job, Picture } from './protocol.ts'
import { Refusal } from './refusal.ts'
import { writeSizes } from './write-sizes.ts'

export const MAX_PIXELS = 50_000_000
export const MAX_SIDE_PX = 12_000

// Blocks all of libvips's image loaders, including SVG, TIFF, loaders that read files by name, and loaders that future versions add. Then
// allows four formats, and only from memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes an image once and writes each size as WebP: upright, sRGB, 8 bits, one frame and no metadata. Runs only in the decoding process.
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
    .toBuffer({ resolveWithObject: true })
  return { width: header.autoOrient.width, height: header.autoOrient.height, variants: await writeSizes(data, info, job) }
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
