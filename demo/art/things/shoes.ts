import { darker, lighter } from '#demo/art/draw/colour.ts'
import { faded, filled, gleam, line, transformed, oval, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

/** Drawings of pairs of shoes: the same shoe, which points right, is drawn twice. The rear shoe is slightly darker. */

export const trainers: ItemDrawing = {
  shown: 'a pair on the floor',
  position: 'floor',
  base: { y: 1024, halfWidth: 360 },
  cloths: ['plain'],
  closeUp: [450, 780],
  flaw: [712, 940],
  hasBack: false,
  draw: ({ dye, bright }) =>
    transformed(222, 500, trainer(darker(dye, 0.12), darker(bright, 0.12)), -3, 0.96) + transformed(96, 640, trainer(dye, bright)),
}

function trainer(dye: string, bright: string): string {
  const upper =
    'M44 304 C26 210 52 112 112 66 C132 50 160 66 186 74 L296 50 C330 124 400 176 486 206 C590 226 690 240 712 324 L716 344 H44Z'
  const laces = [0, 1, 2, 3, 4].map((at) => line(`M${318 + at * 37} ${84 + at * 27} l-46 36`, '#fffaf0', 15)).join('')
  const holes = [0, 1, 2, 3, 4].map((at) => filled(oval(268 + at * 37, 124 + at * 27, 6), darker(bright, 0.5))).join('')
  return (
    solid('M286 56 L316 16 Q352 6 384 34 L420 170 L330 140Z', lighter(bright, 0.25)) +
    solid(upper, dye) +
    filled('M560 224 C650 234 700 256 714 338 H566 C548 296 546 258 560 224Z', lighter(dye, 0.4)) +
    filled('M44 304 C28 220 48 126 104 74 L152 100 C110 160 108 240 124 344 H44Z', bright) +
    filled('M228 120 L290 64 C330 130 400 184 470 208 L428 252 C340 226 270 182 228 120Z', lighter(bright, 0.12)) +
    filled('M190 344 C260 330 330 296 372 244 L426 264 C380 320 330 338 300 344Z', bright) +
    stitches('M566 232 C552 268 556 304 572 338', darker(dye, 0.4), 4) +
    stitches('M158 104 C118 166 116 240 132 338', lighter(bright, 0.6), 4) +
    holes +
    laces +
    solid('M34 336 H718 Q744 390 706 408 H70 Q22 404 34 336Z', '#f7efdd') +
    line('M40 372 Q380 388 722 370', bright, 10) +
    faded(0.4, stitches('M60 352 H706', darker('#f7efdd', 0.5), 3)) +
    gleam('M84 120 Q110 88 140 92', 9, 0.5)
  )
}

export const boots: ItemDrawing = {
  shown: 'a pair on the floor',
  position: 'floor',
  base: { y: 1044, halfWidth: 330 },
  cloths: ['plain'],
  closeUp: [520, 560],
  flaw: [690, 880],
  hasBack: false,
  draw: ({ dye, bright }) => transformed(200, 290, boot(darker(dye, 0.13), bright), 0, 0.97) + transformed(70, 350, boot(dye, bright)),
}

function boot(dye: string, bright: string): string {
  const upper = 'M226 58 Q330 34 446 56 C452 190 440 290 460 380 C560 404 676 428 706 540 L708 604 H204 C222 430 236 230 226 58Z'
  const laces = [0, 1, 2, 3, 4, 5]
    .map((at) => line(`M${446 + (at > 3 ? (at - 3) * 14 : 0)} ${104 + at * 50} l-66 22`, lighter(bright, 0.55), 12))
    .join('')
  const hooks = [0, 1, 2, 3, 4, 5].map((at) => filled(oval(374 + (at > 3 ? (at - 3) * 12 : 0), 130 + at * 50, 7), '#d9b25c')).join('')
  return (
    line('M236 70 Q206 30 226 18 Q250 12 258 56', darker(dye, 0.45), 14) +
    solid('M380 48 Q430 0 470 30 L478 330 L420 340Z', darker(dye, 0.2)) +
    solid(upper, dye) +
    stitches('M352 70 C362 220 350 330 396 430 Q470 470 560 480', darker(dye, 0.45)) +
    filled('M566 424 C660 446 700 480 708 604 H578 C540 540 540 470 566 424Z', lighter(dye, 0.16)) +
    stitches('M566 432 C546 480 548 540 582 598', darker(dye, 0.45)) +
    stitches('M236 470 Q300 440 352 470 Q346 540 352 598', darker(dye, 0.45)) +
    hooks +
    laces +
    line('M438 96 q44 -30 60 4 q-20 26 -58 6 M438 96 q20 -44 50 -40', lighter(bright, 0.55), 9) +
    solid('M196 598 H712 Q732 636 708 658 H196Z', lighter('#b98a58', 0.15), 5) +
    solid('M192 640 H718 Q726 690 700 694 H464 L446 676 H392 L384 706 H196 Q182 672 192 640Z', '#4a3730', 5) +
    gleam('M268 120 Q276 260 262 380', 15, 0.3)
  )
}
