import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { lineOf, linesOf, widthOf } from './glyphs.ts'
import { CARD_FILE, type Card, type CardColours, type CardJob, type Picture } from './protocol.ts'

// Allows only SVG and this service's own WebP files. Uploads in other formats are opened only in the decoding process (decode.ts).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

/** Size of a share card in pixels, as social networks expect. */
const CARD = { width: 1200, height: 630 } as const
const PHOTO = { width: 504, height: 630 } as const

/**
 * Draws a share card in the colors of the shop, with the photo, shop name, title and price tag. The result is a PNG with few colors, as
 * chat apps expect. Runs only in the drawing process.
 */
export async function drawCard({ card, outFolder }: CardJob): Promise<Picture> {
  await sharp(Buffer.from(await svgOf(card)))
    .composite(card.photoPath === null ? [] : [{ ...(await boxed(card.photoPath)), left: 0, top: 0 }])
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 192, effort: 4, dither: 0.6 })
    .toFile(join(outFolder, CARD_FILE))
  return { ...CARD, variants: [] }
}

async function svgOf({ above, title, price, sold, photoPath, colours }: Card): Promise<string> {
  const left = photoPath === null ? 72 : PHOTO.width + 56
  const [sizePx, most] = photoPath === null ? [92, 3] : [68, 4]
  const widthPx = CARD.width - left - 56
  const [shop = ''] = await linesOf(above, { sizePx: 30, widthPx: widthPx - 120, most: 1 })
  const lines = await linesOf(title, { sizePx, widthPx, most })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">`,
    `<rect width="100%" height="100%" fill="${colours.band}"/>`,
    `<circle cx="${CARD.width + 10}" cy="-10" r="190" fill="${colours.pop}"/>`,
    lineOf(shop, { x: left, y: 92, sizePx: 30, fill: colours.text }),
    ...lines.map((line, index) => lineOf(line, { x: left, y: 150 + sizePx * (0.7 + index * 1.06), sizePx, fill: colours.ink })),
    price === null ? '' : await sticker(price, sold, { x: left, y: 478 }, colours),
    lineOf('resale', { x: CARD.width - 56 - (await widthOf('resale', 34)), y: 570, sizePx: 34, fill: colours.ink }),
    '</svg>',
  ].join('')
}

async function sticker(price: string, sold: boolean, { x, y }: { x: number; y: number }, { pop, ink }: CardColours): Promise<string> {
  const sizePx = 64
  const [width, height] = [(await widthOf(price, sizePx)) + 56, 96]
  return [
    `<path d="M${x + 22} ${y}h${width - 44}a22 22 0 0 1 22 22v${height - 44}a22 22 0 0 1-22 22H${x + 7}a7 7 0 0 1-7-7V${y + 22}a22 22 0 0 1 22-22z" fill="${pop}"/>`,
    lineOf(price, { x: x + 28, y: y + 71, sizePx, fill: ink }),
    sold ? `<rect x="${x + 22}" y="${y + 46}" width="${width - 44}" height="6" fill="${ink}"/>` : '',
  ].join('')
}

async function boxed(path: string) {
  // passes the photo as raw pixels, because this process may load only SVG and WebP
  const { data, info } = await sharp(await readFile(path))
    .resize({ ...PHOTO, fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}
