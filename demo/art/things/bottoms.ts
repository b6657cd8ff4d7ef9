import { BRASS, darker, lighter } from '#demo/art/draw/colour.ts'
import { symmetric, box, button, clothed, faded, filled, line, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'
import { clipHanger, clips } from './hanger.ts'

export const jeans: ItemDrawing = {
  shown: 'on a clip hanger',
  position: 'peg',
  cloths: ['twill'],
  closeUp: [420, 400],
  label: [590, 330],
  flaw: [330, 1090],
  hasBack: true,
  draw({ dye, bright, wood, back }) {
    const thread = lighter(bright, 0.1)
    const leg = 'M340 286 H506 V520 C494 720 486 940 478 1112 Q356 1136 236 1104 C256 860 320 560 340 286Z'
    const pocket = back
      ? clothed('M372 410 H472 V500 L422 536 L372 500Z', lighter(dye, 0.06), 5) + stitches('M382 440 Q422 478 462 440', thread, 4)
      : line('M352 344 Q440 366 452 300', darker(dye, 0.45), 6) + stitches('M350 356 Q452 380 464 302', thread, 4)
    const seams =
      stitches('M366 420 C352 640 300 880 276 1096', thread, 3) +
      faded(0.2, line('M420 560 Q400 780 380 960', lighter(dye, 0.8), 46)) +
      filled('M238 1078 Q356 1110 480 1086 L478 1112 Q356 1136 236 1104Z', lighter(dye, 0.3)) +
      stitches('M240 1084 Q356 1116 478 1092', thread, 3)
    const patch = back ? solid(box(566, 290, 92, 54, 5), '#b57f4b', 4) : ''
    const fly = back
      ? line('M500 340 V530', darker(dye, 0.45), 6)
      : line('M500 330 V520', darker(dye, 0.45), 6) + stitches('M476 330 V470 Q480 508 500 518', thread, 4)
    return (
      clipHanger(wood) +
      symmetric(clothed(leg, dye) + seams + pocket) +
      fly +
      clothed('M334 272 H666 L662 336 H338Z', darker(dye, 0.1), 6) +
      stitches('M342 326 H658', thread, 3) +
      [372, 480, 606].map((x) => clothed(box(x, 268, 18, 76, 4), dye, 4)).join('') +
      (back ? patch : button(500, 306, BRASS, 15)) +
      clips()
    )
  },
}

export const skirt: ItemDrawing = {
  shown: 'on a clip hanger',
  position: 'peg',
  cloths: ['checked', 'plain', 'gingham'],
  closeUp: [500, 560],
  label: [560, 330],
  flaw: [640, 860],
  hasBack: false,
  draw({ dye, bright, wood }) {
    const body = 'M356 286 H644 C684 520 746 760 792 964 Q500 1022 208 964 C254 760 316 520 356 286Z'
    const pleats = [0.16, 0.33, 0.5, 0.67, 0.84]
      .map((share) =>
        line(
          `M${356 + 288 * share} 340 L${Math.round(208 + 584 * share)} ${Math.round(984 + 20 * Math.sin(share * Math.PI))}`,
          darker(dye, 0.5),
          7,
        ),
      )
      .join('')
    return (
      clipHanger(wood) +
      clothed(body, dye) +
      faded(0.45, pleats) +
      clothed('M350 272 H650 L654 340 H346Z', darker(dye, 0.14), 6) +
      symmetric(button(598, 306, bright, 14)) +
      clips()
    )
  },
}
