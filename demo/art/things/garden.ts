import { darker, DYES, lighter, mix } from '#demo/art/draw/colour.ts'
import { between } from '#demo/art/draw/random.ts'
import { symmetric, box, faded, filled, fixed, gleam, line, transformed, oval, solid } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

export const wateringCan: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1040, halfWidth: 270 },
  cloths: ['plain'],
  closeUp: [480, 720],
  flaw: [420, 566],
  hasBack: false,
  draw({ dye, bright }) {
    const handle = (d: string, width: number) => line(d, darker(dye, 0.45), width + 12) + line(d, darker(dye, 0.1), width)
    const holes = [
      [876, 500],
      [900, 528],
      [852, 486],
      [924, 552],
    ]
      .map(([x, y]) => filled(oval(x!, y!, 6), darker(dye, 0.6)))
      .join('')
    const daisy =
      [0, 60, 120, 180, 240, 300]
        .map((angle) => `<ellipse rx="17" ry="34" cy="-38" transform="translate(478 830) rotate(${angle})" fill="#fbf4e2"/>`)
        .join('') + filled(oval(478, 830, 20), bright)
    return (
      handle('M300 700 C120 690 120 930 282 936', 30) +
      handle('M336 600 C360 360 600 360 622 600', 30) +
      solid('M640 900 L830 560 L880 596 L700 1000Z', darker(dye, 0.06)) +
      solid('M806 452 L954 560 Q950 604 920 604 L792 508 Q786 470 806 452Z', darker(dye, 0.16)) +
      holes +
      solid('M294 590 H664 L712 1000 Q480 1066 246 1000Z', dye) +
      filled(oval(479, 592, 185, 40), darker(dye, 0.5)) +
      line(oval(479, 592, 185, 40), lighter(dye, 0.35), 14) +
      line('M272 770 Q480 806 686 770 M256 930 Q480 972 702 930', darker(dye, 0.24), 9) +
      daisy +
      gleam('M330 690 Q318 800 306 900', 20, 0.5)
    )
  },
}

export const plant: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1050, halfWidth: 190 },
  cloths: ['plain'],
  closeUp: [500, 560],
  flaw: [620, 830],
  hasBack: false,
  draw({ dye, random }) {
    const leaves = Array.from({ length: 15 }, (_, at) => ({
      angle: -84 + at * 12 + between(random, -4, 4),
      depth: Math.abs(at - 7),
      at,
    })).toSorted((one, other) => other.depth - one.depth)
    const green = (depth: number) => mix('#5f9b6c', '#3d7257', depth / 8)
    const fan = leaves.map(({ angle, depth, at }) => {
      const [length, half] = [between(random, 350, 440) - depth * 12, 58]
      const colour = at % 2 === 0 ? green(depth) : lighter(green(depth), 0.14)
      return transformed(
        500,
        790,
        solid(`M-18 0 Q${-half} ${fixed(-length * 0.45)} 0 ${fixed(-length)} Q${half} ${fixed(-length * 0.45)} 18 0Z`, colour, 5) +
          faded(0.5, line(`M0 -40 V${fixed(-length * 0.82)}`, lighter(colour, 0.5), 6)),
        angle,
      )
    })
    return (
      fan.join('') +
      solid('M322 830 H678 L630 1036 Q500 1064 370 1036Z', dye) +
      faded(0.5, line('M346 930 Q500 956 654 930', darker(dye, 0.3), 8)) +
      solid(box(296, 772, 408, 82, 18), lighter(dye, 0.12)) +
      gleam('M372 880 L390 1000', 18, 0.35)
    )
  },
}

export const seedTins: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1044, halfWidth: 360 },
  size: 1.14,
  cloths: ['plain'],
  closeUp: [400, 820],
  flaw: [640, 1000],
  hasBack: false,
  draw({ dye, bright }) {
    return (
      transformed(660, 560, tin(bright, DYES.sage, 'bean'), 2) +
      transformed(310, 620, tin(lighter(dye, 0.1), DYES.mustard, 'sun'), -2) +
      transformed(498, 760, tin(DYES.cream, DYES.tomato, 'root'))
    )
  },
}

const EMBLEMS = {
  sun: (colour: string) =>
    [0, 40, 80, 120, 160, 200, 240, 280, 320]
      .map((angle) => `<ellipse rx="11" ry="25" cy="-42" transform="rotate(${angle})" fill="${colour}"/>`)
      .join('') + solid(oval(0, 0, 26), '#7a4e2d', 3),
  bean: (colour: string) =>
    transformed(-4, 0, solid('M-16 -60 Q34 -50 26 0 Q34 50 -16 60 Q10 20 0 0 Q10 -20 -16 -60Z', darker(colour, 0.15), 4), 14) +
    [-30, 0, 30].map((y) => filled(oval(6, y, 9), lighter(colour, 0.4))).join(''),
  root: (colour: string) =>
    solid('M0 66 Q-52 10 -40 -24 Q0 -52 40 -24 Q52 10 0 66Z', colour, 4) +
    line('M0 -34 Q-26 -70 -40 -62 M0 -34 V-82 M0 -34 Q26 -70 40 -62', DYES.forest, 9),
}

const tin = (colour: string, accent: string, emblem: keyof typeof EMBLEMS): string =>
  solid('M-140 30 V270 Q0 306 140 270 V30Z', colour) +
  solid(oval(0, 26, 146, 34), darker('#cfcbc2', 0.04), 5) +
  line(oval(0, 24, 112, 22), darker('#cfcbc2', 0.25), 5) +
  filled('M-137 84 Q0 116 137 84 V236 Q0 268 -137 236Z', '#fbf4e2') +
  transformed(0, 172, EMBLEMS[emblem](accent), 0, 0.95) +
  bothEdges(accent) +
  gleam('M-116 70 V250', 13, 0.4)

const bothEdges = (accent: string): string => line('M-136 92 Q0 124 136 92 M-136 232 Q0 264 136 232', accent, 8)

export const pots: ItemDrawing = {
  shown: 'stacked on a table',
  position: 'table',
  base: { y: 1050, halfWidth: 170 },
  size: 1.3,
  cloths: ['plain'],
  closeUp: [500, 860],
  flaw: [600, 720],
  hasBack: false,
  draw({ dye }) {
    const pot = (shade: string) =>
      solid('M-150 60 H150 L112 250 Q0 274 -112 250Z', shade) +
      solid(box(-178, 0, 356, 76, 14), lighter(shade, 0.1)) +
      gleam('M-104 100 L-90 220', 15, 0.3)
    return (
      transformed(500, 560, pot(lighter(dye, 0.12)), -2, 0.9) +
      transformed(500, 670, pot(darker(dye, 0.06)), 1, 1) +
      transformed(500, 780, pot(dye), 0, 1.1) +
      symmetric(faded(0.5, filled('M360 1000 q20 -30 40 6 q30 -20 36 26 L372 1030Z', '#fffaf0')))
    )
  },
}
