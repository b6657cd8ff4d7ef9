import { darker, lighter } from './draw/colour.ts'
import { faded, filled, line, oval, stitches } from './draw/shapes.ts'
import type { Spot } from './thing.ts'

/** Drawings of the flaws of second-hand items, centered on the origin. */
const MARKS = {
  fleck: () => filled(`${oval(0, 0, 11, 9)} ${oval(20, -14, 5)} ${oval(-18, 14, 6)} ${oval(14, 20, 4)}`, '#fbf5e6'),
  darn: (colour) =>
    [-24, -12, 0, 12, 24]
      .map((at) => line(`M-30 ${at} H30`, lighter(colour, 0.55), 5) + line(`M${at} -30 V30`, lighter(colour, 0.4), 4))
      .join(''),
  chip: (colour) =>
    filled('M-24 -4 Q-14 -22 6 -17 Q26 -16 24 2 Q20 20 0 16 Q-22 18 -24 -4Z', lighter(colour, 0.6)) +
    filled('M-15 -3 Q-8 -14 5 -10 Q17 -9 15 2 Q10 12 0 9 Q-14 11 -15 -3Z', '#3a3238'),
  scuff: (colour) => line('M-34 10 L20 -14 M-20 22 L32 0 M-8 -20 L26 -30', lighter(colour, 0.6), 5),
  split: (colour) =>
    line('M0 -40 L-7 -20 L6 -4 L-5 14 L3 38', darker(colour, 0.7), 6) + line('M7 -38 L0 -20 L13 -4 L2 14 L10 36', lighter(colour, 0.7), 4),
  mend: (colour) => stitches('M-44 0 Q0 -10 44 0 M-44 14 Q0 4 44 14', lighter(colour, 0.75), 6),
  faded: (colour) => faded(0.4, filled(oval(0, 0, 52, 40), lighter(colour, 0.9))),
  stain: (colour) => faded(0.45, filled('M-34 -6 Q-20 -36 12 -28 Q44 -22 38 6 Q24 34 -8 28 Q-38 24 -34 -6Z', darker(colour, 0.55))),
} satisfies Record<string, (colour: string) => string>

export type Flaw = keyof typeof MARKS
export const FLAWS = Object.keys(MARKS) as Flaw[]

/** Draws the flaw on the item, so that the flaw appears in every image of that spot. */
export const flawAt = ([x, y]: Spot, flaw: Flaw, colour: string): string => `<g transform="translate(${x} ${y})">${MARKS[flaw](colour)}</g>`

/** Draws a wax crayon ring around a point. The coordinates are relative to the middle of the sheet. */
export const ring = ([x, y]: Spot): string => {
  const round = 'M648 622 C652 742 548 812 442 774 C336 734 322 590 402 506 C490 420 640 470 660 600 C668 660 650 716 618 752'
  return `<g transform="translate(${x - 40} ${y})">${line(round, '#fffaf0', 24)}${line(round, '#e2523c', 13)}</g>`
}
