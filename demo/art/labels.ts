import { darker, lighter } from './draw/colour.ts'
import { box, filled, line, transformed, solid, stitches } from './draw/shapes.ts'
import { pick, type Random } from './draw/random.ts'

/** Draws a woven label in the middle of the sheet. A symbol and lines take the place of text. */
export function label(dye: string, bright: string, random: Random): string {
  const cloth = '#faf3e2'
  const sign = pick(random, [
    'M0 40 C-74 -8 -34 -58 0 -24 C34 -58 74 -8 0 40Z',
    'M0 -52 L15 -16 L54 -14 L24 10 L34 48 L0 26 L-34 48 L-24 10 L-54 -14 L-15 -16Z',
    'M-50 34 L0 -44 L50 34Z',
    'M0 -50 Q50 -30 44 14 Q30 44 0 50 Q-30 44 -44 14 Q-50 -30 0 -50Z',
  ])
  const words = [
    [-60, 120],
    [-32, 190],
    [0, 150],
    [32, 90],
  ]
    .map(([y, width], at) =>
      filled(box(-10, y! - 8, width!, at === 0 ? 20 : 13, 6), at === 0 ? darker(dye, 0.4) : lighter(darker(dye, 0.4), 0.45)),
    )
    .join('')
  return transformed(
    500,
    640,
    `<g filter="url(#drop)">${solid(box(-230, -120, 460, 240, 8), cloth, 5)}</g>` +
      stitches('M-212 -102 V102 M212 -102 V102', bright, 6) +
      transformed(-120, -4, filled(sign, bright) + line(sign, darker(bright, 0.4), 5), 0, 1.15) +
      words,
    -2.5,
  )
}
