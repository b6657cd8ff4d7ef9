import { darker, DYES, lighter } from '#demo/art/draw/colour.ts'
import { between, pick } from '#demo/art/draw/random.ts'
import { symmetric, box, clothed, faded, filled, gleam, line, transformed, oval, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

const PLAYFUL = [DYES.tomato, DYES.mustard, DYES.mint, DYES.denim, DYES.rose, DYES.sage, DYES.apricot]

export const blocks: ItemDrawing = {
  shown: 'piled on the floor',
  position: 'floor',
  base: { y: 1054, halfWidth: 330 },
  cloths: ['plain'],
  closeUp: [500, 720],
  flaw: [760, 880],
  hasBack: false,
  draw({ random }) {
    const start = Math.floor(random() * PLAYFUL.length)
    const at = [
      [296, 950],
      [500, 954],
      [704, 950],
      [398, 748],
      [602, 746],
      [500, 546],
    ] as const
    return at
      .map(([x, y], which) => transformed(x, y, block(PLAYFUL[(start + which) % PLAYFUL.length]!, which), between(random, -4, 4)))
      .join('')
  },
}

const SIGNS = [
  oval(0, 0, 50),
  'M0 -56 L54 44 H-54Z',
  box(-46, -46, 92, 92, 8),
  'M0 -60 L17 -20 L60 -18 L27 9 L38 52 L0 28 L-38 52 L-27 9 L-60 -18 L-17 -20Z',
  'M0 50 C-90 -10 -40 -70 0 -30 C40 -70 90 -10 0 50Z',
  'M-56 24 C-56 -54 56 -54 56 24Z',
]

const block = (colour: string, which: number): string =>
  solid(box(-98, -98, 196, 196, 24), lighter('#d9ac74', 0.2)) +
  filled(box(-80, -80, 160, 160, 16), '#f6e7cb') +
  solid(SIGNS[which]!, colour, 4)

export const bear: ItemDrawing = {
  shown: 'sitting on a table',
  position: 'table',
  base: { y: 1052, halfWidth: 240 },
  cloths: ['twill', 'plain'],
  closeUp: [500, 520],
  label: [620, 900],
  flaw: [620, 800],
  hasBack: false,
  draw({ dye, bright }) {
    const pale = lighter(dye, 0.45)
    const ear = clothed(oval(352, 372, 74), dye) + filled(oval(352, 376, 42), pale)
    const arm = clothed('M372 690 C290 690 236 770 244 850 Q280 900 330 860 C350 810 366 780 396 770Z', dye)
    const foot = clothed(oval(352, 980, 92, 78), dye) + solid(oval(346, 984, 52, 46), pale, 4)
    return (
      symmetric(ear) +
      clothed('M500 640 C640 640 690 800 670 930 Q640 1050 500 1050 Q360 1050 330 930 C310 800 360 640 500 640Z', dye) +
      solid(oval(500, 872, 110, 126), pale, 4) +
      stitches('M500 760 V980', darker(dye, 0.3)) +
      symmetric(arm + foot) +
      clothed(oval(500, 500, 208, 182), dye) +
      solid(oval(500, 560, 94, 72), pale, 4) +
      solid('M460 522 Q500 506 540 522 Q534 560 500 568 Q466 560 460 522Z', '#4a3630', 3) +
      line('M500 568 V596 Q476 618 452 602 M500 596 Q524 618 548 602', '#4a3630', 8) +
      symmetric(
        filled(oval(418, 466, 19), '#33272a') +
          filled(oval(412, 459, 6), '#ffffff') +
          faded(0.3, filled(oval(376, 536, 30, 22), DYES.tomato)),
      ) +
      solid('M392 668 Q500 720 608 668 L616 706 Q500 762 384 706Z', bright, 5) +
      solid('M560 700 L640 800 L586 808 L540 724Z', bright, 5)
    )
  },
}

export const books: ItemDrawing = {
  shown: 'stacked on a table',
  position: 'table',
  base: { y: 1044, halfWidth: 310 },
  cloths: ['plain'],
  closeUp: [420, 850],
  flaw: [300, 740],
  hasBack: false,
  draw({ dye, bright, random }) {
    const spines = [dye, bright, darker(dye, 0.3), lighter(bright, 0.4), lighter(dye, 0.35)]
    let y = 1044
    const stack = spines.map((colour, at) => {
      const [height, width] = [between(random, 84, 118), between(random, 270, 312)]
      y -= height
      return transformed(500 + between(random, -26, 26), y, book(Math.round(width), Math.round(height), colour, at))
    })
    return stack.join('') + transformed(520, y, glasses(darker(dye, 0.5)))
  },
}

function book(half: number, height: number, colour: string, at: number): string {
  const title = pick(() => at / 5, [150, 210, 180, 130, 230])
  return (
    solid(box(half - 60, 10, 54, height - 20, 6), '#f6ecd4', 4) +
    [0.3, 0.5, 0.7].map((share) => line(`M${half - 54} ${Math.round(height * share)} H${half - 12}`, '#d8c8a4', 3)).join('') +
    solid(
      `M${-half + 20} 2 H${half} V14 H${half - 36} V${height - 14} H${half} V${height - 2} H${-half + 20} Q${-half} ${height / 2} ${-half + 20} 2Z`,
      colour,
    ) +
    filled(box(-half + 46, Math.round(height * 0.32), title, 16, 6), lighter(colour, 0.72)) +
    filled(box(-half + 46, Math.round(height * 0.58), title * 0.55, 10, 5), lighter(colour, 0.5)) +
    faded(0.8, line(`M${half - 110} 10 V${height - 10} M${half - 96} 10 V${height - 10}`, lighter(colour, 0.6), 5))
  )
}

const glasses = (colour: string): string =>
  line('M-70 -34 q-10 -26 30 -34 M66 -34 q26 -30 60 -22', colour, 8) +
  faded(0.35, filled(oval(-40, -26, 46, 26), '#fff')) +
  line(`${oval(-40, -26, 46, 26)} ${oval(64, -26, 46, 26)} M6 -30 q6 -8 12 0`, colour, 9)

export const train: ItemDrawing = {
  shown: 'on the floor',
  position: 'floor',
  base: { y: 1036, halfWidth: 350 },
  cloths: ['plain'],
  closeUp: [330, 840],
  flaw: [240, 780],
  hasBack: false,
  draw({ dye, bright, wood }) {
    const wheel = (x: number, radius: number) =>
      solid(oval(x, 1036 - radius, radius), wood) +
      filled(oval(x, 1036 - radius, radius * 0.4), lighter(wood, 0.4)) +
      filled(oval(x, 1036 - radius, 8), darker(wood, 0.5))
    return (
      solid(box(160, 900, 690, 66, 20), lighter('#d9ac74', 0.1)) +
      solid(box(190, 620, 240, 290, 22), dye) +
      solid(box(228, 668, 164, 120, 14), '#fbf4e2', 5) +
      solid('M160 584 Q310 556 460 584 V630 H160Z', bright) +
      solid('M430 700 H740 Q822 706 822 808 Q822 904 740 910 H430Z', lighter(dye, 0.14)) +
      line('M520 704 V906 M640 704 V906', bright, 17) +
      solid('M690 560 H770 L754 706 H706Z', bright) +
      solid(box(676, 530, 108, 44, 16), darker(bright, 0.15)) +
      solid(oval(566, 690, 40), bright, 5) +
      solid(oval(826, 820, 26), '#f2d479', 5) +
      wheel(290, 88) +
      wheel(540, 62) +
      wheel(700, 62) +
      gleam('M460 736 H720', 13, 0.4) +
      puffs()
    )
  },
}

const puffs = (): string =>
  faded(
    0.75,
    [
      [742, 470, 36],
      [800, 400, 50],
      [874, 316, 62],
    ]
      .map(([x, y, radius]) => filled(oval(x!, y!, radius!), '#fffaf0'))
      .join(''),
  )
