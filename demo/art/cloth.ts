import { darker, lighter } from './draw/colour.ts'
import { box, line, oval } from './draw/shapes.ts'

export const CLOTHS = ['plain', 'striped', 'checked', 'dotted', 'ribbed', 'twill', 'floral', 'knitted', 'gingham'] as const
export type Cloth = (typeof CLOTHS)[number]

/** Returns the SVG pattern that fills shapes drawn with `clothed`. Returns an empty string for plain cloth. */
export function clothPattern(cloth: Cloth, dye: string, bright: string): string {
  const { size, markup, angle = 0 } = WEAVES[cloth](dye, bright)
  return `<pattern id="cloth" width="${size[0]}" height="${size[1]}" patternUnits="userSpaceOnUse"${angle === 0 ? '' : ` patternTransform="rotate(${angle})"`}>${markup}</pattern>`
}

type Weave = { size: readonly [number, number]; markup: string; angle?: number }

const rect = (x: number, y: number, width: number, height: number, fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" opacity="${opacity}"/>`

const WEAVES: Record<Cloth, (dye: string, bright: string) => Weave> = {
  plain: () => ({ size: [10, 10], markup: '' }),
  striped: (dye) => ({ size: [60, 60], markup: rect(0, 0, 60, 22, lighter(dye, 0.82)) }),
  checked: (dye, bright) => ({
    size: [104, 104],
    markup:
      rect(0, 0, 40, 104, darker(dye, 0.38), 0.5) +
      rect(0, 0, 104, 40, darker(dye, 0.38), 0.5) +
      rect(66, 0, 7, 104, bright, 0.85) +
      rect(0, 66, 104, 7, bright, 0.85),
  }),
  gingham: (dye) => ({ size: [64, 64], markup: rect(0, 0, 32, 64, lighter(dye, 0.8), 0.62) + rect(0, 0, 64, 32, lighter(dye, 0.8), 0.62) }),
  dotted: (dye) => ({
    size: [68, 68],
    markup: `<path d="${oval(17, 17, 10)} ${oval(51, 51, 10)}" fill="${lighter(dye, 0.85)}"/>`,
  }),
  ribbed: (dye) => ({ size: [24, 24], markup: rect(0, 0, 9, 24, darker(dye, 0.3), 0.42) }),
  twill: (dye) => ({ size: [12, 12], markup: rect(0, 0, 4, 12, lighter(dye, 0.5), 0.3), angle: 32 }),
  knitted: (dye) => ({
    size: [28, 24],
    markup: line('M2 2 L14 16 L26 2', darker(dye, 0.28), 4) + line('M2 6 L14 20 L26 6', lighter(dye, 0.25), 2),
  }),
  floral: (dye, bright) => ({
    size: [150, 150],
    markup:
      flower(38, 42, lighter(dye, 0.85), bright) + flower(112, 116, bright, lighter(dye, 0.85)) + leaf(104, 34, dye) + leaf(34, 116, dye),
  }),
}

function flower(x: number, y: number, petals: string, heart: string): string {
  const ring = [0, 72, 144, 216, 288]
    .map((angle) => `<ellipse rx="10" ry="17" cy="-17" transform="rotate(${angle})" fill="${petals}"/>`)
    .join('')
  return `<g transform="translate(${x} ${y})">${ring}<circle r="9" fill="${heart}"/></g>`
}

const leaf = (x: number, y: number, dye: string): string =>
  `<path d="M${x} ${y} q-4 -20 14 -26 q4 20 -14 26Z" fill="${darker(dye, 0.35)}" opacity=".7"/>` +
  `<path d="${box(x - 2, y, 3, 12, 1)}" fill="${darker(dye, 0.35)}" opacity=".7"/>`
