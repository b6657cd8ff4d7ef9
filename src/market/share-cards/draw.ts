import { lineOf, linesOf, widthOf } from './letters.ts'

export type CardColours = { band: string; pop: string; ink: string; text: string }

/** Pixels of a share card, as the sites that show them want it. */
export const CARD = { width: 1200, height: 630 } as const
/** Where the photo goes, in the shape of our photos. */
export const PHOTO_BOX = { left: 0, top: 0, width: 504, height: 630 } as const

export type CardWords = {
  /** Small, above: the shop. */
  above: string
  title: string
  /** On the sticker. */
  price: string | null
  /** Struck through on it. */
  sold: boolean
  hasPhoto: boolean
}

/** A card in the shop's colour: photo, name, title, price on its sticker. */
export function drawCard({ above, title, price, sold, hasPhoto }: CardWords, colours: CardColours): string {
  const left = hasPhoto ? PHOTO_BOX.width + 56 : 72
  const widthPx = CARD.width - left - 56
  const sizePx = hasPhoto ? 68 : 92
  const lines = linesOf(title, { sizePx, widthPx, most: hasPhoto ? 4 : 3 })
  const top = 150
  const [shop = ''] = linesOf(above, { sizePx: 30, widthPx: widthPx - 120, most: 1 })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">`,
    `<rect width="100%" height="100%" fill="${colours.band}"/>`,
    `<circle cx="${CARD.width + 10}" cy="-10" r="190" fill="${colours.pop}"/>`,
    lineOf(shop, { x: left, y: 92, sizePx: 30, fill: colours.text }),
    ...lines.map((line, index) => lineOf(line, { x: left, y: top + sizePx * 0.7 + index * sizePx * 1.06, sizePx, fill: colours.ink })),
    price === null ? '' : sticker(price, sold, { x: left, y: 478 }, colours),
    lineOf('resale', { x: CARD.width - 56 - widthOf('resale', 34), y: 570, sizePx: 34, fill: colours.ink }),
    '</svg>',
  ].join('')
}

/** The price tag with its one cut corner. */
function sticker(price: string, sold: boolean, { x, y }: { x: number; y: number }, { pop, ink }: CardColours): string {
  const sizePx = 64
  const [width, height] = [widthOf(price, sizePx) + 56, 96]
  return [
    `<path d="M${x + 22} ${y}h${width - 44}a22 22 0 0 1 22 22v${height - 44}a22 22 0 0 1-22 22H${x + 7}a7 7 0 0 1-7-7V${y + 22}a22 22 0 0 1 22-22z" fill="${pop}"/>`,
    lineOf(price, { x: x + 28, y: y + 71, sizePx, fill: ink }),
    sold ? `<rect x="${x + 22}" y="${y + 46}" width="${width - 44}" height="6" fill="${ink}"/>` : '',
  ].join('')
}
