import { BRASS, darker, DYES, lighter } from '#demo/art/draw/colour.ts'
import { between } from '#demo/art/draw/random.ts'
import { symmetric, box, clothed, faded, filled, fixed, gleam, line, transformed, oval, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

export const lamp: ItemDrawing = {
  shown: 'lit, on a table',
  position: 'table',
  base: { y: 1052, halfWidth: 170 },
  cloths: ['plain', 'striped', 'gingham'],
  closeUp: [500, 820],
  flaw: [640, 560],
  hasBack: false,
  draw({ dye, wood }) {
    const turned =
      'M482 620 H518 V690 Q556 704 556 740 Q556 770 524 782 V820 Q590 850 580 900 Q572 944 530 962 H470 Q428 944 420 900 Q410 850 476 820 V782 Q444 770 444 740 Q444 704 482 690Z'
    return (
      `<ellipse cx="500" cy="500" rx="470" ry="420" fill="url(#glow)"/>` +
      line('M620 1030 Q760 1040 830 1010 T1010 1040', darker(wood, 0.6), 9) +
      solid(turned, wood) +
      solid('M356 1050 Q356 970 470 962 H530 Q644 970 644 1050Z', wood) +
      gleam('M450 860 Q448 900 466 930', 12, 0.5) +
      line('M470 962 H530', darker(wood, 0.5), 6) +
      line('M612 620 V706', BRASS, 5) +
      filled(oval(612, 716, 12), BRASS) +
      clothed('M402 240 Q500 222 598 240 L728 612 Q500 650 272 612Z', dye) +
      faded(
        0.3,
        filled('M424 248 Q500 236 576 248 L668 620 Q500 642 332 620Z', '#fff3c4') +
          filled('M452 250 Q500 242 548 250 L600 632 Q500 642 400 632Z', '#fff3c4'),
      ) +
      line('M274 610 Q500 648 726 610', lighter(dye, 0.5), 16) +
      line('M404 244 Q500 228 596 244', lighter(dye, 0.5), 12)
    )
  },
}

export const vase: ItemDrawing = {
  shown: 'with dried flowers, on a table',
  position: 'table',
  base: { y: 1044, halfWidth: 165 },
  cloths: ['plain'],
  closeUp: [500, 780],
  flaw: [556, 612],
  hasBack: false,
  draw({ dye, bright, random }) {
    const body =
      'M442 560 Q432 588 446 610 C430 690 350 740 350 870 C350 980 410 1040 500 1042 C590 1040 650 980 650 870 C650 740 570 690 554 610 Q568 588 558 560 Q500 576 442 560Z'
    const drip =
      'M442 560 Q500 576 558 560 Q568 588 554 610 C568 676 628 716 644 800 Q620 850 594 800 Q566 760 546 824 Q520 880 490 816 Q462 770 436 826 Q404 866 356 806 C372 716 432 676 446 610 Q432 588 442 560Z'
    const stems = [
      [388, 250, -14],
      [506, 170, 2],
      [610, 280, 15],
    ] as const
    const flowers = stems.map(
      ([x, y, lean], at) =>
        line(`M500 580 Q${500 + lean * 2} ${y + 200} ${x} ${y + 30}`, '#7d8a55', 8) +
        bloom(x + between(random, -14, 14), y, [bright, '#f6ecd0', lighter(bright, 0.35)][at]!),
    )
    return (
      flowers.join('') +
      line('M500 580 Q456 470 436 420 M500 580 Q556 480 572 440', '#97a068', 6) +
      [
        [436, 412, -30],
        [572, 432, 34],
        [470, 330, -18],
      ]
        .map(([x, y, angle]) => transformed(x!, y!, filled('M0 0 Q-24 -46 0 -84 Q24 -46 0 0Z', '#97a068'), angle))
        .join('') +
      solid(body, lighter(DYES.oat, 0.25)) +
      solid(drip, dye, 4) +
      filled(oval(500, 562, 56, 14), darker(dye, 0.5)) +
      gleam('M396 830 Q384 890 408 950', 18, 0.6) +
      speckles(random)
    )
  },
}

const bloom = (x: number, y: number, petals: string): string =>
  transformed(
    x,
    y,
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map(
        (angle) =>
          `<ellipse rx="17" ry="34" cy="-36" transform="rotate(${angle})" fill="${petals}" stroke="${darker(petals, 0.3)}" stroke-width="3"/>`,
      )
      .join('') + solid(oval(0, 0, 25), '#94663c', 4),
  )

const speckles = (random: () => number): string =>
  faded(
    0.45,
    Array.from({ length: 16 }, () =>
      filled(oval(Number(fixed(between(random, 400, 610))), Number(fixed(between(random, 880, 1010))), 3), '#7a5a3c'),
    ).join(''),
  )

export const chair: ItemDrawing = {
  shown: 'in a room',
  position: 'floor',
  base: { y: 1096, halfWidth: 290 },
  cloths: ['plain', 'twill', 'checked'],
  closeUp: [500, 520],
  flaw: [690, 800],
  hasBack: false,
  draw({ dye, wood }) {
    const leg = (top: number, foot: number, y: number, colour: string) =>
      solid(`M${top - 20} 790 H${top + 20} L${foot + 11} ${y} H${foot - 11}Z`, colour, 5)
    return (
      symmetric(leg(386, 352, 1030, darker(wood, 0.3)) + solid('M352 640 L380 640 L384 760 L340 760Z', wood, 5)) +
      clothed('M308 286 Q500 236 692 286 Q720 470 676 660 Q500 684 324 660 Q280 470 308 286Z', dye) +
      faded(0.55, stitches('M336 318 Q500 276 664 318 Q684 470 650 626', lighter(dye, 0.6))) +
      [
        [420, 410],
        [500, 400],
        [580, 410],
        [424, 520],
        [500, 514],
        [576, 520],
      ]
        .map(
          ([x, y]) =>
            filled(oval(x!, y!, 11), darker(dye, 0.38)) + gleam(`M${x! - 24} ${y! - 14} Q${x!} ${y! - 24} ${x! + 24} ${y! - 14}`, 5, 0.2),
        )
        .join('') +
      symmetric(leg(300, 258, 1096, wood)) +
      clothed('M262 716 Q500 664 738 716 Q786 770 752 832 Q500 884 248 832 Q214 770 262 716Z', lighter(dye, 0.07)) +
      stitches('M250 800 Q500 852 750 800', darker(dye, 0.4)) +
      gleam('M330 726 Q500 694 640 722', 16, 0.32)
    )
  },
}

export const clock: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1032, halfWidth: 220 },
  cloths: ['plain'],
  closeUp: [500, 700],
  flaw: [628, 590],
  hasBack: false,
  draw({ dye, bright }) {
    const ticks = Array.from({ length: 12 }, (_, hour) =>
      transformed(500, 740, line(`M0 -182 V-${hour % 3 === 0 ? 146 : 164}`, darker(dye, 0.55), hour % 3 === 0 ? 13 : 8), hour * 30),
    ).join('')
    const foot = solid('M372 938 L410 962 L366 1030 Q340 1040 336 1018Z', darker(dye, 0.2), 5)
    const bell =
      solid('M292 498 Q300 404 392 400 Q446 402 462 446 L330 556 Q292 544 292 498Z', BRASS) +
      line('M360 420 L346 396', darker(BRASS, 0.4), 14)
    return (
      symmetric(foot + bell) +
      line('M500 520 V448', darker(BRASS, 0.4), 14) +
      solid(oval(500, 436, 22), BRASS, 5) +
      line('M420 404 Q500 300 580 404', darker(BRASS, 0.3), 16) +
      solid(oval(500, 740, 262), dye) +
      solid(oval(500, 740, 214), '#fbf4e2') +
      ticks +
      line('M500 740 L412 652', darker(dye, 0.55), 17) +
      line('M500 740 L604 612', darker(dye, 0.55), 11) +
      line('M500 760 L486 880', bright, 7) +
      filled(oval(500, 740, 19), bright) +
      gleam('M318 680 Q340 580 420 532', 15, 0.5)
    )
  },
}

export const mugs: ItemDrawing = {
  shown: 'stacked on a table',
  position: 'table',
  base: { y: 1044, halfWidth: 240 },
  size: 1.22,
  cloths: ['plain'],
  closeUp: [470, 840],
  flaw: [620, 790],
  hasBack: false,
  draw({ dye, bright }) {
    const mug = (colour: string, edge: string) =>
      line('M180 70 C300 50 300 220 176 206', darker(colour, 0.4), 42) +
      line('M180 70 C300 50 300 220 176 206', colour, 30) +
      solid('M-190 0 H190 L170 244 Q0 272 -170 244Z', colour) +
      filled(oval(0, 0, 190, 34), darker(colour, 0.5)) +
      line(oval(0, 0, 190, 34), edge, 12) +
      gleam('M-140 70 Q-144 140 -130 200', 18, 0.45)
    return (
      transformed(470, 800, mug(dye, darker(dye, 0.6))) +
      transformed(488, 560, mug(lighter(bright, 0.25), darker(bright, 0.6)), -3) +
      speckle(470, 900, lighter(dye, 0.75)) +
      speckle(490, 660, lighter(bright, 0.8))
    )
  },
}

const speckle = (x: number, y: number, colour: string): string =>
  faded(
    0.7,
    [
      [-110, -20],
      [-60, 50],
      [-20, -30],
      [30, 40],
      [70, -10],
      [110, 60],
      [-90, 90],
      [50, 96],
      [0, 110],
      [130, 10],
    ]
      .map(([dx, dy]) => filled(oval(x + dx!, y + dy!, 6), colour))
      .join(''),
  )

export const quilt: ItemDrawing = {
  shown: 'folded on a table',
  position: 'table',
  base: { y: 1036, halfWidth: 360 },
  size: 1.14,
  cloths: ['floral', 'gingham', 'dotted'],
  closeUp: [500, 800],
  label: [660, 960],
  flaw: [330, 900],
  hasBack: false,
  draw({ dye, bright }) {
    const fold = (y: number, width: number, colour: string, patterned: boolean) => {
      const d = `M${500 - width} ${y + 26} Q${500 - width} ${y} ${530 - width} ${y} H${470 + width} Q${500 + width + 20} ${y + 60} ${470 + width} ${y + 118} H${530 - width} Q${500 - width} ${y + 118} ${500 - width} ${y + 92}Z`
      return patterned ? clothed(d, colour) : solid(d, colour)
    }
    const patches = [bright, dye, lighter(dye, 0.5), darker(dye, 0.2), lighter(bright, 0.4)]
      .map((colour, at) => clothed(box(232 + at * 108, 650, 102, 108, 6), colour, 4))
      .join('')
    return (
      fold(914, 320, dye, true) +
      fold(800, 312, lighter(bright, 0.3), false) +
      stitches('M214 884 H780', darker(bright, 0.4)) +
      fold(646, 306, '#f6ecd6', false) +
      patches +
      stitches('M226 640 H774 M226 770 H774', darker(dye, 0.3), 4)
    )
  },
}

export const frame: ItemDrawing = {
  shown: 'leaning on a wall',
  position: 'table',
  base: { y: 1052, halfWidth: 290 },
  cloths: ['plain'],
  closeUp: [500, 640],
  flaw: [250, 900],
  hasBack: false,
  draw({ dye, bright, wood }) {
    return (
      solid(box(222, 300, 556, 750, 8), wood, 7) +
      filled(box(262, 340, 476, 670, 4), PAPER_MAT) +
      solid(box(330, 420, 340, 500, 2), lighter(dye, 0.6), 4) +
      filled(oval(560, 560, 62), bright) +
      filled('M330 920 V740 Q400 640 470 720 T670 700 V920Z', dye) +
      filled('M330 920 V820 Q430 740 520 820 T670 800 V920Z', darker(dye, 0.3)) +
      gleam('M300 420 L420 350', 20, 0.5) +
      gleam('M300 520 L560 350', 10, 0.4)
    )
  },
}
const PAPER_MAT = '#fbf5e6'
