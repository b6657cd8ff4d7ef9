import { BRASS, darker, lighter } from '#demo/art/draw/colour.ts'
import { symmetric, box, clothed, filled, gleam, line, oval, solid, stitches } from '#demo/art/draw/shapes.ts'
import type { ItemDrawing } from '#demo/art/thing.ts'

export const tote: ItemDrawing = {
  shown: 'standing on a table',
  position: 'table',
  base: { y: 1058, halfWidth: 300 },
  cloths: ['checked', 'striped', 'plain'],
  closeUp: [640, 700],
  label: [500, 760],
  flaw: [700, 930],
  hasBack: false,
  draw({ dye, bright }) {
    const strap = darker(dye, 0.42)
    const handle = (d: string, colour: string) => line(d, darker(colour, 0.4), 42) + line(d, colour, 30)
    return (
      handle('M384 560 C384 250 616 250 616 560', darker(strap, 0.2)) +
      clothed('M246 520 Q500 552 754 520 L806 1034 Q500 1076 194 1034Z', dye) +
      filled('M246 520 Q500 552 754 520 L758 566 Q500 598 242 566Z', darker(dye, 0.24)) +
      stitches('M246 584 Q500 616 754 584', lighter(bright, 0.5)) +
      handle('M358 640 C352 240 648 240 642 640', strap) +
      symmetric(solid(box(334, 600, 48, 92, 8), strap, 5) + stitches('M346 612 V680 M370 612 V680', lighter(bright, 0.6), 3)) +
      solid(box(440, 740, 120, 74, 6), '#f6ecd6', 4) +
      line('M462 766 H538 M462 788 H512', darker('#f6ecd6', 0.5), 6)
    )
  },
}

export const satchel: ItemDrawing = {
  shown: 'standing on a table',
  position: 'table',
  base: { y: 1050, halfWidth: 310 },
  cloths: ['plain'],
  closeUp: [360, 840],
  label: [500, 640],
  flaw: [292, 440],
  hasBack: false,
  draw({ dye }) {
    const strap = darker(dye, 0.3)
    const belt = (x: number) =>
      solid(box(x - 30, 740, 60, 210, 10), strap, 5) +
      line(box(x - 44, 836, 88, 56, 10), darker(BRASS, 0.3), 16) +
      line(box(x - 44, 836, 88, 56, 10), BRASS, 10) +
      line(`M${x} 838 V876`, BRASS, 8) +
      [772, 920].map((y) => filled(oval(x, y, 5), darker(strap, 0.6))).join('')
    return (
      line('M236 600 C230 210 770 210 764 600', darker(strap, 0.4), 40) +
      line('M236 600 C230 210 770 210 764 600', strap, 28) +
      solid('M206 570 Q206 530 246 530 H754 Q794 530 794 570 V980 Q794 1046 728 1046 H272 Q206 1046 206 980Z', dye) +
      solid('M198 566 Q198 520 244 520 H756 Q802 520 802 566 V760 Q790 852 500 852 Q210 852 198 760Z', lighter(dye, 0.07)) +
      stitches('M222 752 Q250 826 500 826 Q750 826 778 752', lighter(dye, 0.55)) +
      stitches('M232 890 V972 Q232 1020 280 1020 H720 Q768 1020 768 972 V890', lighter(dye, 0.45)) +
      belt(352) +
      belt(648) +
      gleam('M250 556 Q500 538 720 556', 14, 0.35) +
      symmetric(filled(oval(238, 562, 11), BRASS))
    )
  },
}

export const pouch: ItemDrawing = {
  shown: 'on a table',
  position: 'table',
  base: { y: 1010, halfWidth: 330 },
  size: 1.18,
  cloths: ['floral', 'striped', 'gingham'],
  closeUp: [620, 800],
  flaw: [300, 800],
  hasBack: false,
  draw({ dye, bright }) {
    const body = 'M238 700 Q250 640 320 640 H680 Q750 640 762 700 L800 930 Q800 1002 728 1004 H272 Q200 1002 200 930Z'
    return (
      clothed(body, dye) +
      solid('M238 690 Q250 624 320 624 H680 Q750 624 762 690 L758 712 Q500 732 242 712Z', darker(dye, 0.28), 5) +
      line('M262 672 H738', BRASS, 12) +
      stitches('M262 672 H738', darker(BRASS, 0.5), 6) +
      solid('M716 660 h46 q20 14 26 44 l14 66 q-14 30 -40 8 l-20 -70 Z', bright, 5) +
      stitches('M224 920 Q224 980 280 982 H720 Q776 980 776 920', lighter(dye, 0.6))
    )
  },
}
