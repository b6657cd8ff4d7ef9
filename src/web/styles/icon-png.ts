import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { TONE_COLOURS } from './tokens.ts'

type Rgb = readonly [number, number, number]

/** Part of the image that the price tag fills: the whole image or, for a maskable icon, only the safe area. */
type Fit = 'whole' | 'maskable'

/** Number of samples per pixel in each direction. Several samples make edges smooth. */
const FINE = 3
/** Size of the grid on which the price tag is drawn, as in the SVG. */
const GRID = 32
const PAPER: Rgb = [252, 251, 248]

/**
 * Icons for home screens. The last icon is for Apple devices, which do not read the manifest. `bin/icons.ts` draws the icons into `icons/`.
 */
export const PNG_ICONS = [
  { file: 'icon-192.png', sizePx: 192, fit: 'whole', purpose: 'any' },
  { file: 'icon-512.png', sizePx: 512, fit: 'whole', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizePx: 512, fit: 'maskable', purpose: 'maskable' },
  { file: 'icon-180.png', sizePx: 180, fit: 'maskable', purpose: null },
] as const satisfies readonly { file: string; sizePx: number; fit: Fit; purpose: string | null }[]

/** Returns the stored icon files, because drawing icons during a request would be too slow. */
export const iconFiles = (): { file: string; bytes: Buffer<ArrayBuffer> }[] =>
  PNG_ICONS.map(({ file }) => ({ file, bytes: readFileSync(new URL(`./icons/${file}`, import.meta.url)) }))

/** Draws the site's icon as a PNG, for browsers that do not support SVG icons. The PNG shows the same price tag as the SVG. */
export function iconPng(sizePx: number, fit: Fit = 'whole'): Buffer {
  const { pop, ink } = TONE_COLOURS.lemon.light
  const colours: Colours = { hole: rgb(ink), tag: rgb(pop), ground: fit === 'maskable' ? PAPER : null }
  const scale = fit === 'maskable' ? 0.58 : 1
  const onGrid = (pixel: number): number => ((pixel / sizePx - 0.5) * GRID) / scale + GRID / 2
  const rows = Buffer.alloc(sizePx * (1 + sizePx * 4))
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) rows.set(pixelAt(onGrid, x, y, colours), y * (1 + sizePx * 4) + 1 + x * 4)
  }
  return png(sizePx, rows)
}

type Colours = Readonly<Record<Region, Rgb | null>>
type Pixel = [red: number, green: number, blue: number, there: number]

/** Samples a pixel at several points only if an edge crosses the pixel. */
function pixelAt(onGrid: (pixel: number) => number, x: number, y: number, colours: Colours): Pixel {
  const [left, right, top, bottom] = [onGrid(x), onGrid(x + 1), onGrid(y), onGrid(y + 1)]
  const corner = regionAt(left, top)
  if (corner === regionAt(right, top) && corner === regionAt(left, bottom) && corner === regionAt(right, bottom)) {
    const colour = colours[corner]
    return colour ? [...colour, 255] : [0, 0, 0, 0]
  }
  const points = Array.from({ length: FINE * FINE }, (_, index) =>
    regionAt(onGrid(x + ((index % FINE) + 0.5) / FINE), onGrid(y + (Math.floor(index / FINE) + 0.5) / FINE)),
  )
  return mean(points.flatMap((region) => colours[region] ?? []))
}

/** Returns the mean color of the sampled points that are covered, and their share of the pixel. `parts`: three color values per point. */
function mean(parts: readonly number[]): Pixel {
  const there = parts.length / 3
  const part = (offset: number) => parts.reduce((sum, value, index) => (index % 3 === offset ? sum + value : sum), 0) / (there || 1)
  return [part(0), part(1), part(2), Math.round((255 * there) / (FINE * FINE))]
}

type Region = 'hole' | 'tag' | 'ground'

/** The price tag has three round corners, one cut corner, and a hole. */
function regionAt(x: number, y: number): Region {
  if (Math.hypot(x - 21, y - 10) <= 2.4) return 'hole'
  if (x < 4 || x > 29 || y < 2 || y > 30 || x - y > 18) return 'ground'
  const [nearX, nearY] = [Math.min(Math.max(x, 7), 26), Math.min(Math.max(y, 5), 27)]
  const atCut = x > 26 && y < 14
  return atCut || Math.hypot(x - nearX, y - nearY) <= 3 ? 'tag' : 'ground'
}

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** Encodes a PNG with four 8-bit channels (W3C, PNG). Each row begins with its filter byte. */
function png(sizePx: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sizePx, 0)
  header.writeUInt32BE(sizePx, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
