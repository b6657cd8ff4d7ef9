import { byHand } from './by-hand.ts'
import { darker, DYES, lighter } from './draw/colour.ts'
import { symmetric, box, faded, filled, gleam, line, mirrored, transformed, oval, solid } from './draw/shapes.ts'
import { svg } from './sheet.ts'
import { STUDIOS, type Studio } from './studio.ts'

/** Square shop logos. */
export const EMBLEMS = {
  fox: () =>
    leaf(238, 700, -34) +
    mirrored(leaf(238, 700, -34)) +
    symmetric(solid('M262 330 L300 160 L452 300Z', DYES.apricot) + filled('M300 300 L318 222 L396 296Z', darker(DYES.rust, 0.2))) +
    solid('M500 280 C620 280 700 330 742 470 C690 560 610 660 500 760 C390 660 310 560 258 470 C300 330 380 280 500 280Z', DYES.apricot) +
    symmetric(
      filled('M266 476 C340 470 430 520 500 754 C392 660 314 560 266 476Z', '#fbf4e2') +
        filled(oval(398, 470, 21, 26), '#33272a') +
        filled(oval(392, 460, 7), '#fff'),
    ) +
    solid(oval(500, 742, 34, 26), '#33272a', 3),
  lemon: () =>
    leaf(470, 330, -62) +
    leaf(486, 330, 8) +
    solid(
      'M240 520 C250 360 400 290 540 310 C640 324 700 380 748 440 Q800 452 800 500 Q780 540 740 546 C690 670 560 740 440 710 C320 690 236 620 240 520Z',
      DYES.butter,
    ) +
    gleam('M310 500 C320 430 380 390 450 380', 24, 0.65) +
    faded(
      0.5,
      [
        [420, 600],
        [520, 560],
        [600, 620],
        [480, 660],
        [640, 500],
      ]
        .map(([x, y]) => filled(oval(x!, y!, 7), darker(DYES.mustard, 0.2)))
        .join(''),
    ),
  cassette: () =>
    solid(box(190, 310, 620, 390, 44), DYES.rose) +
    solid(box(240, 360, 520, 200, 20), '#fbf4e2', 5) +
    line('M270 400 H600 M270 432 H520', lighter(DYES.rose, 0.2), 9) +
    solid(box(330, 454, 340, 84, 42), '#4a4350', 5) +
    symmetric(filled(oval(390, 496, 28), '#fbf4e2') + line('M390 474 V518 M368 496 H412', '#4a4350', 8)) +
    solid('M300 700 L340 610 H660 L700 700Z', darker(DYES.rose, 0.14), 5) +
    symmetric(filled(oval(382, 668, 12), '#4a4350')),
  house: () =>
    solid('M270 480 H730 V760 H270Z', '#fbf4e2') +
    solid('M210 500 L500 240 L790 500 L752 530 L500 310 L248 530Z', DYES.terracotta) +
    solid('M440 760 V600 Q440 540 500 540 Q560 540 560 600 V760Z', DYES.forest) +
    symmetric(solid('M236 770 Q220 690 290 690 Q310 650 350 690 Q410 690 400 770Z', DYES.forest, 5)) +
    transformed(500, 250, leaf(0, 6, -40) + leaf(0, 6, 36), 0, 0.7) +
    symmetric(solid(box(318, 560, 76, 84, 8), DYES.sky, 5) + line('M356 560 V644 M318 602 H394', '#fbf4e2', 7)),
  attic: () =>
    solid('M250 760 V480 Q250 250 500 250 Q750 250 750 480 V760Z', DYES.terracotta) +
    filled('M300 740 V486 Q300 304 500 304 Q700 304 700 486 V740Z', '#4b4a78') +
    solid(oval(556, 450, 74), '#f7e6b0', 4) +
    filled(oval(590, 428, 64), '#4b4a78') +
    [
      [390, 420],
      [440, 520],
      [620, 600],
      [380, 610],
      [660, 400],
    ]
      .map(([x, y]) => filled(oval(x!, y!, 8), '#fbf4e2'))
      .join('') +
    line('M500 306 V744 M302 560 H698', lighter(DYES.terracotta, 0.3), 22) +
    solid(box(220, 740, 560, 44, 12), lighter(DYES.terracotta, 0.2)),
  radio: () =>
    line('M640 380 L740 180', '#5a6a75', 14) +
    solid(box(210, 370, 580, 390, 60), DYES.teal) +
    solid(oval(380, 566, 116), '#fbf4e2') +
    [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => transformed(380, 566, line('M0 -92 V-70', DYES.slate, 9), angle)).join('') +
    line('M380 566 L432 500', DYES.tomato, 12) +
    [490, 540, 590, 640].map((y) => line(`M560 ${y} H720`, darker(DYES.teal, 0.4), 16)).join(''),
} satisfies Record<string, () => string>
export type Emblem = keyof typeof EMBLEMS

const leaf = (x: number, y: number, angle: number): string =>
  transformed(x, y, solid('M0 0 Q-70 -90 0 -200 Q70 -90 0 0Z', DYES.forest, 5) + line('M0 -14 V-150', lighter(DYES.forest, 0.4), 6), angle)

export function drawEmblem(emblem: Emblem, studio: Studio): string {
  const { walls, arch } = STUDIOS[studio]
  return svg(
    '',
    filled('M0 0H1000V1000H0Z', walls[1]) +
      faded(0.75, filled(oval(500, 500, 430), walls[2])) +
      line(oval(500, 500, 430), arch, 14) +
      `<g filter="url(#drop)">${byHand(EMBLEMS[emblem]())}</g>`,
    '0 0 1000 1000',
    800,
    800,
  )
}
