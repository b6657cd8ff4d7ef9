import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { LaidIn, Picture } from './protocol.ts'

/** A drawing of ours with one of our pictures laid into it, as a PNG of few colours: what chat programs show. */
export async function drawCard(svg: Buffer, photo: LaidIn | null, outFolder: string): Promise<Picture> {
  const path = join(outFolder, 'card.png')
  const laidIn = photo === null ? [] : [await boxed(photo)]
  const info = await sharp(svg)
    .composite(laidIn)
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 192, effort: 4, dither: 0.6 })
    .toFile(path)
  const variant = { size: 'large', path, width: info.width, height: info.height, bytes: info.size, contentType: 'image/png' } as const
  return { width: info.width, height: info.height, variants: [variant] }
}

async function boxed({ path, left, top, width, height }: LaidIn) {
  // as raw pixels: this process opens no third kind of file
  const { data, info } = await sharp(await readFile(path))
    .resize({ width, height, fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels }, left, top }
}
