import { BRASS, darker, lighter } from '#demo/art/draw/colour.ts'
import { symmetric, box, faded, filled, gleam, line, transformed, oval, shaded, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

const STEEL = '#cfcbc2'
const DARK = '#2f2c30'

export const camera: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 996, halfWidth: 350 },
  cloths: ['plain'],
  closeUp: [500, 760],
  flaw: [770, 920],
  hasBack: true,
  draw({ dye, bright, back }) {
    const housing =
      solid(box(390, 486, 220, 100, 18), STEEL) +
      solid(box(244, 506, 104, 60, 14), darker(STEEL, 0.24)) +
      solid(box(672, 500, 88, 66, 20), darker(STEEL, 0.14)) +
      solid(box(780, 520, 40, 40, 10), bright, 5) +
      solid(box(150, 546, 700, 446, 44), STEEL) +
      solid(box(150, 650, 700, 250, 6), dye) +
      faded(0.5, stitches('M166 676 H834 M166 872 H834', darker(dye, 0.5), 3)) +
      symmetric(solid(oval(150, 604, 17), BRASS, 5))
    if (back)
      return (
        housing +
        solid(box(440, 584, 120, 48, 8), DARK) +
        solid(box(300, 676, 400, 196, 10), darker(dye, 0.12), 5) +
        filled(box(330, 700, 150, 18, 6), lighter(dye, 0.4))
      )
    const rings = [186, 152, 112]
      .map((radius, at) => solid(oval(500, 776, radius), [darker(STEEL, 0.18), DARK, '#26435c'][at]!, 6))
      .join('')
    const marks = Array.from({ length: 18 }, (_, at) => transformed(500, 776, line('M0 -172 V-160', PAINTED, 5), at * 20)).join('')
    return (
      housing +
      solid(box(430, 510, 140, 50, 8), '#34465a', 5) +
      gleam('M450 524 H500', 9, 0.6) +
      solid(oval(716, 596, 24), '#34465a', 5) +
      rings +
      marks +
      filled(oval(500, 776, 66), '#16283a') +
      gleam('M432 742 Q446 704 484 694', 17, 0.75) +
      faded(0.7, filled(oval(540, 822, 15), '#c9a2d8')) +
      filled(box(200, 586, 130, 24, 8), darker(STEEL, 0.45)) +
      filled(oval(784, 690, 15), '#d14f3c')
    )
  },
}
const PAINTED = '#8d8a86'

export const record: ItemDrawing = {
  shown: 'half out of its sleeve, on a table',
  position: 'table',
  base: { y: 1044, halfWidth: 350 },
  cloths: ['plain'],
  closeUp: [430, 760],
  flaw: [170, 900],
  hasBack: true,
  draw({ dye, bright, back }) {
    const disc =
      filled(oval(650, 740, 262), '#26222a') +
      [240, 214, 188, 162, 136].map((radius) => line(oval(650, 740, radius), '#453f4a', 3)).join('') +
      faded(0.16, filled('M650 740 L844 566 Q886 610 900 664Z M650 740 L458 918 Q490 956 536 976Z', '#ffffff')) +
      solid(oval(650, 740, 92), bright, 4) +
      filled(oval(650, 740, 12), '#f7efdd')
    const cover = 'M126 452 H708 V1040 H126Z'
    const tracks = Array.from({ length: 7 }, (_, at) =>
      filled(box(190, 540 + at * 58, [240, 300, 200, 270, 330, 180, 260][at]!, 20, 8), lighter(dye, 0.55)),
    ).join('')
    const hills =
      solid(oval(500, 668, 84), bright, 0) +
      filled('M126 860 L262 676 L344 772 L470 606 L708 872 V1040 H126Z', darker(dye, 0.3)) +
      filled('M470 606 L514 664 L482 684 L452 664 L434 676Z', '#fff6e4') +
      filled('M126 930 Q300 840 460 916 T708 900 V1040 H126Z', darker(dye, 0.52)) +
      [220, 274, 590, 640].map((x, at) => filled(`M${x} ${900 + at * 5} l26 -86 l26 86Z`, darker(dye, 0.64))).join('')
    return (
      disc +
      filled(cover, lighter(dye, 0.3)) +
      (back ? tracks : hills + filled(box(166, 494, 250, 30, 9), '#fff6e4') + filled(box(166, 542, 150, 18, 8), lighter(dye, 0.75))) +
      shaded(cover) +
      line(cover, darker(dye, 0.5), 7) +
      faded(0.5, line('M698 462 V1030', '#fff6e4', 4))
    )
  },
}

export const radio: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1036, halfWidth: 340 },
  cloths: ['plain'],
  closeUp: [690, 760],
  flaw: [210, 990],
  hasBack: false,
  draw({ dye, bright }) {
    const holes = Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 8 }, (_, column) => filled(oval(246 + column * 34, 700 + row * 38, 9), darker(dye, 0.55))).join(''),
    ).join('')
    return (
      line('M810 560 L900 250', darker(STEEL, 0.35), 12) +
      line('M810 560 L900 250', STEEL, 7) +
      filled(oval(902, 244, 12), STEEL) +
      line('M270 590 V500 Q270 470 300 470 H700 Q730 470 730 500 V590', darker(bright, 0.4), 38) +
      line('M270 590 V500 Q270 470 300 470 H700 Q730 470 730 500 V590', darker(bright, 0.15), 26) +
      solid(box(156, 556, 688, 478, 58), dye) +
      solid(box(200, 650, 322, 330, 26), lighter(dye, 0.18), 5) +
      holes +
      solid(oval(686, 762, 112), '#fbf4e2') +
      Array.from({ length: 11 }, (_, at) => transformed(686, 762, line('M0 -94 V-76', darker(dye, 0.5), 6), at * 30 - 150)).join('') +
      line('M686 762 L742 694', '#d14f3c', 9) +
      solid(oval(686, 762, 24), bright, 5) +
      [590, 686, 782].map((x) => solid(oval(x, 940, 30), BRASS, 5) + line(`M${x} 922 V938`, darker(BRASS, 0.5), 6)).join('') +
      gleam('M196 640 Q200 592 260 588', 15, 0.45) +
      filled(box(216, 600, 150, 22, 8), lighter(dye, 0.65))
    )
  },
}

export const handheld: ItemDrawing = {
  shown: 'switched on, on a table',
  position: 'table',
  base: { y: 1050, halfWidth: 230 },
  cloths: ['plain'],
  closeUp: [500, 540],
  flaw: [650, 560],
  hasBack: false,
  draw({ dye, bright, random }) {
    const body = 'M286 300 H714 Q752 300 752 338 V930 Q752 1048 634 1048 H286 Q248 1048 248 1010 V338 Q248 300 286 300Z'
    const slots = [0, 1, 2, 3].map((at) => line(`M${586 + at * 34} ${1002 - at * 6} l34 -64`, darker(dye, 0.42), 13)).join('')
    const clouds =
      random() < 0.5
        ? filled('M390 430 h60 v-16 h30 v16 h24 v18 H390Z', '#d7e5a8')
        : filled('M520 424 h44 v-14 h26 v14 h20 v18 H520Z', '#d7e5a8')
    const game =
      filled(box(366, 384, 268, 232, 8), '#b9cd83') +
      clouds +
      filled('M366 572 H634 V616 H366Z', '#5f7a45') +
      filled('M470 540 h26 v-26 h28 v26 h20 v32 h-74Z M582 532 h34 v40 h-34Z', '#3f5632') +
      filled('M400 500 h16 v16 h-16Z M436 484 h16 v16 h-16Z', '#5f7a45')
    return (
      solid(body, dye) +
      filled('M252 344 H748', dye) +
      line('M262 344 H738', darker(dye, 0.25), 5) +
      solid('M310 360 H690 V608 Q690 650 640 650 H310Z', '#55586a', 5) +
      game +
      filled(oval(334, 470, 9), '#e2503f') +
      solid('M372 726 h56 v46 h46 v56 h-46 v46 h-56 v-46 h-46 v-56 h46Z', DARK, 5) +
      solid(oval(664, 764, 42), bright, 5) +
      solid(oval(568, 822, 42), bright, 5) +
      transformed(430, 940, solid(box(-32, -9, 64, 18, 9), darker(dye, 0.4), 4), -22) +
      transformed(520, 940, solid(box(-32, -9, 64, 18, 9), darker(dye, 0.4), 4), -22) +
      slots +
      gleam('M276 400 V560', 13, 0.4)
    )
  },
}

export const headphones: ItemDrawing = {
  shown: 'on a stand',
  position: 'table',
  base: { y: 1056, halfWidth: 210 },
  cloths: ['plain'],
  closeUp: [320, 800],
  flaw: [690, 760],
  hasBack: false,
  draw({ dye, wood }) {
    const band = 'M286 740 C250 240 750 240 714 740'
    const ear =
      solid(box(232, 676, 96, 236, 48), dye) +
      gleam('M258 730 V830', 12, 0.4) +
      solid(box(308, 690, 70, 208, 34), DARK, 5) +
      solid(oval(262, 794, 17), lighter(dye, 0.35), 4)
    return (
      solid('M340 1054 Q340 1002 420 998 H580 Q660 1002 660 1054Z', wood) +
      solid(box(472, 340, 56, 664, 10), wood) +
      solid('M404 380 Q500 320 596 380 L596 410 Q500 360 404 410Z', lighter(wood, 0.12)) +
      line(band, darker(dye, 0.45), 62) +
      line(band, dye, 50) +
      faded(0.5, line('M300 640 C300 300 700 300 700 640', lighter(dye, 0.5), 9)) +
      symmetric(line('M284 690 V720', STEEL, 20) + ear) +
      line('M280 912 C280 1010 330 960 350 1030 C360 1064 250 1080 180 1050', DARK, 9)
    )
  },
}

export const tapedeck: ItemDrawing = {
  shown: 'with a tape in it, on a table',
  position: 'table',
  base: { y: 1030, halfWidth: 300 },
  cloths: ['plain'],
  closeUp: [500, 740],
  flaw: [720, 560],
  hasBack: false,
  draw({ dye, bright }) {
    const reel = (x: number) =>
      filled(oval(x, 770, 42), '#fbf4e2') +
      [0, 60, 120].map((angle) => transformed(x, 770, line('M0 -34 V34', '#55586a', 9), angle)).join('') +
      filled(oval(x, 770, 17), '#55586a')
    return (
      solid(box(210, 500, 580, 530, 40), dye) +
      [0, 1, 2, 3].map((at) => solid(box(262 + at * 122, 470, 98, 50, 10), at === 3 ? bright : STEEL, 5)).join('') +
      solid(box(258, 570, 484, 330, 20), '#55586a', 5) +
      solid(box(298, 640, 404, 230, 14), lighter(bright, 0.35), 5) +
      filled(box(330, 664, 340, 54, 8), '#fbf4e2') +
      line('M350 684 H560 M350 702 H480', darker(bright, 0.4), 5) +
      filled(box(366, 726, 268, 90, 44), '#55586a') +
      reel(418) +
      reel(582) +
      gleam('M290 600 L380 590', 12, 0.4) +
      [330, 420].map((x) => solid(oval(x, 966, 22), STEEL, 4)).join('') +
      filled(box(560, 950, 170, 28, 12), lighter(dye, 0.5))
    )
  },
}
