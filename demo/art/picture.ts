import { byHand } from './by-hand.ts'
import { clothPattern, type Cloth } from './cloth.ts'
import { DYES, WOODS, type Dye } from './draw/colour.ts'
import { flawAt, ring, type Flaw } from './flaws.ts'
import { label } from './labels.ts'
import { between, pick, randomFrom, type Random } from './draw/random.ts'
import { fixed, mirrored } from './draw/shapes.ts'
import { svg } from './sheet.ts'
import { plainRoom, room, type Studio } from './studio.ts'
import type { Spot, ItemDrawing } from './thing.ts'
import { ITEM_DRAWINGS, type Kind } from './things/index.ts'

export const VIEWS = ['front', 'back', 'close-up', 'label', 'flaw', 'web'] as const
/** View of an item. `web` looks like the manufacturer's product photo on a white background. */
export type View = (typeof VIEWS)[number]

/** Description of one image, in plain data that can be stored as JSON. All images of an item differ only in `view`. */
export type Picture = {
  kind: Kind
  seed: string
  dye: Dye
  bright: Dye
  cloth?: Cloth
  flaw?: { is: Flaw; at?: Spot }
  studio: Studio
  view: View
}

/** Draws an image as SVG without text, links or external resources. The same input always produces the same bytes. */
export function drawPicture(picture: Picture): string {
  const item: ItemDrawing = ITEM_DRAWINGS[picture.kind]
  const dye = DYES[picture.dye]
  const chance = (of: string) => randomFrom(`${picture.kind} ${picture.seed} ${of}`)
  const cloth = clothPattern(picture.cloth ?? pick(chance('cloth'), item.cloths), dye, DYES[picture.bright])
  const { scale, at, over } = camera(picture, item, chance('label'))
  const baseY = item.base?.y ?? 1100
  const behind = picture.view === 'web' ? plainRoom() : room(picture.studio, item.position, dye, baseY, chance('room'))
  const scene = behind + (item.base ? groundShadow(item.base) : '') + subject(picture, item, chance)
  return svg(cloth, `<g transform="translate(500 625) scale(${scale}) translate(${fixed(-at[0])} ${fixed(-at[1])})">${scene}</g>${over}`)
}

/** Lists the views of an item, best first. */
export const viewsOf = ({ kind, flaw }: Pick<Picture, 'kind' | 'flaw'>): View[] => {
  const item: ItemDrawing = ITEM_DRAWINGS[kind]
  return [
    'front',
    ...(flaw ? (['flaw'] as const) : []),
    ...(item.hasBack ? (['back'] as const) : []),
    'close-up',
    ...(item.label ? (['label'] as const) : []),
  ]
}

function subject({ kind, view, dye, bright, flaw }: Picture, item: ItemDrawing, chance: (of: string) => Random): string {
  const back = view === 'back' && item.hasBack
  const random = chance('thing')
  const paint = { dye: DYES[dye], bright: DYES[bright], wood: pick(random, WOODS), random, back }
  const drawn = grown(ITEM_DRAWINGS[kind].draw(paint), item)
  const marked = drawn + (flaw && !back && view !== 'web' ? flawAt(flaw.at ?? item.flaw, flaw.is, DYES[dye]) : '')
  const cut = byHand(back ? mirrored(marked) : marked)
  if (item.position !== 'peg') return cut
  return `<g filter="url(#drop)" transform="rotate(${fixed(between(chance('tilt'), -2.2, 2.2))} 500 130)">${cut}</g>`
}

function grown(drawn: string, { size = 1, base }: ItemDrawing): string {
  return size === 1 ? drawn : `<g transform="translate(500 ${base?.y ?? 0}) scale(${size}) translate(-500 ${-(base?.y ?? 0)})">${drawn}</g>`
}

const groundShadow = ({ y, halfWidth }: { y: number; halfWidth: number }): string =>
  [
    [536, y - 8, halfWidth * 1.32, 46],
    [508, y - 8, halfWidth * 1.16, 22],
  ]
    .map(([cx, cy, rx, ry]) => `<ellipse cx="${cx}" cy="${cy}" rx="${fixed(rx!)}" ry="${ry}" fill="url(#under)"/>`)
    .join('')

function camera({ view, flaw, dye, bright }: Picture, item: ItemDrawing, random: Random): { scale: number; at: Spot; over: string } {
  const whole = { scale: 1, at: [500, 625] as const, over: '' }
  if (view === 'close-up') return { scale: 2.1, at: inside(item.closeUp, 2.1), over: '' }
  if (view === 'label' && item.label) return { scale: 1.9, at: inside(item.label, 1.9), over: label(DYES[dye], DYES[bright], random) }
  if (view === 'flaw') {
    const spot = flaw?.at ?? item.flaw
    const at = inside(spot, 2.5)
    return { scale: 2.5, at, over: ring([(spot[0] - at[0]) * 2.5, (spot[1] - at[1]) * 2.5]) }
  }
  return whole
}

/** Limits the center of a close-up, so that the close-up does not extend beyond the sheet. */
const inside = ([x, y]: Spot, scale: number): Spot => [clamp(x, 500 / scale, 1000), clamp(y, 625 / scale, 1250)]
const clamp = (value: number, margin: number, size: number): number => Math.min(Math.max(value, margin), size - margin)
