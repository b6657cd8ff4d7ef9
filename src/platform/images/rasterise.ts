import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Job, Picture } from './protocol.ts'
import { writeSizes } from './write-sizes.ts'

// The mirror image of decode.ts: here SVG is all that opens, and the WebP that we wrote ourselves.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

const SHARP_TIMEOUT_S = 50

/** Turns a drawing of ours into the sizes of a photo. Runs in the drawing process and nowhere else. */
export async function rasterise(job: Job): Promise<Picture> {
  const svg = await readFile(job.inputPath)
  const { data, info } = await sharp(svg)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: SHARP_TIMEOUT_S })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, variants: await writeSizes(data, info, job) }
}
